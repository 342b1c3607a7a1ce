/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "power-of-two-checker.h"

#include "ns3/uinteger.h"

#include <string>

namespace ns3::rdmacell
{

namespace
{

/// A checker of UintegerValue, as ns-3's, that takes powers of two only.
class PowerOfTwoChecker : public AttributeChecker
{
  public:
    /**
     * @brief Make a checker.
     * @param most largest value that is allowed
     */
    explicit PowerOfTwoChecker(uint64_t most)
        : m_range(MakeUintegerChecker<uint64_t>(1, most)),
          m_most(most)
    {
    }

    bool Check(const AttributeValue& value) const override
    {
        if (!m_range->Check(value))
        {
            return false;
        }
        const uint64_t number = dynamic_cast<const UintegerValue&>(value).Get();
        return (number & (number - 1)) == 0;
    }

    std::string GetValueTypeName() const override
    {
        return m_range->GetValueTypeName();
    }

    bool HasUnderlyingTypeInformation() const override
    {
        return true;
    }

    std::string GetUnderlyingTypeInformation() const override
    {
        return "power of two 1:" + std::to_string(m_most);
    }

    Ptr<AttributeValue> Create() const override
    {
        return m_range->Create();
    }

    bool Copy(const AttributeValue& source, AttributeValue& destination) const override
    {
        return m_range->Copy(source, destination);
    }

  private:
    Ptr<const AttributeChecker> m_range; ///< checks type and range
    uint64_t m_most;                     ///< largest value
};

} // namespace

Ptr<const AttributeChecker>
MakePowerOfTwoChecker(uint64_t most)
{
    return Create<PowerOfTwoChecker>(most);
}

} // namespace ns3::rdmacell
