# SPDX-License-Identifier: GPL-2.0-only
"""Load sweeps: what to run (points), running it (runner), what came out (analysis, plots)."""


class SweepError(Exception):
    """Bad input or an output that must not be touched: one line for the user, exit status 2."""
