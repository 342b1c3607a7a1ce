/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "size-cdf.h"

#include "ns3/decimal.h"
#include "ns3/input-error.h"
#include "ns3/text-table.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

namespace
{

/// Above 2^53 a double skips whole numbers.
constexpr double MAX_BYTES = 9007199254740992.0;

/**
 * @brief Checks that a point may follow another.
 *
 * @param last the point before
 * @param next the point
 * @return the error, empty if there is none
 */
std::string
CheckStep(const SizeCdf::Point& last, const SizeCdf::Point& next)
{
    // Negated, so that a NaN fails.
    if (!(next.bytes >= 0 && next.bytes <= MAX_BYTES))
    {
        return "expected a size from 0 to 2^53 bytes";
    }
    if (!(next.percent >= 0 && next.percent <= 100))
    {
        return "expected a cumulative percentage from 0 to 100";
    }
    if (next.bytes < last.bytes)
    {
        return "expected sizes that never fall";
    }
    if (next.percent < last.percent)
    {
        return "expected cumulative percentages that never fall";
    }
    return "";
}

/**
 * @brief Reads a number of a distribution file.
 *
 * @param text the number
 * @param value set to the number
 * @return whether it is one
 */
bool
ReadNumber(const std::string& text, double& value)
{
    const auto millionths = ParseDecimal(text, 6);
    value = millionths ? static_cast<double>(*millionths) / 1e6 : 0;
    return millionths.has_value();
}

} // namespace

SizeCdf::SizeCdf(std::vector<Point> points, const std::string& name)
    : m_points(std::move(points))
{
    Point last{0, 0};
    for (const auto& point : m_points)
    {
        const auto fault = CheckStep(last, point);
        if (!fault.empty())
        {
            throw InputError(name + ": " + fault);
        }
        last = point;
    }
    if (last.percent != 100)
    {
        throw InputError(name + ": expected cumulative percentages that rise to 100");
    }
    if (m_points.front().percent > 0)
    {
        m_points.insert(m_points.begin(), {m_points.front().bytes, 0});
    }
    if (Mean() <= 0)
    {
        throw InputError(name + ": expected a size above 0 bytes");
    }
}

SizeCdf
SizeCdf::Fixed(uint64_t bytes)
{
    return SizeCdf({{static_cast<double>(bytes), 100}}, "flow size");
}

SizeCdf
SizeCdf::Load(const std::string& path)
{
    TextTable table(path);
    std::vector<Point> points;
    Point last{0, 0};
    while (table.Next())
    {
        const auto words = table.GetWords();
        Point point{0, 0};
        if (words.size() != 2 || !ReadNumber(words[0], point.bytes) ||
            !ReadNumber(words[1], point.percent))
        {
            table.Fail("expected two numbers, \"bytes cumulative_percent\", found \"" +
                       table.GetRow() + "\"");
        }
        const auto fault = CheckStep(last, point);
        if (!fault.empty())
        {
            table.Fail(fault + ", found \"" + table.GetRow() + "\"");
        }
        points.push_back(point);
        last = point;
    }
    if (last.percent != 100)
    {
        table.Fail("expected cumulative percentages that rise to 100 by the end of the file");
    }
    return SizeCdf(std::move(points), path);
}

double
SizeCdf::Mean() const
{
    double sum = 0;
    for (std::size_t i = 1; i < m_points.size(); ++i)
    {
        const auto& low = m_points[i - 1];
        const auto& high = m_points[i];
        sum += (high.percent - low.percent) * (high.bytes + low.bytes) / 2;
    }
    return sum / 100;
}

uint64_t
SizeCdf::Quantile(double p) const
{
    const double percent = std::clamp(p, 0.0, 1.0) * 100;
    auto high = std::lower_bound(m_points.begin() + 1,
                                 m_points.end() - 1,
                                 percent,
                                 [](const Point& point, double x) { return point.percent < x; });
    const auto low = high - 1;
    const double width = high->percent - low->percent;
    const double share = width > 0 ? (percent - low->percent) / width : 0;
    const double bytes = low->bytes + share * (high->bytes - low->bytes);
    return std::max<uint64_t>(1, static_cast<uint64_t>(std::floor(bytes + 0.5)));
}

uint64_t
SizeCdf::Sample(Ptr<UniformRandomVariable> uniform) const
{
    return Quantile(uniform->GetValue(0, 1));
}

} // namespace ns3::rdmacell
