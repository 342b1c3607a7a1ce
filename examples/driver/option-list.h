/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef OPTION_LIST_H
#define OPTION_LIST_H

#include "driver-option.h"
#include "json-object.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief The options of the driver and their values on a command line.
 *
 * An option that stands for an attribute and the attribute itself are one parameter: either may be
 * given, and both only with the same value.
 */
class OptionList
{
  public:
    /**
     * @brief Add options.
     * @param options in the order of the help
     */
    void Add(std::vector<DriverOption> options);

    /**
     * @brief Read a command line: check it, set defaults of attributes, assign all options.
     *
     * Of an argument given twice, the last counts. ns-3's own --help and --Print... are answered
     * here and end the program.
     *
     * @param program the program's name
     * @param usage description for the help
     * @param arguments the command line without the program's name
     * @throws InputError that names the option and what was expected
     */
    void Parse(const std::string& program,
               const std::string& usage,
               const std::vector<std::string>& arguments);

    /**
     * @brief Get the value that was given for a name.
     * @param name an option, an attribute (TypeId::Attribute) or a global value, without dashes
     * @return the text, or null if it was not given
     */
    const std::string* GetGiven(const std::string& name) const;

    /**
     * @brief List the attributes that were given.
     * @return TypeId::Attribute and value as given
     */
    std::vector<std::pair<std::string, std::string>> GetGivenAttributes() const;

    /**
     * @brief Write the effective value of each option, null where it has no effect, and those
     * attributes and global values that were given and that no option stands for.
     * @return the parameters of the run
     */
    JsonObject GetParameters() const;

  private:
    /**
     * @brief Set the defaults of an option's attributes.
     * @param option the option; gets the value of an attribute that was given in its place
     */
    void SetAttributes(DriverOption& option) const;

    /// @brief Refuse arguments that have no effect. @throws InputError
    void CheckEffects() const;

    std::vector<DriverOption> m_options;        ///< in the order of the help
    std::map<std::string, std::string> m_given; ///< name without dashes -> value
};

} // namespace ns3::rdmacell

#endif // OPTION_LIST_H
