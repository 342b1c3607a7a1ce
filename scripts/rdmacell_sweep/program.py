# SPDX-License-Identifier: GPL-2.0-only
"""How the programs beside the sweep end: one line and status 2 for what cannot be done."""

from __future__ import annotations

import sys
from typing import Callable, NoReturn

from . import SweepError


def run_program(name: str, main: Callable[[], int], stopped: str = "") -> NoReturn:
    """Runs a program and exits with its status.

    @param name its name in messages
    @param main its entry point, which returns the status
    @param stopped what to say to a user who interrupts it
    """
    try:
        sys.exit(main())
    except SweepError as error:
        print(f"{name}: {error}", file=sys.stderr)
        sys.exit(2)
    except OSError as error:
        # Full or read-only file systems.
        place = f"{error.filename}: " if error.filename else ""
        print(f"{name}: {place}{error.strerror or error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        if stopped:
            print(f"\n{stopped}", file=sys.stderr)
        sys.exit(130)
