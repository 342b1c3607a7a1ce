/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dcqcn.h"

#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/log.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::rdmacell
{

NS_LOG_COMPONENT_DEFINE("Dcqcn");

NS_OBJECT_ENSURE_REGISTERED(Dcqcn);
NS_OBJECT_ENSURE_REGISTERED(DcqcnConWeave);
NS_OBJECT_ENSURE_REGISTERED(DcqcnConnectX);
NS_OBJECT_ENSURE_REGISTERED(DcqcnSigcomm);

TypeId
Dcqcn::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::rdmacell::Dcqcn").SetParent<CongestionOps>().SetGroupName("RdmaCell");
    return tid;
}

TypeId
DcqcnConWeave::GetTypeId()
{
    static TypeId tid = [] {
        Profile profile;
        profile.source = "ConWeave evaluation, SIGCOMM 2023";
        profile.gain = 1.0 / 256;
        profile.initialAlpha = 1;
        profile.alphaPeriod = MicroSeconds(1);
        profile.decreasePeriod = MicroSeconds(4);
        profile.increasePeriod = MicroSeconds(300);
        profile.byteCounter = 0;
        profile.recoveryThreshold = 1;
        profile.countFirst = false;
        profile.scaleHyperIncrease = false;
        profile.clampTarget = false;
        profile.additiveIncrease = DataRate("40Mbps");
        profile.hyperIncrease = DataRate("100Mbps");
        profile.referenceRate = DataRate("100Gbps");
        profile.increaseSource = "ConWeave evaluation, in proportion to the line rate";
        profile.minRate = DataRate("100Mbps");
        profile.minRateSource = profile.source;
        profile.cnpInterval = Time(0);
        profile.cnpOnAck = true;
        profile.cutOnNak = true;
        profile.cutOnTimeout = false;
        profile.lossSource =
            "the ConWeave simulator, where each NAK carries a CNP, as out-of-order "
            "packets slow ConnectX-5 and ConnectX-6 down: ConWeave, section 2";
        return AddAttributes(TypeId("ns3::rdmacell::DcqcnConWeave")
                                 .SetParent<Dcqcn>()
                                 .SetGroupName("RdmaCell")
                                 .AddConstructor<DcqcnConWeave>(),
                             profile);
    }();
    return tid;
}

TypeId
DcqcnConnectX::GetTypeId()
{
    static TypeId tid = [] {
        Profile profile;
        profile.source = "ConnectX default, NVIDIA: DCQCN CC parameters";
        profile.gain = 5.0 / 1024;
        profile.initialAlpha = 1023.0 / 1024;
        profile.alphaPeriod = MicroSeconds(1);
        profile.decreasePeriod = MicroSeconds(4);
        profile.increasePeriod = MicroSeconds(300);
        profile.byteCounter = 32767;
        profile.recoveryThreshold = 1;
        profile.countFirst = false;
        profile.scaleHyperIncrease = false;
        profile.clampTarget = false;
        profile.additiveIncrease = DataRate("5Mbps");
        profile.hyperIncrease = DataRate("50Mbps");
        profile.referenceRate = DataRate(0);
        profile.increaseSource = profile.source;
        profile.minRate = DataRate("1Mbps");
        profile.minRateSource = profile.source;
        profile.cnpInterval = MicroSeconds(4);
        profile.cnpOnAck = false;
        profile.cutOnNak = true;
        profile.cutOnTimeout = true;
        profile.lossSource = "NVIDIA's RoCE slow restart, whose algorithm is not published; that "
                             "the cut is that of a CNP is this module's";
        return AddAttributes(TypeId("ns3::rdmacell::DcqcnConnectX")
                                 .SetParent<Dcqcn>()
                                 .SetGroupName("RdmaCell")
                                 .AddConstructor<DcqcnConnectX>(),
                             profile);
    }();
    return tid;
}

