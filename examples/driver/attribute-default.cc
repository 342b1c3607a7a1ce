/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-default.h"

#include "value-text.h"

#include "ns3/attribute-value-check.h"
#include "ns3/boolean.h"
#include "ns3/config.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/global-value.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Check whether a name is that of an attribute.
 * @param path the name
 * @return false for a global value
 */
bool
IsAttribute(const std::string& path)
{
    return path.find("::") != std::string::npos;
}

/**
 * @brief Make the value that a text is for.
 * @param path the attribute or global value
 * @param value as text
 * @return the value, of the type that the checker wants
 */
Ptr<AttributeValue>
MakeValue(const std::string& path, const std::string& value)
{
    return CheckValue("--" + path, value, GetChecker(path));
}

/**
 * @brief Add a value to an object.
 * @param object the object
 * @param name the member
 * @param value the value
 * @param checker of its attribute
 */
void
AddTyped(JsonObject& object,
         const std::string& name,
         const AttributeValue& value,
         Ptr<const AttributeChecker> checker)
{
    if (const auto* whole = dynamic_cast<const UintegerValue*>(&value))
    {
        object.Add(name, uint64_t{whole->Get()});
    }
    else if (const auto* number = dynamic_cast<const DoubleValue*>(&value))
    {
        object.Add(name, number->Get());
    }
    else if (const auto* truth = dynamic_cast<const BooleanValue*>(&value))
    {
        object.Add(name, truth->Get());
    }
    else
    {
        object.Add(name, ValueText(value, checker));
    }
}

} // namespace

TypeId::AttributeInformation
FindAttribute(const std::string& path)
{
    const std::size_t split = path.rfind("::");
    const std::string typeName = path.substr(0, split);
    const std::string attribute = path.substr(split + 2);
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(typeName, &tid))
    {
        throw InputError("--" + path + ": expected a type that exists, found '" + typeName +
                         "' (--PrintGroup=RdmaCell lists ours)");
    }
    for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation info = tid.GetAttribute(i);
        if (info.name != attribute)
        {
            continue;
        }
        if ((info.flags & TypeId::ATTR_CONSTRUCT) == 0)
        {
            throw InputError("--" + path + ": expected an attribute that can be set");
        }
        return info;
    }
    // ns-3 sets the default of an inherited attribute at the type that declares it only.
    for (TypeId parent = tid; parent.HasParent();)
    {
        parent = parent.GetParent();
        for (std::size_t i = 0; i < parent.GetAttributeN(); ++i)
        {
            if (parent.GetAttribute(i).name == attribute)
            {
                throw InputError("--" + path + ": expected --" + parent.GetName() +
                                 "::" + attribute + ", from which the type inherits it");
            }
        }
    }
    throw InputError("--" + path + ": expected an attribute of " + typeName + ", found '" +
                     attribute + "' (--PrintAttributes=" + typeName + " lists them)");
}

Ptr<const AttributeChecker>
GetChecker(const std::string& path)
{
    if (IsAttribute(path))
    {
        return FindAttribute(path).checker;
    }
    for (auto it = GlobalValue::Begin(); it != GlobalValue::End(); ++it)
    {
        if ((*it)->GetName() == path)
        {
            return (*it)->GetChecker();
        }
    }
    throw InputError("--" + path + ": expected an option that exists (--help lists all)");
}

std::string
ValueText(const AttributeValue& value, Ptr<const AttributeChecker> checker)
{
    if (const auto* time = dynamic_cast<const TimeValue*>(&value))
    {
        return TimeText(time->Get());
    }
    if (const auto* rate = dynamic_cast<const DataRateValue*>(&value))
    {
        return RateText(rate->Get());
    }
    if (const auto* number = dynamic_cast<const DoubleValue*>(&value))
    {
        return NumberText(number->Get());
    }
    return value.SerializeToString(checker);
}

std::string
NormalizeValue(const std::string& path, const std::string& value)
{
    return ValueText(*MakeValue(path, value), GetChecker(path));
}

void
SetAttributeDefault(const std::string& path, const std::string& value, const std::string& option)
{
    const Ptr<AttributeValue> checked = CheckValue("--" + option, value, GetChecker(path));
    if (IsAttribute(path))
    {
        Config::SetDefault(path, *checked);
    }
    else
    {
        Config::SetGlobal(path, *checked);
    }
}

std::string
GetAttributeDefault(const std::string& path)
{
    if (IsAttribute(path))
    {
        const TypeId::AttributeInformation info = FindAttribute(path);
        return ValueText(*info.initialValue, info.checker);
    }
    StringValue value;
    GlobalValue::GetValueByName(path, value);
    return value.Get();
}

void
AddAttributeValue(JsonObject& object,
                  const std::string& name,
                  const std::string& path,
                  const std::string& value)
{
    AddTyped(object, name, *MakeValue(path, value), GetChecker(path));
}

void
AddObjectAttribute(JsonObject& object,
                   const std::string& name,
                   const Object& owner,
                   const std::string& attribute)
{
    TypeId::AttributeInformation info;
    owner.GetInstanceTypeId().LookupAttributeByName(attribute, &info);
    const Ptr<AttributeValue> value = info.checker->Create();
    info.accessor->Get(&owner, *value);
    AddTyped(object, name, *value, info.checker);
}

} // namespace ns3::rdmacell
