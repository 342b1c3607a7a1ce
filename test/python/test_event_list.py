# SPDX-License-Identifier: GPL-2.0-only
"""What runs the events, and how, changes no byte of the results."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

LOOK_AHEAD = "--ns3::rdmacell::TimingWheelScheduler::LookAheadFrom"
VARIANTS = {
    "never looks ahead": [f"{LOOK_AHEAD}=1000000000"],
    "always looks ahead": [f"{LOOK_AHEAD}=0"],
    "looks ahead now and then": [f"{LOOK_AHEAD}=150"],
    "ns-3's event list": ["--SchedulerType=ns3::MapScheduler"],
    "another event list of ns-3's": ["--SchedulerType=ns3::CalendarScheduler"],
}


@pytest.mark.parametrize("scheme", ["ecmp", "conweave", "hula", "rdmacell"])
def test_results_do_not_depend_on_the_event_list(driver: Run, tmp_path: Path, scheme: str) -> None:
    def flows(name: str, *options: str) -> bytes:
        done = driver("--k=4", "--load=0.8", "--duration=200us", f"--scheme={scheme}", f"--outputDir={name}",
                      *options, cwd=tmp_path)
        assert done.returncode == 0, done.stderr
        return (tmp_path / name / "fct.csv").read_bytes()

    expected = flows("default")
    assert expected.count(b"\n") > 500
    for name, options in VARIANTS.items():
        assert flows(name.replace(" ", "-"), *options) == expected, name
    assert flows("another-seed", "--seed=2") != expected
