/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-record.h"

#include "attribute-default.h"

#include "ns3/input-error.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"

#include <algorithm>
#include <cstdint>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Check whether a type belongs to the module.
 * @param tid the type
 * @return true if so
 */
bool
IsOurs(TypeId tid)
{
    return tid.GetGroupName() == "RdmaCell";
}

/**
 * @brief Check whether an attribute holds a pointer or a container of pointers.
 * @param info the attribute
 * @return true if so
 */
bool
HoldsObjects(const TypeId::AttributeInformation& info)
{
    const AttributeValue* value = PeekPointer(info.initialValue);
    return dynamic_cast<const PointerValue*>(value) ||
           dynamic_cast<const ObjectPtrContainerValue*>(value);
}

} // namespace

void
AttributeRecord::Note(const std::string& path, const std::string& value)
{
    std::vector<std::string>& values = m_values[path];
    if (std::find(values.begin(), values.end(), value) == values.end())
    {
        values.push_back(value);
    }
}

void
AttributeRecord::Visit(Ptr<Object> object)
{
    if (!object || !m_visited.insert(object).second)
    {
        return;
    }
    Collect(object);
    for (auto it = object->GetAggregateIterator(); it.HasNext();)
    {
        Visit(ConstCast<Object>(it.Next()));
    }
}

void
AttributeRecord::Collect(const Ptr<Object>& object)
{
    for (TypeId tid = object->GetInstanceTypeId(); IsOurs(tid); tid = tid.GetParent())
    {
        m_types.insert(tid);
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation info = tid.GetAttribute(i);
            if (!(info.flags & TypeId::ATTR_GET) || !info.accessor->HasGetter())
            {
                continue;
            }
            const bool settable = (info.flags & TypeId::ATTR_CONSTRUCT) != 0;
            if (!settable && !HoldsObjects(info))
            {
                continue;
            }
            const Ptr<AttributeValue> value = info.checker->Create();
            info.accessor->Get(PeekPointer(object), *value);
            if (const auto* pointer = dynamic_cast<const PointerValue*>(PeekPointer(value)))
            {
                Visit(pointer->GetObject());
            }
            else if (const auto* container =
                         dynamic_cast<const ObjectPtrContainerValue*>(PeekPointer(value)))
            {
                for (auto it = container->Begin(); it != container->End(); ++it)
                {
                    Visit(it->second);
                }
            }
            else
            {
                Note(tid.GetName() + "::" + info.name, ValueText(*value, info.checker));
            }
        }
    }
}

void
AttributeRecord::AddDefaults(TypeId tid)
{
    for (; IsOurs(tid); tid = tid.GetParent())
    {
        m_types.insert(tid);
        for (std::size_t i = 0; i < tid.GetAttributeN(); ++i)
        {
            const TypeId::AttributeInformation info = tid.GetAttribute(i);
            if (info.flags & TypeId::ATTR_CONSTRUCT)
            {
                Note(tid.GetName() + "::" + info.name, ValueText(*info.initialValue, info.checker));
            }
        }
    }
}

void
AttributeRecord::CheckPresent(
    const std::vector<std::pair<std::string, std::string>>& attributes) const
{
    for (const auto& [path, value] : attributes)
    {
        const std::string name = path.substr(0, path.rfind("::"));
        const TypeId tid = TypeId::LookupByName(name);
        if (IsOurs(tid) && m_types.count(tid) == 0)
        {
            throw InputError("--" + path + ": has no effect, this run has no object of type " +
                             name);
        }
    }
}

JsonObject
AttributeRecord::ToJson() const
{
    JsonObject object;
    for (const auto& [path, values] : m_values)
    {
        if (values.size() == 1)
        {
            object.Add(path, values.front());
        }
        else
        {
            object.Add(path, values);
        }
    }
    return object;
}

} // namespace ns3::rdmacell
