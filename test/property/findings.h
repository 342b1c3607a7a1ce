/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FINDINGS_H
#define FINDINGS_H

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup tests
 * @brief The properties that a run has violated, each with its first violation.
 */
class Findings
{
  public:
    /**
     * @brief Note a violation.
     * @param property name of the property
     * @param text what was seen
     */
    void Add(const std::string& property, const std::string& text)
    {
        m_first.emplace(property, text);
    }

    /**
     * @brief Expect two numbers to be equal.
     * @param property name of the property
     * @param what for the message
     * @param actual the number
     * @param expected what it has to be
     */
    void ExpectEqual(const std::string& property,
                     const std::string& what,
                     uint64_t actual,
                     uint64_t expected)
    {
        if (actual != expected)
        {
            Add(property,
                what + ": expected " + std::to_string(expected) + ", found " +
                    std::to_string(actual));
        }
    }

    /**
     * @brief Get the violations.
     * @return name of the property -> what was seen first
     */
    const std::map<std::string, std::string>& Get() const
    {
        return m_first;
    }

  private:
    std::map<std::string, std::string> m_first; ///< by property
};

} // namespace ns3::rdmacell

#endif // FINDINGS_H
