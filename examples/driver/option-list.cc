/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "option-list.h"

#include "argument-check.h"
#include "attribute-default.h"

#include "ns3/command-line.h"
#include "ns3/input-error.h"

#include <set>
#include <utility>

namespace ns3::rdmacell
{

void
OptionList::Add(std::vector<DriverOption> options)
{
    for (DriverOption& option : options)
    {
        m_options.push_back(std::move(option));
    }
}

void
OptionList::Parse(const std::string& program,
                  const std::string& usage,
                  const std::vector<std::string>& arguments)
{
    std::set<std::string> names;
    // Texts that are read here, not ns-3's typed values: those print the help and exit with status
    // 1 where a value is bad, take "5x" for 5, end a text at its first space, and know neither
    // shares, nor on and off, nor strict units.
    CommandLine cmd(program);
    cmd.Usage(usage);
    for (DriverOption& option : m_options)
    {
        names.insert(option.name);
        if (option.value.empty() && !option.attributes.empty())
        {
            const std::string& path = option.attributes.front();
            option.value = GetAttributeDefault(path);
        }
        cmd.AddValue(option.name, option.help, option.value);
    }
    CheckArguments(arguments, names);
    for (const std::string& argument : arguments)
    {
        const std::size_t equals = argument.find('=');
        m_given[argument.substr(2, equals - 2)] =
            equals == std::string::npos ? "" : argument.substr(equals + 1);
    }
    std::vector<std::string> words{program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    cmd.Parse(words);
    for (DriverOption& option : m_options)
    {
        if (const std::string* given = GetGiven(option.name))
        {
            option.value = *given;
        }
        else if (const std::string text = option.otherwise ? option.otherwise() : ""; !text.empty())
        {
            option.value = text;
        }
        try
        {
            if (!option.attributes.empty())
            {
                SetAttributes(option);
            }
            if (option.assign)
            {
                option.assign(option.value);
            }
        }
        catch (const InputError& error)
        {
            const std::string text = error.what();
            throw InputError(text.rfind("--", 0) == 0 ? text : "--" + option.name + ": " + text);
        }
    }
    CheckEffects();
}

const std::string*
OptionList::GetGiven(const std::string& name) const
{
    const auto found = m_given.find(name);
    return found == m_given.end() ? nullptr : &found->second;
}

std::vector<std::pair<std::string, std::string>>
OptionList::GetGivenAttributes() const
{
    std::vector<std::pair<std::string, std::string>> attributes;
    for (const auto& [name, value] : m_given)
    {
        if (name.find("::") != std::string::npos)
        {
            attributes.emplace_back(name, value);
        }
    }
    return attributes;
}

void
OptionList::SetAttributes(DriverOption& option) const
{
    const auto convert = [&option](const std::string& text) {
        return option.toAttribute ? option.toAttribute(text) : text;
    };
    const std::string text = option.value;
    for (const std::string& path : option.attributes)
    {
        const std::string* given = GetGiven(path);
        if (!given)
        {
            SetAttributeDefault(path, convert(text), option.name);
        }
        else if (!GetGiven(option.name))
        {
            option.value = NormalizeValue(path, *given);
        }
        else if (NormalizeValue(path, *given) != NormalizeValue(path, convert(text)))
        {
            throw InputError("expected one value for --" + option.name + " and --" + path +
                             ", which are the same, found '" + text + "' and '" + *given + "'");
        }
    }
}

void
OptionList::CheckEffects() const
{
    for (const DriverOption& option : m_options)
    {
        const std::string reason = option.noEffect ? option.noEffect() : "";
        if (reason.empty())
        {
            continue;
        }
        std::vector<std::string> names = option.attributes;
        names.push_back(option.name);
        for (const std::string& name : names)
        {
            if (GetGiven(name))
            {
                throw InputError("--" + name + ": has no effect " + reason);
            }
        }
    }
}

JsonObject
OptionList::GetParameters() const
{
    JsonObject parameters;
    std::set<std::string> recorded;
    for (const DriverOption& option : m_options)
    {
        recorded.insert(option.name);
        recorded.insert(option.attributes.begin(), option.attributes.end());
        if (option.noEffect && !option.noEffect().empty())
        {
            parameters.Add(option.name, nullptr);
        }
        else if (option.record)
        {
            option.record(parameters);
        }
        else if (!option.attributes.empty())
        {
            const std::string& path = option.attributes.front();
            AddAttributeValue(parameters, option.name, path, GetAttributeDefault(path));
        }
    }
    for (const auto& [name, value] : m_given)
    {
        if (recorded.count(name) == 0)
        {
            AddAttributeValue(parameters, name, name, value);
        }
    }
    return parameters;
}

} // namespace ns3::rdmacell