TypeId
DcqcnSigcomm::GetTypeId()
{
    static TypeId tid = [] {
        Profile profile;
        profile.source = "DCQCN paper, SIGCOMM 2015";
        profile.gain = 1.0 / 256;
        profile.initialAlpha = 1;
        profile.alphaPeriod = MicroSeconds(55);
        profile.decreasePeriod = Time(0);
        profile.increasePeriod = MicroSeconds(55);
        profile.byteCounter = 10000000;
        profile.recoveryThreshold = 5;
        profile.countFirst = true;
        profile.scaleHyperIncrease = true;
        profile.clampTarget = true;
        profile.additiveIncrease = DataRate("40Mbps");
        profile.hyperIncrease = DataRate("400Mbps");
        profile.referenceRate = DataRate(0);
        profile.increaseSource = "customary with the paper's values at 40 Gb/s; not confirmed to "
                                 "be the paper's";
        profile.minRate = DataRate("100Mbps");
        profile.minRateSource = "ConWeave evaluation; the DCQCN paper names none";
        profile.cnpInterval = MicroSeconds(50);
        profile.cnpOnAck = false;
        profile.cutOnNak = false;
        profile.cutOnTimeout = false;
        profile.lossSource = "the DCQCN paper has no losses";
        return AddAttributes(TypeId("ns3::rdmacell::DcqcnSigcomm")
                                 .SetParent<Dcqcn>()
                                 .SetGroupName("RdmaCell")
                                 .AddConstructor<DcqcnSigcomm>(),
                             profile);
    }();
    return tid;
}

