/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef JSON_OBJECT_H
#define JSON_OBJECT_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Writes a JSON object: members in the order in which they were added.
 */
class JsonObject
{
  public:
    /**
     * @brief Add a string.
     * @param name the member
     * @param value its value
     */
    void Add(const std::string& name, const std::string& value);

    /**
     * @brief Add a string, or null for an empty one.
     * @param name the member
     * @param value its value
     */
    void AddOptional(const std::string& name, const std::string& value);

    /**
     * @brief Add a whole number.
     * @param name the member
     * @param value its value
     */
    void Add(const std::string& name, uint64_t value);

    /**
     * @brief Add a number.
     * @param name the member
     * @param value its value; written with as few digits as read back the same, null if not finite
     */
    void Add(const std::string& name, double value);

    /**
     * @brief Add a truth value.
     * @param name the member
     * @param value its value
     */
    void Add(const std::string& name, bool value);

    /**
     * @brief Add null.
     * @param name the member
     */
    void Add(const std::string& name, std::nullptr_t);

    /**
     * @brief Add an array of strings.
     * @param name the member
     * @param values its elements
     */
    void Add(const std::string& name, const std::vector<std::string>& values);

    /**
     * @brief Add an object.
     * @param name the member
     * @param value its value
     */
    void Add(const std::string& name, const JsonObject& value);

    /**
     * @brief Let a member have another value.
     * @tparam T a type that Add() accepts
     * @param name the member, which exists and keeps its place
     * @param value its value
     */
    template <typename T>
    void Replace(const std::string& name, const T& value)
    {
        JsonObject one;
        one.Add(name, value);
        for (Member& member : m_members)
        {
            if (member.name == name)
            {
                member = one.m_members.front();
            }
        }
    }

    /**
     * @brief Write the object.
     * @param indent spaces before each line but the first
     * @return the text, one member a line
     */
    std::string ToString(unsigned indent = 0) const;

  private:
    /// A member: name and the text of its value; a nested object is kept apart to indent it.
    struct Member
    {
        std::string name;               ///< without quotes
        std::string text;               ///< value as written
        std::vector<JsonObject> object; ///< the value if it is an object, else empty
    };

    std::vector<Member> m_members; ///< in order
};

} // namespace ns3::rdmacell

#endif // JSON_OBJECT_H
