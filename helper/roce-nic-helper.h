/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROCE_NIC_HELPER_H
#define ROCE_NIC_HELPER_H

#include "fabric.h"

#include "ns3/attribute.h"
#include "ns3/object-factory.h"
#include "ns3/ptr.h"
#include "ns3/roce-nic.h"

#include <string>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Puts a RoCEv2 NIC into each host of a fabric.
 */
class RoceNicHelper
{
  public:
    /// @brief Install with the attributes' defaults until set otherwise.
    RoceNicHelper();

    /**
     * @brief Set an attribute of all NICs.
     * @param name attribute of RoceNic
     * @param value its value
     */
    void SetAttribute(const std::string& name, const AttributeValue& value);

    /**
     * @brief Install.
     * @param fabric the network
     * @return NICs by host
     */
    std::vector<Ptr<RoceNic>> Install(Ptr<Fabric> fabric) const;

  private:
    ObjectFactory m_nic; ///< makes NICs
};

} // namespace ns3::rdmacell

#endif // ROCE_NIC_HELPER_H
