/*
 * Copyright (c) 2026 The rdmacell authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/**
 * @file
 * ns-3's test runner for the standalone build: the same command line as `test-runner` in an ns-3
 * tree (--list, --suite=NAME, --verbose ...).
 */

#include "ns3/test.h"

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
