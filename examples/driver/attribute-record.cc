/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "attribute-record.h"

#include "attribute-default.h"

#include "ns3/boolean.h"
#include "ns3/data-rate.h"
#include "ns3/double.h"
#include "ns3/input-error.h"
#include "ns3/nstime.h"
#include "ns3/object-ptr-container.h"
#include "ns3/pointer.h"
#include "ns3/rdma-connection-manager.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <cstring>

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

AttributeRecord::NumberReader
AttributeRecord::FindReader(const AttributeValue& value)
{
    if (dynamic_cast<const TimeValue*>(&value))
    {
        return [](const AttributeValue& of) {
            return static_cast<uint64_t>(static_cast<const TimeValue&>(of).Get().GetTimeStep());
        };
    }
    if (dynamic_cast<const DataRateValue*>(&value))
    {
        return [](const AttributeValue& of) {
            return static_cast<const DataRateValue&>(of).Get().GetBitRate();
        };
    }
    if (dynamic_cast<const DoubleValue*>(&value))
    {
        return [](const AttributeValue& of) {
            const double number = static_cast<const DoubleValue&>(of).Get();
            uint64_t bits = 0;
            std::memcpy(&bits, &number, sizeof bits);
            return bits;
        };
    }
    if (dynamic_cast<const UintegerValue*>(&value))
    {
        return [](const AttributeValue& of) {
            return uint64_t{static_cast<const UintegerValue&>(of).Get()};
        };
    }
    if (dynamic_cast<const BooleanValue*>(&value))
    {
        return [](const AttributeValue& of) {
            return uint64_t{static_cast<const BooleanValue&>(of).Get()};
        };
    }
    return nullptr;
}

std::vector<AttributeRecord::Attribute>&
AttributeRecord::GetAttributes(TypeId tid)
{
    const auto [entry, isNew] = m_attributes.emplace(tid, std::vector<Attribute>());
    for (std::size_t i = 0; isNew && i < tid.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation info = tid.GetAttribute(i);
        const bool holdsObjects = HoldsObjects(info);
        const bool settable = (info.flags & TypeId::ATTR_CONSTRUCT) != 0;
        if (!(info.flags & TypeId::ATTR_GET) || !info.accessor->HasGetter() ||
            !(settable || holdsObjects))
        {
            continue;
        }
        if (holdsObjects)
        {
            entry->second.push_back({info, nullptr, nullptr, nullptr});
            continue;
        }
        const Ptr<AttributeValue> value = info.checker->Create();
        entry->second.push_back(
            {info, FindReader(*value), value, &m_values[tid.GetName() + "::" + info.name]});
    }
    return entry->second;
}

void
AttributeRecord::Note(Values& values, const std::string& text)
{
    if (values.known.insert(text).second)
    {
        values.texts.push_back(text);
    }
}

void
AttributeRecord::Visit(Ptr<Object> object)
{
    if (!object || !m_visited.emplace(PeekPointer(object), object).second)
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
        for (Attribute& attribute : GetAttributes(tid))
        {
            if (!attribute.value)
            {
                Follow(object, attribute.info);
                continue;
            }
            attribute.info.accessor->Get(PeekPointer(object), *attribute.value);
            // Most objects have the values of others, and writing a value takes long.
            if (!attribute.reader ||
                attribute.values->numbers.insert(attribute.reader(*attribute.value)).second)
            {
                Note(*attribute.values, ValueText(*attribute.value, attribute.info.checker));
            }
        }
    }
}

void
AttributeRecord::Follow(const Ptr<Object>& object, const TypeId::AttributeInformation& info)
{
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
}

void
AttributeRecord::VisitScenario(const FabricScenario& scenario)
{
    const Ptr<Fabric> fabric = scenario.GetFabric();
    for (const auto& node : fabric->GetSwitches())
    {
        Visit(node);
        for (uint32_t port = 0; port < node->GetPortCount(); ++port)
        {
            Visit(node->GetDevice(port));
        }
    }
    for (uint32_t host = 0; host < fabric->GetGraph().hosts; ++host)
    {
        Visit(fabric->GetHostDevice(host));
        Visit(scenario.GetNics()[host]);
        Visit(scenario.GetApps()[host]);
    }
    for (const auto& channel : fabric->GetChannels())
    {
        Visit(channel);
    }
    AddDefaults(RdmaConnectionManager::GetTypeId());
    AddDefaults(TypeId::LookupByName(GetAttributeDefault("SchedulerType")));
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
                Note(m_values[tid.GetName() + "::" + info.name],
                     ValueText(*info.initialValue, info.checker));
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
        if (values.texts.size() == 1)
        {
            object.Add(path, values.texts.front());
        }
        else
        {
            object.Add(path, values.texts);
        }
    }
    return object;
}

} // namespace ns3::rdmacell
