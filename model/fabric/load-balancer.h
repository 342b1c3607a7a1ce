/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LOAD_BALANCER_H
#define LOAD_BALANCER_H

#include "switch-view.h"

#include "ns3/object.h"
#include "ns3/roce-frame-pool.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <map>
#include <string>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief A scheme that spreads traffic over equal-cost ports: one object for each switch.
 *
 * SelectPort() is required, and is called only where there is a choice. All else is a hook that a
 * scheme declares in GetCapabilities(), so that it pays only for those it uses. A scheme knows its
 * switch through SwitchView alone. Data for other switches it writes into frames
 * (RoceFrame::scratch) and counts in their wireBytes and balancerBytes. It may change these in
 * OnIngress(), OnControl(), SelectPort() and SelectQueue(), before the buffer admits the frame, but
 * not in OnEgress().
 *
 * Timers are PersistentEvents of the scheme, armed from OnAttached() on.
 *
 * The trace sources are the same under every scheme; a scheme that has no flowlets, or sends no
 * probes, never fires those about them.
 */
class LoadBalancer : public Object
{
  public:
    /// Hooks that a scheme may ask for.
    enum Capability : uint32_t
    {
        INGRESS = 1 << 0, ///< OnIngress()
        EGRESS = 1 << 1,  ///< OnEgress()
        CONTROL = 1 << 2, ///< OnControl()
        QUEUE = 1 << 3,   ///< SelectQueue()
        LINK = 1 << 4,    ///< OnLinkChange()
        PATHS = 1 << 5,   ///< SwitchView::GetPaths() must be filled in
    };

    /// In trace sources: the flow has no path yet.
    static constexpr uint32_t NO_PATH = UINT32_MAX;

    /**
     * @brief Signature of the PathChosen trace source.
     * @param frame the frame
     * @param port egress port, one of the ports of equal cost
     */
    using PathTracedCallback = void (*)(const RoceFrame& frame, uint32_t port);

    /**
     * @brief Signature of the FlowletStarted and Reroute trace sources.
     *
     * A path is what the scheme chooses: a port (LetFlow, HULA, CONGA with PathKey=Uplink) or an
     * index into SwitchView::GetPaths() (ConWeave, CONGA with PathKey=WholePath).
     *
     * @param frame the packet at hand
     * @param previous path of the flow so far, or NO_PATH
     * @param chosen path of the flow from now on
     */
    using FlowPathTracedCallback = void (*)(const RoceFrame& frame,
                                            uint32_t previous,
                                            uint32_t chosen);

    /**
     * @brief Signature of the ProbeSent and ProbeReceived trace sources.
     * @param frame the frame
     * @param port port by which it leaves or has arrived
     */
    using ProbeTracedCallback = void (*)(const RoceFrame& frame, uint32_t port);

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Bind the scheme to its switch, whose ports and routes are known by now.
     * @param view the switch; outlives the scheme's use
     */
    void Attach(SwitchView& view);

    /**
     * @brief Say which hooks the scheme wants; read once, after Attach().
     * @return union of Capability bits
     */
    virtual uint32_t GetCapabilities() const;

    /**
     * @brief Choose among the ports of equal cost.
     * @param frame the frame; its balancer fields may be changed
     * @param candidates two ports or more
     * @param now the current time, steps
     * @return one of the candidates
     */
    virtual uint32_t SelectPort(RoceFrame& frame, const PortSet& candidates, int64_t now) = 0;

    /**
     * @brief Choose among the ports of equal cost, and trace the choice: what a switch calls.
     * @param frame the frame; its balancer fields may be changed
     * @param candidates two ports or more
     * @param now the current time, steps
     * @return one of the candidates
     */
    uint32_t ChoosePort(RoceFrame& frame, const PortSet& candidates, int64_t now)
    {
        const uint32_t port = SelectPort(frame, candidates, now);
        if (!m_pathChosen.IsEmpty())
        {
            m_pathChosen(frame, port);
        }
        return port;
    }

    /**
     * @brief Choose the queue of the port chosen (capability QUEUE).
     * @param frame the frame
     * @param port the port
     * @param now the current time, steps
     * @return the queue of its class, or a reorder queue of that class
     */
    virtual uint32_t SelectQueue(RoceFrame& frame, uint32_t port, int64_t now);

