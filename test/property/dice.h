/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DICE_H
#define DICE_H

#include "ns3/object.h"
#include "ns3/random-variable-stream.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief Random choices: a stream of ns-3's of its own for each seed.
 */
class Dice
{
  public:
    /**
     * @brief Make dice.
     * @param seed the same seed makes the same choices
     */
    explicit Dice(uint64_t seed)
        : m_uniform(CreateObject<UniformRandomVariable>())
    {
        m_uniform->SetStream(static_cast<int64_t>(seed));
    }

    /**
     * @brief Choose a number.
     * @param least the smallest
     * @param most the largest
     * @return a number from least to most
     */
    uint64_t Between(uint64_t least, uint64_t most)
    {
        const double span = static_cast<double>(most - least) + 1;
        return least + static_cast<uint64_t>(m_uniform->GetValue(0, 1) * span);
    }

    /**
     * @brief Choose a number so that small and large ones are as likely: its logarithm is uniform.
     * @param least the smallest, above 0
     * @param most the largest
     * @return a number from least to most
     */
    uint64_t Magnitude(uint64_t least, uint64_t most)
    {
        const double ratio = static_cast<double>(most) / static_cast<double>(least);
        const double factor = std::pow(ratio, m_uniform->GetValue(0, 1));
        return static_cast<uint64_t>(static_cast<double>(least) * factor);
    }

    /**
     * @brief Decide.
     * @param percent how likely, 0 to 100
     * @return true with this probability
     */
    bool Chance(uint32_t percent)
    {
        return Between(1, 100) <= percent;
    }

    /**
     * @brief Choose an element.
     * @param list what to choose from, not empty
     * @return one of its elements
     */
    template <typename T>
    T OneOf(const std::vector<T>& list)
    {
        return list[Between(0, list.size() - 1)];
    }

  private:
    Ptr<UniformRandomVariable> m_uniform; ///< the stream
};

} // namespace ns3::rdmacell

#endif // DICE_H
