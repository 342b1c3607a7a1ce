/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef PFC_CONTROLLER_H
#define PFC_CONTROLLER_H

#include "pfc-sender.h"
#include "shared-buffer.h"

#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/persistent-event.h"

#include <cstdint>
#include <vector>

namespace ns3::rdmacell
{

/**
 * @ingroup rdmacell
 * @brief Decides when a switch pauses and resumes the senders at its ports (IEEE 802.1Qbb).
 *
 * A group (ingress port and class) is paused when the buffer says so, and resumed, by a frame of
 * pause time 0, when the buffer allows it. While the group is paused, its pause is refreshed each
 * time that half of the pause time is over. Any release of bytes raises the thresholds of all
 * groups, so all paused groups are examined at each release.
 */
class PfcController : public Object
{
  public:
    /// Counters of pauses and resumes.
    struct Counters
    {
        uint64_t pauses{0};    ///< groups paused
        uint64_t resumes{0};   ///< groups resumed
        uint64_t refreshes{0}; ///< PFC frames that refreshed pauses
    };

    PfcController();
    ~PfcController() override;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Start.
     * @param buffer the switch's buffer; outlives the controller's use
     * @param sender what sends PFC frames; outlives the controller's use
     * @param bitRates by port: its line rate, bits per second
     * @param context node id, for the timer
     */
    void Start(SharedBuffer& buffer,
               PfcSender& sender,
               const std::vector<uint64_t>& bitRates,
               uint32_t context);

    /**
     * @brief Compute the headroom that a lossless group of a port needs: the bytes that can arrive
     * after the decision to pause.
     *
     * These are the serialization times of a frame that delays the PFC frame, of the PFC frame (84
     * bytes) and of a frame that the peer has just started, the propagation delay there and back,
     * the peer's response time and the switch's own latency, at the line rate.
     *
     * @param bitRate line rate, bits per second
     * @param delay propagation delay one way
     * @param maxFrame wire bytes of the largest frame
     * @param latency time that a frame spends in the switch before it is charged
     * @return bytes
     */
    uint64_t ComputeHeadroom(uint64_t bitRate, Time delay, uint32_t maxFrame, Time latency) const;

    /**
     * @brief A frame was admitted.
     * @param ingress ingress port
     * @param trafficClass 0..7
     * @param now the current time, steps
     */
    void OnAdmitted(uint32_t ingress, uint32_t trafficClass, int64_t now)
    {
        if (m_buffer->ShouldPause(ingress, trafficClass))
        {
            Pause(ingress, trafficClass, now);
        }
    }

    /**
     * @brief Bytes were released.
     * @param now the current time, steps
     */
    void OnReleased(int64_t now)
    {
        if (!m_paused.empty())
        {
            ResumeGroups(now);
        }
    }

    /**
     * @brief Ask whether any group is paused.
     * @return true if so
     */
    bool IsAnyPaused() const
    {
        return !m_paused.empty();
    }

    /**
     * @brief Get the counters.
     * @return counters of pauses and resumes
     */
    const Counters& GetCounters() const;

  protected:
    void DoDispose() override;

  private:
    /**
     * @brief Set the pause time.
     * @param quanta pause time in quanta
     */
    void SetPauseQuanta(uint16_t quanta);

    /**
     * @brief Get the pause time.
     * @return pause time in quanta
     */
    uint16_t GetPauseQuanta() const;

    /**
     * @brief Set whether pauses are refreshed.
     * @param refresh true to send a pause again before its time is over
     */
    void SetRefreshPauses(bool refresh);

    /**
     * @brief Get whether pauses are refreshed.
     * @return true if a pause is sent again before its time is over
     */
    bool GetRefreshPauses() const;

    /**
     * @brief Let the pauses of a port end: their time is over at the peer, too.
     * @param port ingress port
     */
    void Expire(uint32_t port);

    /// @brief Compute m_period.
    void ComputePeriods();

    /// A group that is paused.
    struct PausedGroup
    {
        uint16_t port;        ///< ingress port
        uint8_t trafficClass; ///< class
    };

    /**
     * @brief Pause a group.
     * @param port ingress port
     * @param trafficClass class
     * @param now the current time
     */
    [[gnu::cold, gnu::noinline]] void Pause(uint32_t port, uint32_t trafficClass, int64_t now);

    /**
     * @brief Resume the groups that may.
     * @param now the current time
     */
    [[gnu::cold, gnu::noinline]] void ResumeGroups(int64_t now);

    /**
     * @brief Refresh the pauses of which half of the time is over.
     * @param now the current time
     */
    void Refresh(int64_t now);

    using RefreshEvent = PersistentEvent<PfcController, &PfcController::Refresh>; ///< event type

    SharedBuffer* m_buffer{nullptr};   ///< what is counted
    std::vector<PausedGroup> m_paused; ///< groups paused, in order of their pauses
    uint16_t m_quanta{0};              ///< pause time in quanta
    bool m_refreshPauses{true};        ///< send a pause again before its time is over
    Time m_responseTime;               ///< how long a peer goes on sending
    uint64_t m_headroom;               ///< headroom instead of the computed one, bytes; 0: compute
    PfcSender* m_sender{nullptr};      ///< what sends PFC frames
    std::vector<uint64_t> m_bitRates;  ///< by port: line rate, bits per second
    std::vector<int64_t> m_period;     ///< by port: time after which a pause is refreshed, steps
    std::vector<int64_t> m_refreshAt;  ///< by port: when to refresh the pause
    std::vector<uint8_t> m_classes;    ///< by port: classes paused
    Counters m_counters;               ///< pauses and resumes
    Ptr<RefreshEvent> m_refresh;       ///< first refresh due
};

} // namespace ns3::rdmacell

#endif // PFC_CONTROLLER_H
