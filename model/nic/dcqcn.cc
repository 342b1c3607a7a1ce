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
DcqcnConnectX::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::rdmacell::DcqcnConnectX")
                                          .SetParent<Dcqcn>()
                                          .SetGroupName("RdmaCell")
                                          .AddConstructor<DcqcnConnectX>(),
                                      {"ConWeave evaluation, SIGCOMM 2023",
                                       MicroSeconds(1),
                                       MicroSeconds(4),
                                       MicroSeconds(300),
                                       0,
                                       1,
                                       false,
                                       false,
                                       false,
                                       DataRate("40Mbps"),
                                       DataRate("100Mbps"),
                                       DataRate("100Gbps"),
                                       "ConWeave evaluation, in proportion to the line rate",
                                       MicroSeconds(4)});
    return tid;
}

TypeId
DcqcnSigcomm::GetTypeId()
{
    static TypeId tid = AddAttributes(TypeId("ns3::rdmacell::DcqcnSigcomm")
                                          .SetParent<Dcqcn>()
                                          .SetGroupName("RdmaCell")
                                          .AddConstructor<DcqcnSigcomm>(),
                                      {"DCQCN paper, SIGCOMM 2015",
                                       MicroSeconds(55),
                                       Time(0),
                                       MicroSeconds(55),
                                       10000000,
                                       5,
                                       true,
                                       true,
                                       true,
                                       DataRate("40Mbps"),
                                       DataRate("400Mbps"),
                                       DataRate(0),
                                       "customary with the paper's values at 40 Gb/s; not "
                                       "confirmed to be the paper's",
                                       MicroSeconds(50)});
    return tid;
}

TypeId
Dcqcn::AddAttributes(TypeId tid, const Profile& profile)
{
    const std::string read = " Read when the first CNP of a queue pair arrives.";
    const std::string from = " (" + profile.source + ")." + read;
    const std::string increaseFrom = " (" + profile.increaseSource + ")." + read;
    return tid
        .AddAttribute("Gain",
                      "g: weight of new congestion information in alpha, 0 to 1" + from,
                      DoubleValue(1.0 / 256),
                      MakeDoubleAccessor(&Dcqcn::m_gain),
                      MakeDoubleChecker<double>(0.0, 1.0))
        .AddAttribute("InitialAlpha",
                      "alpha at the first CNP, 0 to 1" + from,
                      DoubleValue(1.0),
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
                      "Lower limit of the rate; 0 counts as 1 b/s (ConWeave evaluation; the DCQCN "
                      "paper names none)." +
                          read,
                      DataRateValue(DataRate("100Mbps")),
                      MakeDataRateAccessor(&Dcqcn::m_minRate),
                      MakeDataRateChecker())
        .AddAttribute("CnpInterval",
                      "N: least time between two CNPs of a queue pair; 0: a CNP for each marked "
                      "frame (" +
                          profile.source + "). Takes effect on the next marked frame.",
                      TimeValue(profile.cnpInterval),
                      MakeTimeAccessor(&Dcqcn::m_cnpInterval),
                      MakeTimeChecker(Time(0)));
}

std::unique_ptr<RateController>
Dcqcn::CreateController(uint64_t lineRate) const
{
    NS_LOG_FUNCTION(this << lineRate);
    return std::make_unique<DcqcnController>(GetParameters(lineRate),
                                             static_cast<double>(lineRate));
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
    p.stepsPerByteAndBitRate = 8.0 * static_cast<double>(Seconds(1).GetTimeStep());
    return p;
}

} // namespace ns3::rdmacell
