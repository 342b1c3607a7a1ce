/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_RECORD_H
#define ATTRIBUTE_RECORD_H

#include "json-object.h"

#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Collects the attributes that the objects of a run have, for meta.json.
 *
 * Only the module's own types and attributes that can be set are collected.
 */
class AttributeRecord
{
  public:
    /**
     * @brief Collect from an object, from those aggregated to it, and from those that its
     * attributes of pointers and containers lead to. An object counts once.
     * @param object the object, or null
     */
    void Visit(Ptr<Object> object);

    /**
     * @brief Collect the defaults of a type, for an object that cannot be reached.
     * @param tid the type
     */
    void AddDefaults(TypeId tid);

    /**
     * @brief Refuse attributes of types of which the run has no object.
     * @param attributes TypeId::Attribute and value, as given
     * @throws InputError that names the first
     */
    void CheckPresent(const std::vector<std::pair<std::string, std::string>>& attributes) const;

    /**
     * @brief Write the attributes.
     * @return TypeId::Attribute -> value; an array where objects of the type have different ones
     */
    JsonObject ToJson() const;

  private:
    /**
     * @brief Note a value.
     * @param path TypeId::Attribute
     * @param value as ns-3 writes it
     */
    void Note(const std::string& path, const std::string& value);

    /**
     * @brief Collect from one object.
     * @param object the object
     */
    void Collect(const Ptr<Object>& object);

    std::set<Ptr<Object>> m_visited;                          ///< objects that have counted
    std::set<TypeId> m_types;                                 ///< their types and parent types
    std::map<std::string, std::vector<std::string>> m_values; ///< path -> different values
};

} // namespace ns3::rdmacell

#endif // ATTRIBUTE_RECORD_H
