/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "frame-message.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace ns3::rdmacell
{

namespace
{

/// Parts of a frame that are not always there, as bits of the first byte.
enum Part : uint8_t
{
    RETH = 1,     ///< RoceFrame::reth, or RoceFrame::pfc
    INLINE = 2,   ///< RoceFrame::inlineData
    SCRATCH = 4,  ///< RoceFrame::scratch
    TELEMETRY = 8 ///< RoceFrame::telemetry
};

/// What is always there: from the member behind `next` to that before `nextArrival`.
constexpr std::size_t COMMON_BEGIN = offsetof(RoceFrame, srcIp);
constexpr std::size_t COMMON_BYTES = offsetof(RoceFrame, nextArrival) - COMMON_BEGIN;

/// The fields of FrameTelemetry, without list and records.
struct TelemetryFields
{
    int64_t sentAt;  ///< FrameTelemetry::sentAt
    uint8_t room;    ///< FrameTelemetry::room
    uint8_t count;   ///< FrameTelemetry::count
    uint8_t hops;    ///< FrameTelemetry::hops
    uint16_t pathId; ///< FrameTelemetry::pathId
};

/// Copies parts of frames one behind the other, or back.
class Cursor
{
  public:
    /**
     * @brief Begin.
     * @param bytes first byte
     * @param length bytes that there are
     */
    Cursor(uint8_t* bytes, std::size_t length)
        : m_begin(bytes),
          m_at(bytes),
          m_end(bytes + length)
    {
    }

    /**
     * @brief Write a part.
     * @param part first byte
     * @param length bytes
     */
    void Put(const void* part, std::size_t length)
    {
        std::memcpy(m_at, part, length);
        m_at += length;
    }

    /**
     * @brief Read a part; from the first one that is not whole on, nothing is read.
     * @param part first byte
     * @param length bytes
     */
    void Get(void* part, std::size_t length)
    {
        if (static_cast<std::size_t>(m_end - m_at) < length)
        {
            m_isWhole = false;
            m_end = m_at;
            return;
        }
        std::memcpy(part, m_at, length);
        m_at += length;
    }

    /**
     * @brief Count the bytes that were written or read.
     * @return bytes
     */
    std::size_t GetLength() const
    {
        return static_cast<std::size_t>(m_at - m_begin);
    }

    /**
     * @brief Ask whether all parts were there, and no more.
     * @return true if so
     */
    bool IsWhole() const
    {
        return m_isWhole && m_at == m_end;
    }

  private:
    uint8_t* m_begin;     ///< first byte
    uint8_t* m_at;        ///< next byte
    uint8_t* m_end;       ///< behind the last byte
    bool m_isWhole{true}; ///< all parts were there
};

/**
 * @brief Ask whether bytes have content.
 * @param bytes the bytes
 * @return true if one is not 0
 */
template <typename T>
bool
HasContent(const T& bytes)
{
    return std::any_of(bytes.begin(), bytes.end(), [](uint8_t byte) { return byte != 0; });
}

/**
 * @brief Find the parts of a frame that are not always there.
 * @param frame the frame
 * @return Part bits
 */
uint8_t
FindParts(const RoceFrame& frame)
{
    const bool hasReth = (RoceOpcodeTraits(frame.opcode) & ROCE_HAS_RETH) != 0 ||
                         frame.extensionBytes != 0 || frame.kind != FrameKind::ROCE;
    uint8_t parts = hasReth ? RETH : 0;
    parts |= HasContent(frame.inlineData) ? INLINE : 0;
    parts |= HasContent(frame.scratch) ? SCRATCH : 0;
    parts |= frame.telemetryBytes != 0 && frame.telemetry ? TELEMETRY : 0;
    return parts;
}

} // namespace

std::size_t
FrameMessage::Write(const RoceFrame& frame, uint8_t* bytes)
{
    Cursor cursor(bytes, MAX_BYTES);
    const uint8_t parts = FindParts(frame);
    cursor.Put(&parts, sizeof(parts));
    cursor.Put(reinterpret_cast<const uint8_t*>(&frame) + COMMON_BEGIN, COMMON_BYTES);
    if (parts & RETH)
    {
        cursor.Put(&frame.reth, sizeof(frame.reth));
    }
    if (parts & INLINE)
    {
        cursor.Put(frame.inlineData.data(), frame.inlineData.size());
    }
    if (parts & SCRATCH)
    {
        cursor.Put(frame.scratch.data(), frame.scratch.size());
    }
    if (parts & TELEMETRY)
    {
        const FrameTelemetry& telemetry = *frame.telemetry;
        TelemetryFields fields{};
        fields.sentAt = telemetry.sentAt;
        fields.room = telemetry.room;
        fields.count = telemetry.count;
        fields.hops = telemetry.hops;
        fields.pathId = telemetry.pathId;
        cursor.Put(&fields, sizeof(fields));
        cursor.Put(telemetry.records.data(), telemetry.count * sizeof(TelemetryHop));
    }
    return cursor.GetLength();
}

RoceFramePtr
FrameMessage::Read(const uint8_t* bytes, std::size_t length)
{
    Cursor cursor(const_cast<uint8_t*>(bytes), length); // Get() writes nothing there
    uint8_t parts = 0;
    cursor.Get(&parts, sizeof(parts));
    RoceFramePtr frame = RoceFramePool::Get();
    cursor.Get(reinterpret_cast<uint8_t*>(frame.get()) + COMMON_BEGIN, COMMON_BYTES);
    const uint16_t telemetryBytes = std::exchange(frame->telemetryBytes, 0);
    if (parts & RETH)
    {
        cursor.Get(&frame->reth, sizeof(frame->reth));
    }
    if (parts & INLINE)
    {
        cursor.Get(frame->inlineData.data(), frame->inlineData.size());
    }
    if (parts & SCRATCH)
    {
        cursor.Get(frame->scratch.data(), frame->scratch.size());
    }
    if (((parts & TELEMETRY) != 0) != (telemetryBytes != 0))
    {
        return nullptr; // not even the common part is whole
    }
    if (parts & TELEMETRY)
    {
        TelemetryFields fields{};
        cursor.Get(&fields, sizeof(fields));
        frame->telemetry = FrameTelemetryPool::Get();
        frame->telemetryBytes = telemetryBytes;
        FrameTelemetry& telemetry = *frame->telemetry;
        telemetry.sentAt = fields.sentAt;
        telemetry.room = fields.room;
        telemetry.count = std::min<uint8_t>(fields.count, FrameTelemetry::MAX_HOPS);
        telemetry.hops = fields.hops;
        telemetry.pathId = fields.pathId;
        cursor.Get(telemetry.records.data(), telemetry.count * sizeof(TelemetryHop));
    }
    return cursor.IsWhole() ? std::move(frame) : nullptr;
}

} // namespace ns3::rdmacell
