/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "json-object.h"

#include "value-text.h"

#include "ns3/utf8.h"

#include <cmath>
#include <cstddef>
#include <iomanip>
#include <sstream>

namespace ns3::rdmacell
{

namespace
{

/**
 * @brief Quote a string. A byte that is not part of UTF-8, as paths may have, becomes the text
 * \xff.
 * @param text any bytes
 * @return the JSON string, in UTF-8
 */
std::string
Quote(const std::string& text)
{
    std::ostringstream out;
    out << '"';
    out << std::hex << std::setfill('0');
    for (std::size_t at = 0; at < text.size();)
    {
        const std::size_t bytes = GetUtf8Length(text, at);
        const char c = text[at];
        const unsigned code = static_cast<unsigned char>(c);
        if (bytes == 0)
        {
            out << "\\\\x" << std::setw(2) << code;
        }
        else if (c == '"' || c == '\\')
        {
            out << '\\' << c;
        }
        else if (code < 0x20)
        {
            out << "\\u" << std::setw(4) << code;
        }
        else
        {
            out << text.substr(at, bytes);
        }
        at += bytes == 0 ? 1 : bytes;
    }
    out << '"';
    return out.str();
}

} // namespace

void
JsonObject::Add(const std::string& name, const std::string& value)
{
    m_members.push_back({name, Quote(value), {}});
}

void
JsonObject::AddOptional(const std::string& name, const std::string& value)
{
    m_members.push_back({name, value.empty() ? "null" : Quote(value), {}});
}

void
JsonObject::Add(const std::string& name, uint64_t value)
{
    m_members.push_back({name, std::to_string(value), {}});
}

void
JsonObject::Add(const std::string& name, double value)
{
    m_members.push_back({name, std::isfinite(value) ? NumberText(value) : "null", {}});
}

void
JsonObject::Add(const std::string& name, bool value)
{
    m_members.push_back({name, value ? "true" : "false", {}});
}

void
JsonObject::Add(const std::string& name, std::nullptr_t)
{
    m_members.push_back({name, "null", {}});
}

void
JsonObject::Add(const std::string& name, const std::vector<std::string>& values)
{
    std::string text;
    for (const std::string& value : values)
    {
        text += (text.empty() ? "[" : ", ") + Quote(value);
    }
    m_members.push_back({name, (text.empty() ? "[" : text) + "]", {}});
}

void
JsonObject::Add(const std::string& name, const JsonObject& value)
{
    m_members.push_back({name, "", {value}});
}

std::string
JsonObject::ToString(unsigned indent) const
{
    if (m_members.empty())
    {
        return "{}";
    }
    const std::string margin(indent + 2, ' ');
    std::ostringstream out;
    const char* separator = "{\n";
    for (const Member& member : m_members)
    {
        out << separator << margin << Quote(member.name) << ": "
            << (member.object.empty() ? member.text : member.object.front().ToString(indent + 2));
        separator = ",\n";
    }
    out << '\n' << std::string(indent, ' ') << '}';
    return out.str();
}

} // namespace ns3::rdmacell