TypeId
Dcqcn::AddAttributes(TypeId tid, const Profile& profile)
{
    const std::string read = " Read when a queue pair is first notified.";
    const std::string from = " (" + profile.source + ")." + read;
    const std::string increaseFrom = " (" + profile.increaseSource + ")." + read;
    AddNotificationAttributes(tid, profile);
    return tid
        .AddAttribute("Gain",
                      "g: weight of new congestion information in alpha, 0 to 1" + from,
                      DoubleValue(profile.gain),
                      MakeDoubleAccessor(&Dcqcn::m_gain),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("InitialAlpha",
                      "alpha at the first CNP, 0 to 1" + from,
                      DoubleValue(profile.initialAlpha),
                      MakeDoubleAccessor(&Dcqcn::m_initialAlpha),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("AlphaPeriod",
                      "K: alpha is updated once in this time, above 0" + from,
                      TimeValue(profile.alphaPeriod),
                      MakeTimeAccessor(&Dcqcn::m_alphaPeriod),
                      MakeTimeChecker(TimeStep(1)))
        .AddAttribute("DecreasePeriod",
                      "The rate is cut once at the end of each such period in which a CNP came; "
                      "the first CNP starts the first period. 0: each CNP cuts at once and "
                      "restarts the period of alpha" +
                          from,
                      TimeValue(profile.decreasePeriod),
                      MakeTimeAccessor(&Dcqcn::m_decreasePeriod),
                      MakeTimeChecker(Time(0)))
        .AddAttribute("IncreasePeriod",
                      "The increase timer: the rate is increased this time after a cut or after "
                      "the last such increase, above 0" +
                          from,
                      TimeValue(profile.increasePeriod),
                      MakeTimeAccessor(&Dcqcn::m_increasePeriod),
                      MakeTimeChecker(TimeStep(1)))
        .AddAttribute("ByteCounter",
                      "B: the rate is increased each time that this many bytes were sent; 0: no "
                      "byte counter" +
                          from,
                      UintegerValue(profile.byteCounter),
                      MakeUintegerAccessor(&Dcqcn::m_byteCounter),
                      MakeUintegerChecker<uint64_t>())
        .AddAttribute("RecoveryThreshold",
                      "F: expiries of the timer or of the byte counter that end fast recovery; if "
                      "both have had more, the increase is hyper" +
                          from,
                      UintegerValue(profile.recoveryThreshold),
                      MakeUintegerAccessor(&Dcqcn::m_recoveryThreshold),
                      MakeUintegerChecker<uint32_t>())
        .AddAttribute("CountFirst",
                      "Count an expiry before the count is compared with RecoveryThreshold, "
                      "otherwise after" +
                          from,
                      BooleanValue(profile.countFirst),
                      MakeBooleanAccessor(&Dcqcn::m_countFirst),
                      MakeBooleanChecker())
        .AddAttribute("ScaleHyperIncrease",
                      "The i-th hyper increase after a cut adds i steps, otherwise one" + from,
                      BooleanValue(profile.scaleHyperIncrease),
                      MakeBooleanAccessor(&Dcqcn::m_scaleHyperIncrease),
                      MakeBooleanChecker())
        .AddAttribute("ClampTarget",
                      "Each cut sets the target rate to the rate before it, otherwise only a cut "
                      "that follows an increase" +
                          from,
                      BooleanValue(profile.clampTarget),
                      MakeBooleanAccessor(&Dcqcn::m_clampTarget),
                      MakeBooleanChecker())
        .AddAttribute("AdditiveIncrease",
                      "R_AI: step of an additive increase" + increaseFrom,
                      DataRateValue(profile.additiveIncrease),
                      MakeDataRateAccessor(&Dcqcn::m_additiveIncrease),
                      MakeDataRateChecker())
        .AddAttribute("HyperIncrease",
                      "R_HAI: step of a hyper increase" + increaseFrom,
                      DataRateValue(profile.hyperIncrease),
                      MakeDataRateAccessor(&Dcqcn::m_hyperIncrease),
                      MakeDataRateChecker())
        .AddAttribute("ReferenceRate",
                      "AdditiveIncrease and HyperIncrease hold for this line rate and are scaled "
                      "to that of the NIC; 0: they are not scaled" +
                          increaseFrom,
                      DataRateValue(profile.referenceRate),
                      MakeDataRateAccessor(&Dcqcn::m_referenceRate),
                      MakeDataRateChecker())
        .AddAttribute("MinRate",
                      "Lower limit of the rate; 0 counts as 1 b/s (" + profile.minRateSource +
                          ")." + read,
                      DataRateValue(profile.minRate),
                      MakeDataRateAccessor(&Dcqcn::m_minRate),
                      MakeDataRateChecker());
}

void
Dcqcn::AddNotificationAttributes(TypeId tid, const Profile& profile)
{
    const std::string next = " (" + profile.source + "). Takes effect on the next marked frame.";
    const std::string loss = " (" + profile.lossSource + "). Takes effect on the next loss.";
    tid.AddAttribute("CnpInterval",
                     "N: least time between two notifications of a queue pair; 0: one for each "
                     "marked frame" +
                         next,
                     TimeValue(profile.cnpInterval),
                     MakeTimeAccessor(&Dcqcn::m_cnpInterval),
                     MakeTimeChecker(Time(0)))
        .AddAttribute("CnpOnAck",
                      "The ACK or NAK that answers a marked packet carries the notification, in "
                      "its BECN bit; a packet that is not answered gets a CNP. Off: always a CNP" +
                          next,
                      BooleanValue(profile.cnpOnAck),
                      MakeBooleanAccessor(&Dcqcn::m_cnpOnAck),
                      MakeBooleanChecker())
        .AddAttribute("CutOnNak",
                      "A NAK of a PSN sequence error counts as a CNP at the sender" + loss,
                      BooleanValue(profile.cutOnNak),
                      MakeBooleanAccessor(&Dcqcn::m_cutOnNak),
                      MakeBooleanChecker())
        .AddAttribute("CutOnTimeout",
                      "A local ACK timeout counts as a CNP at the sender" + loss,
                      BooleanValue(profile.cutOnTimeout),
                      MakeBooleanAccessor(&Dcqcn::m_cutOnTimeout),
                      MakeBooleanChecker());
}

std::unique_ptr<RateController>
Dcqcn::CreateController(const ControlledPath& path) const
{
    NS_LOG_FUNCTION(this << path.lineRate);
    return std::make_unique<DcqcnController>(GetParameters(path.lineRate),
                                             static_cast<double>(path.lineRate));
}

bool
Dcqcn::StartsWithCnp() const
{
    return true;
}

bool
Dcqcn::SendsCnps() const
{
    return true;
}

Time
Dcqcn::GetCnpInterval() const
{
    return m_cnpInterval;
}

bool
Dcqcn::NotifiesByAck() const
{
    return m_cnpOnAck;
}

bool
Dcqcn::ReactsTo(LossSign sign) const
{
    return sign == LossSign::NAK ? m_cutOnNak : m_cutOnTimeout;
}

DcqcnParameters
Dcqcn::GetParameters(uint64_t lineRate) const
{
    const uint64_t reference = m_referenceRate.GetBitRate();
    const double scale = reference ? static_cast<double>(lineRate) / reference : 1;
    DcqcnParameters p;
    p.gain = m_gain;
    p.initialAlpha = m_initialAlpha;
    p.alphaPeriod = m_alphaPeriod.GetTimeStep();
    p.decreasePeriod = m_decreasePeriod.GetTimeStep();
    p.increasePeriod = m_increasePeriod.GetTimeStep();
    p.byteCounter = m_byteCounter;
    p.recoveryThreshold = m_recoveryThreshold;
    p.countFirst = m_countFirst;
    p.scaleHyperIncrease = m_scaleHyperIncrease;
    p.clampTarget = m_clampTarget;
    p.additiveIncrease = static_cast<double>(m_additiveIncrease.GetBitRate()) * scale;
    p.hyperIncrease = static_cast<double>(m_hyperIncrease.GetBitRate()) * scale;
    p.minRate = std::max(static_cast<double>(m_minRate.GetBitRate()), 1.0);
    p.stepsPerByteAndBitRate = GetStepsPerByteAndBitRate();
    return p;
}

} // namespace ns3::rdmacell
