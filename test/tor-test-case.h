/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef TOR_TEST_CASE_H
#define TOR_TEST_CASE_H

#include "mock-switch-view.h"

#include "ns3/nstime.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
{

constexpr uint32_t NEAR = 0x0a000001;     ///< a host of ToR switch 0, where the test is, port 0
constexpr uint32_t NEIGHBOR = 0x0a000002; ///< another one, port 1
constexpr uint32_t FAR = 0x0a000011;      ///< a host of ToR switch 1
constexpr uint16_t UPLINK = 2;            ///< first port that leads to ToR switch 1

/**
 * @ingroup tests
 * @brief A scheme with whole paths, on a ToR switch with two hosts and some uplinks, each one path
 * to another ToR switch: two links of 100 Gb/s and 1 us.
 *
 * Of ToR switch 1, the port towards path i is 10 + i; that of its spine towards here, 0.
 * @tparam Balancer the scheme
 */
template <typename Balancer>
class TorTestCase : public TestCase
{
  public:
    /**
     * @brief Make a test case.
     * @param name what is tested
     * @param uplinks uplinks
     */
    TorTestCase(const std::string& name, uint16_t uplinks)
        : TestCase(name),
          m_uplinks(uplinks)
    {
    }

  protected:
    /**
     * @brief Start the scheme.
     * @param attributes names and values that differ from the defaults
     */
    void Start(const std::map<std::string, std::string>& attributes = {})
    {
        m_balancer = CreateObject<Balancer>();
        for (const auto& [name, value] : attributes)
        {
            m_balancer->SetAttribute(name, StringValue(value));
        }
        m_balancer->AssignStreams(1);
        m_balancer->Attach(m_view);
    }

    /**
     * @brief Get a counter.
     * @param name its name
     * @return its value
     */
    uint64_t Count(const std::string& name) const
    {
        return m_balancer->GetCounters().at(name);
    }

    MockSwitchView m_view;    ///< the switch
    Ptr<Balancer> m_balancer; ///< under test
    uint16_t m_uplinks;       ///< uplinks

  private:
    void DoSetup() override
    {
        m_view.ports.resize(UPLINK + m_uplinks);
        m_view.ports[0].role = PortRole::HOST;
        m_view.ports[1].role = PortRole::HOST;
        m_view.tor = 0;
        m_view.torCount = 2;
        m_view.torOf = {{NEAR, 0}, {NEIGHBOR, 0}, {FAR, 1}};
        for (uint16_t i = 0; i < m_uplinks; ++i)
        {
            m_view.routes[FAR].push_back(UPLINK + i);
            FabricPath path = MockSwitchView::MakePath({static_cast<uint16_t>(UPLINK + i), 1});
            path.arrivals = {0, static_cast<uint16_t>(10 + i)};
            path.delay = MicroSeconds(2).GetTimeStep();
            path.bitRates = {100'000'000'000, 100'000'000'000};
            m_view.paths[1].push_back(path);
        }
        m_view.routes[NEIGHBOR] = {1};
    }

    void DoTeardown() override
    {
        m_balancer->Dispose();
        m_balancer = nullptr;
        m_view.sent.clear();
        Simulator::Destroy();
        NS_TEST_EXPECT_MSG_EQ(RoceFramePool::GetLive(), 0, "frames leaked");
    }
};

} // namespace ns3::rdmacell

#endif // TOR_TEST_CASE_H
