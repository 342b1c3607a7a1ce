/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "window-control.h"

#include "ns3/double.h"
#include "ns3/log.h"

#include <algorithm>
#include <cmath>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("WindowControl");

NS_OBJECT_ENSURE_REGISTERED(WindowControl);

namespace
{

constexpr double LARGEST_WINDOW = 1U << 31; ///< bytes: more than is in flight on any path

/// A window that does not change.
class FixedWindowController : public RateController
{
  public:
    /**
     * @brief Make it.
     * @param lineRate of the NIC, bits per second
     * @param window payload bytes in flight at most
     * @param pathMtu payload bytes of a full packet
     */
    FixedWindowController(double lineRate, double window, uint32_t pathMtu)
        : m_lineRate(lineRate),
          m_window(window),
          m_pathMtu(pathMtu)
    {
    }

    int64_t OnSend(uint32_t /* wireBytes */, int64_t /* now */) override
    {
        return 0;
    }

    void OnCnp(int64_t /* now */) override
    {
    }

    double GetWindow() const override
    {
        return m_window;
    }

    uint32_t GetAckInterval() const override
    {
        return std::max(static_cast<uint32_t>(std::ceil(m_window / m_pathMtu)) / ACKS_OF_WINDOW,
                        1U);
    }

    double GetRate(int64_t /* now */) override
    {
        return m_lineRate;
    }

    double GetLastRate() const override
    {
        return m_lineRate;
    }

  private:
    double m_lineRate;  ///< of the NIC
    double m_window;    ///< bytes
    uint32_t m_pathMtu; ///< payload bytes of a full packet
};

} // namespace

TypeId
WindowControl::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::WindowControl")
            .SetParent<CongestionOps>()
            .SetGroupName("RdmaCell")
            .AddConstructor<WindowControl>()
            .AddAttribute("WindowBdp",
                          "Payload that a queue pair has in flight at most, in bandwidth-delay "
                          "products of its path, of one packet at least (1: one round trip at the "
                          "rate of the path's slowest link). Read when a queue pair goes to RTS.",
                          DoubleValue(1),
                          MakeDoubleAccessor(&WindowControl::m_windowBdp),
                          MakeDoubleChecker<double>(0, 1000));
    return tid;
}

std::unique_ptr<RateController>
WindowControl::CreateController(const ControlledPath& path) const
{
    NS_LOG_FUNCTION(this << path.lineRate << path.baseRtt);
    const double window = std::clamp(std::ceil(m_windowBdp * GetBdp(path)), 1.0, LARGEST_WINDOW);
    return std::make_unique<FixedWindowController>(static_cast<double>(path.lineRate),
                                                   window,
                                                   path.pathMtu);
}

uint32_t
WindowControl::GetCapabilities() const
{
    return WINDOW | PATH;
}

bool
WindowControl::SendsCnps() const
{
    return false;
}

Time
WindowControl::GetCnpInterval() const
{
    return Time(0);
}

} // namespace ns3::rdmacell