    /**
     * @brief A RoCEv2 frame has arrived and is not routed yet (capability INGRESS).
     * @param frame the frame; if the scheme takes it, the switch does not process it further
     * @param port where it arrived
     * @param now the current time, steps
     */
    virtual void OnIngress(RoceFramePtr& frame, uint32_t port, int64_t now);

    /**
     * @brief The transmission of a frame starts (capability EGRESS): any kind but PFC.
     * @param frame the frame, after ECN marking; its wireBytes must not be changed
     * @param port the port
     * @param queue the queue that it was in
     * @param now the current time, steps
     */
    virtual void OnEgress(RoceFrame& frame, uint32_t port, uint32_t queue, int64_t now);

    /**
     * @brief A frame of kind BALANCER has arrived (capability CONTROL). Each switch that such a
     * frame meets gets it; SwitchView::Route() sends it on towards its destination.
     * @param frame the frame
     * @param port where it arrived
     * @param now the current time, steps
     */
    virtual void OnControl(RoceFramePtr&& frame, uint32_t port, int64_t now);

    /**
     * @brief A link of the switch is down or up (capability LINK).
     * @param port the port
     * @param up false if it is down
     */
    virtual void OnLinkChange(uint32_t port, bool up);

    /**
     * @brief Fix the scheme's random streams.
     * @param stream first stream number
     * @return how many streams were used
     */
    virtual int64_t AssignStreams(int64_t stream);

    /**
     * @brief Get the scheme's counters. They are summed over switches, except that of names that
     * end in "_peak" the largest counts.
     * @return name -> number
     */
    virtual std::map<std::string, uint64_t> GetCounters() const;

    /**
     * @brief Trace that a flow is given a path: called by a scheme and its parts. It fires
     * FlowletStarted and, if the flow leaves another path, Reroute.
     * @param frame the first packet of the flowlet
     * @param previous path of the flow's last flowlet, or NO_PATH
     * @param chosen path of the new one
     */
    void TraceFlowlet(const RoceFrame& frame, uint32_t previous, uint32_t chosen) const
    {
        if (!m_flowletStarted.IsEmpty())
        {
            m_flowletStarted(frame, previous, chosen);
        }
        if (previous != NO_PATH && previous != chosen)
        {
            TraceReroute(frame, previous, chosen);
        }
    }

    /**
     * @brief Trace that a flow moves: called by a scheme and its parts.
     * @param frame the packet at hand
     * @param previous path that the flow leaves
     * @param chosen path that it moves to
     */
    void TraceReroute(const RoceFrame& frame, uint32_t previous, uint32_t chosen) const
    {
        if (!m_reroute.IsEmpty())
        {
            m_reroute(frame, previous, chosen);
        }
    }

    /**
     * @brief Trace that a probe is sent: called by a scheme and its parts.
     * @param frame the probe, or data that carries one
     * @param port port by which it leaves
     */
    void TraceProbeSent(const RoceFrame& frame, uint32_t port) const
    {
        if (!m_probeSent.IsEmpty())
        {
            m_probeSent(frame, port);
        }
    }

    /**
     * @brief Trace that a probe or the reply to one has arrived: called by a scheme and its parts.
     * @param frame the probe or reply
     * @param port port where it has arrived
     */
    void TraceProbeReceived(const RoceFrame& frame, uint32_t port) const
    {
        if (!m_probeReceived.IsEmpty())
        {
            m_probeReceived(frame, port);
        }
    }

  protected:
    void DoDispose() override;

    /// @brief The switch is known: size tables, arm timers.
    virtual void OnAttached();

    /**
     * @brief Reach the switch.
     * @return the switch; only once attached
     */
    SwitchView& GetSwitch() const
    {
        return *m_switch;
    }

  private:
    SwitchView* m_switch{nullptr}; ///< the switch

    TracedCallback<const RoceFrame&, uint32_t> m_pathChosen;               ///< PathChosen
    TracedCallback<const RoceFrame&, uint32_t, uint32_t> m_flowletStarted; ///< FlowletStarted
    TracedCallback<const RoceFrame&, uint32_t, uint32_t> m_reroute;        ///< Reroute
    TracedCallback<const RoceFrame&, uint32_t> m_probeSent;                ///< ProbeSent
    TracedCallback<const RoceFrame&, uint32_t> m_probeReceived;            ///< ProbeReceived
};

} // namespace ns3::rdmacell

#endif // LOAD_BALANCER_H
