# SPDX-License-Identifier: GPL-2.0-only
"""Load sweeps: the plan (points), its runs (runner, driver), and their evaluation (analysis, plots)."""


class SweepError(Exception):
    """Bad input, or an output directory that must not be changed: one line for the user, exit status 2."""
