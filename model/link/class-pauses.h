/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CLASS_PAUSES_H
#define CLASS_PAUSES_H

#include "line-rate.h"

#include "ns3/persistent-event.h"
#include "ns3/roce-frame.h"

#include <array>
#include <cstdint>

namespace ns3::rdmacell
{

class EgressPort;

/**
 * @ingroup rdmacell
 * @brief The classes of a port that PFC has paused, and until when (IEEE 802.1Qbb).
 *
 * The port is notified of each change by EgressPort::OnPausesChanged().
 */
class ClassPauses
{
  public:
    static constexpr uint32_t CLASSES = 8; ///< IEEE 802.1p classes

    /**
     * @brief Make the pauses of a port; no class is paused.
     * @param port the port
     */
    explicit ClassPauses(EgressPort& port);

    ~ClassPauses();

    /**
     * @brief Set the context in which pauses end.
     * @param context node id
     */
    void SetContext(uint32_t context);

    /**
     * @brief Obey a PFC frame: a new pause time replaces the old one, 0 resumes.
     * @param pfc the frame
     * @param rate line rate, in whose bit times pauses are measured
     * @param start when pauses start to count, steps
     * @param now the current time, steps
     */
    void Obey(const RoceFrame& pfc, const LineRate& rate, int64_t start, int64_t now);

    /**
     * @brief Get the classes that are paused.
     * @return bitmask of classes
     */
    uint8_t GetClasses() const
    {
        return m_classes;
    }

    /**
     * @brief Get how long a class has been paused in all.
     * @param trafficClass 0..7
     * @param now the current time, steps
     * @return time steps
     */
    int64_t GetTime(uint32_t trafficClass, int64_t now) const;

    /// @brief Stop: no pause ends any more.
    void Dispose();

  private:
    /**
     * @brief End the pauses that have run out.
     * @param now the current time
     */
    void End(int64_t now);

    /**
     * @brief Change the paused classes.
     * @param classes bitmask of classes
     * @param now the current time
     */
    void Set(uint8_t classes, int64_t now);

    using EndEvent = PersistentEvent<ClassPauses, &ClassPauses::End>; ///< event type

    EgressPort& m_port;                   ///< the port
    uint8_t m_classes{0};                 ///< classes paused
    std::array<int64_t, CLASSES> m_until; ///< by class: end of its pause
    std::array<int64_t, CLASSES> m_since; ///< by class: start of its pause
    std::array<int64_t, CLASSES> m_time;  ///< by class: sum of the pauses that have ended
    Ptr<EndEvent> m_end;                  ///< end of the first pause
};

} // namespace ns3::rdmacell

#endif // CLASS_PAUSES_H
