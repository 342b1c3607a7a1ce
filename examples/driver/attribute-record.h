/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_RECORD_H
#define ATTRIBUTE_RECORD_H

#include "json-object.h"

#include "ns3/fabric-scenario.h"
#include "ns3/object.h"
#include "ns3/ptr.h"
#include "ns3/type-id.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
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
     * @brief Collect from all objects of a simulation.
     * @param scenario the simulation, after Build()
     */
    void VisitScenario(const FabricScenario& scenario);

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
    /// The different values of an attribute.
    struct Values
    {
        std::vector<std::string> texts;        ///< as ns-3 writes them, in order of appearance
        std::unordered_set<std::string> known; ///< the same
        std::unordered_set<uint64_t> numbers;  ///< those that are numbers
    };

    /// Gets the number that a value has; equal numbers are written alike.
    using NumberReader = uint64_t (*)(const AttributeValue&);

    /// An attribute of a type. Looked up once: ns-3 copies the description each time.
    struct Attribute
    {
        TypeId::AttributeInformation info; ///< description
        NumberReader reader;               ///< for a number; else null
        Ptr<AttributeValue> value;         ///< where values are read to; null if they are objects
        Values* values;                    ///< the values; null if they are objects
    };

    /**
     * @brief Find the reader for the values of an attribute.
     * @param value such a value
     * @return the reader, or null
     */
    static NumberReader FindReader(const AttributeValue& value);

    /**
     * @brief List the attributes of a type to collect.
     * @param tid the type
     * @return those that it declares itself
     */
    std::vector<Attribute>& GetAttributes(TypeId tid);

    /**
     * @brief Note a value.
     * @param values gets the value
     * @param text as ns-3 writes it
     */
    static void Note(Values& values, const std::string& text);

    /**
     * @brief Collect from one object.
     * @param object the object
     */
    void Collect(const Ptr<Object>& object);

    /**
     * @brief Visit the objects that an attribute leads to.
     * @param object whose attribute it is
     * @param info the attribute
     */
    void Follow(const Ptr<Object>& object, const TypeId::AttributeInformation& info);

    /// Objects that have counted; held, so that no other one has their address.
    std::unordered_map<const Object*, Ptr<Object>> m_visited;
    std::set<TypeId> m_types;                              ///< their types and parent types
    std::map<TypeId, std::vector<Attribute>> m_attributes; ///< by type
    std::map<std::string, Values> m_values;                ///< by TypeId::Attribute
};

} // namespace ns3::rdmacell

#endif // ATTRIBUTE_RECORD_H
