/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "go-back-n.h"

#include "go-back-n-requester.h"
#include "go-back-n-responder.h"

namespace ns3::rdmacell
{

NS_OBJECT_ENSURE_REGISTERED(GoBackN);

TypeId
GoBackN::GetTypeId()
{
    static TypeId tid = TypeId("ns3::rdmacell::GoBackN")
                            .SetParent<LossRecovery>()
                            .SetGroupName("RdmaCell")
                            .AddConstructor<GoBackN>();
    return tid;
}

std::unique_ptr<RequesterRecovery>
GoBackN::CreateRequester(QpRequester& requester) const
{
    return std::make_unique<GoBackNRequester>(requester);
}

std::unique_ptr<ResponderRecovery>
GoBackN::CreateResponder(QpResponder& responder) const
{
    return std::make_unique<GoBackNResponder>(responder);
}

} // namespace ns3::rdmacell
