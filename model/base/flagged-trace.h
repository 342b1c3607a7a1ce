/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef FLAGGED_TRACE_H
#define FLAGGED_TRACE_H

#include "ns3/callback.h"
#include "ns3/traced-callback.h"

#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A TracedCallback that sets a flag when it is connected.
 *
 * Several trace sources share a flag, so that code that runs for each frame tests one flag instead
 * of each source. The flag stays set after the sinks are disconnected.
 *
 * @tparam Args arguments of the sinks
 */
template <typename... Args>
class FlaggedTrace : public TracedCallback<Args...>
{
  public:
    /**
     * @brief Make a source without sinks.
     * @param flag set when the first sink is connected; outlives the source
     */
    explicit FlaggedTrace(bool& flag)
        : m_flag(flag)
    {
    }

    /**
     * @brief Connect a sink, as TracedCallback does.
     * @param callback the sink
     * @return what TracedCallback returns in the ns-3 version in use
     */
    auto ConnectWithoutContext(const CallbackBase& callback)
    {
        m_flag = true;
        return TracedCallback<Args...>::ConnectWithoutContext(callback);
    }

    /**
     * @brief Connect a sink that gets the path, as TracedCallback does.
     * @param callback the sink
     * @param path the path
     * @return what TracedCallback returns in the ns-3 version in use
     */
    auto Connect(const CallbackBase& callback, const std::string& path)
    {
        m_flag = true;
        return TracedCallback<Args...>::Connect(callback, path);
    }

  private:
    bool& m_flag; ///< a sink has been connected
};

} // namespace ns3::rdmacell

#endif // FLAGGED_TRACE_H
