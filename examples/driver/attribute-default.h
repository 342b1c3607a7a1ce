/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ATTRIBUTE_DEFAULT_H
#define ATTRIBUTE_DEFAULT_H

#include "json-object.h"

#include "ns3/attribute.h"
#include "ns3/object.h"
#include "ns3/type-id.h"

#include <string>

/**
 * @file
 * Defaults of attributes, and global values, by name: TypeId::Attribute, or a name without "::"
 * for a global value.
 */

namespace ns3::rdmacell
{

/**
 * @brief Find an attribute.
 * @param path TypeId::Attribute
 * @return the attribute
 * @throws InputError if there is no such type or attribute, or it cannot be set
 */
TypeId::AttributeInformation FindAttribute(const std::string& path);

/**
 * @brief Get the checker of an attribute or a global value.
 * @param path its name
 * @return the checker
 * @throws InputError if there is none of that name
 */
Ptr<const AttributeChecker> GetChecker(const std::string& path);

/**
 * @brief Check and set the default of an attribute, or a global value.
 * @param path its name
 * @param value as text
 * @param option name that the user gave, for the message
 * @throws InputError if there is none of that name, or its checker does not take the value
 */
void SetAttributeDefault(const std::string& path,
                         const std::string& value,
                         const std::string& option);

/**
 * @brief Get the default of an attribute, or a global value.
 * @param path its name
 * @return the text, as ValueText() writes it
 */
std::string GetAttributeDefault(const std::string& path);

/**
 * @brief Write a value exactly and as options take it: times and rates in the largest unit that
 * fits, where ns-3 writes six digits and the smallest unit. Equal values have equal texts.
 * @param value the value
 * @param checker of its attribute
 * @return the text
 */
std::string ValueText(const AttributeValue& value, Ptr<const AttributeChecker> checker);

/**
 * @brief Check a value, and write it as ValueText() does.
 * @param path the attribute or global value that it is for
 * @param value as text
 * @return the text
 * @throws InputError if there is none of that name, or its checker does not take the value
 */
std::string NormalizeValue(const std::string& path, const std::string& value);

/**
 * @brief Add a value to an object as a number, a truth value, or a text with its unit, as the
 * command line takes it.
 * @param object the object
 * @param name the member
 * @param path the attribute or global value that it is for
 * @param value as text
 */
void AddAttributeValue(JsonObject& object,
                       const std::string& name,
                       const std::string& path,
                       const std::string& value);

/**
 * @brief Add an attribute of an object to a JSON object, as AddAttributeValue() does.
 * @param object the JSON object
 * @param name the member
 * @param owner the object that has the attribute
 * @param attribute its name
 */
void AddObjectAttribute(JsonObject& object,
                        const std::string& name,
                        const Object& owner,
                        const std::string& attribute);

} // namespace ns3::rdmacell

#endif // ATTRIBUTE_DEFAULT_H
