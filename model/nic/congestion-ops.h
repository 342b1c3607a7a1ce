/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef CONGESTION_OPS_H
#define CONGESTION_OPS_H

#include "rate-controller.h"

#include "ns3/nstime.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>

namespace ns3::rdmacell
{

/// What congestion control knows of a queue pair when its controller is made.
struct ControlledPath
{
    uint64_t lineRate;   ///< of the NIC, bits per second
    uint64_t pathRate;   ///< line rate of the path's slowest link, bits per second
    int64_t baseRtt;     ///< round-trip time if nothing else is sent, steps
    uint32_t pathMtu;    ///< payload bytes of a full packet
    uint16_t sourcePort; ///< UDP source port of the queue pair
};

/**
 * @ingroup rdmacell
 * @brief A congestion control scheme: holds its parameters, and makes a controller for each queue
 * pair.
 *
 * There is one for each NIC, of the type RoceNic::CongestionOpsType, as its attribute
 * CongestionOps.
 */
class CongestionOps : public Object
{
  public:
    /// What a scheme needs beside CNPs. What is not asked for costs nothing.
    enum Capability : uint32_t
    {
        ACKS = 1 << 0,        ///< RateController::OnAck()
        TIME_STAMPS = 1 << 1, ///< packets carry the NIC's time stamps, and ACKs carry them back
        TELEMETRY = 1 << 2,   ///< switches stamp telemetry into packets, and ACKs carry it back
        WINDOW = 1 << 3,      ///< RateController::GetWindow()
        PATH = 1 << 4,        ///< ControlledPath::baseRtt and pathRate
        PORTS = 1 << 5,       ///< RateController::ChoosePort()
    };

    /// Base round-trip time where an application does not tell it: T of the HPCC evaluation, us.
    static constexpr int64_t UNKNOWN_BASE_RTT_US = 13;

    /**
     * @brief Get the type.
     * @return the TypeId
     */
    static TypeId GetTypeId();

    /**
     * @brief Make the controller of a queue pair: when it goes to RTS, or, if StartsWithCnp(), when
     * its first CNP arrives.
     * @param path what is known of the queue pair
     * @return the controller, or null if the scheme never limits the rate
     */
    virtual std::unique_ptr<RateController> CreateController(const ControlledPath& path) const = 0;

    /**
     * @brief Say what the scheme needs; read when a queue pair goes to RTS.
     * @return union of Capability bits; the default is 0
     */
    virtual uint32_t GetCapabilities() const;

    /**
     * @brief Get the room for telemetry in packets, if TELEMETRY is asked for.
     * @return records, 1 to FrameTelemetry::MAX_HOPS; the default is 5
     */
    virtual uint32_t GetTelemetryHops() const;

    /**
     * @brief Compute what time stamps or telemetry take on the wire.
     * @return bytes of a request packet, 0 if it carries none
     */
    uint32_t GetTelemetryBytes() const;

    /**
     * @brief Ask whether queue pairs send at line rate until their first CNP. They have no
     * controller before, and most never need one.
     * @return true if so; the default is false
     */
    virtual bool StartsWithCnp() const;

    /**
     * @brief Ask whether receivers answer congestion marks by CNPs.
     * @return true if so
     */
    virtual bool SendsCnps() const = 0;

    /**
     * @brief Get the least time between two CNPs of a queue pair.
     * @return the interval; 0: each marked frame is answered by a CNP
     */
    virtual Time GetCnpInterval() const = 0;

    /**
     * @brief Ask whether the ACK or NAK that answers a marked packet carries the notification, in
     * its BECN bit. Packets that are not answered get a CNP.
     * @return true if so; false, the default: a CNP is a packet of its own
     */
    virtual bool NotifiesByAck() const;

    /**
     * @brief Ask whether losses limit the rate.
     * @param sign by what a loss is detected
     * @return true if RateController::OnLoss() is to be called; the default is false
     */
    virtual bool ReactsTo(LossSign sign) const;

  protected:
    /**
     * @brief Compute the bandwidth-delay product of a path.
     * @param path the path
     * @return bytes, rounded down
     */
    static double GetBdp(const ControlledPath& path);

    /**
     * @brief Get what the serialization time of a byte is multiplied by to be in time steps.
     * @return 8 * time steps of a second
     */
    static double GetStepsPerByteAndBitRate();
};

} // namespace ns3::rdmacell

#endif // CONGESTION_OPS_H
