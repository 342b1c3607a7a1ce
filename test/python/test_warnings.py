# SPDX-License-Identifier: GPL-2.0-only
"""The end of the driver's table: a line for each thing that looks wrong, with the figures of the run's files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pandas as pd
from conftest import Run

K4 = ("--k=4", "--workload=solar", "--outputDir=out")


def lines(text: str) -> list[str]:
    """The warnings of a table."""
    return re.findall(r"^  look at: (.+)$", text, re.MULTILINE)


def meta(tmp_path: Path) -> dict[str, int]:
    """The run's record."""
    found: dict[str, int] = json.loads((tmp_path / "out" / "meta.json").read_text())
    return found


def test_nothing_is_said_of_a_quiet_run(driver: Run, tmp_path: Path) -> None:
    done = driver(*K4, "--load=0.1", "--duration=50us", "--warmup=50us", cwd=tmp_path)
    assert done.returncode == 0 and lines(done.stdout) == []


def test_overload_is_told_by_the_halves_of_the_window(driver: Run, tmp_path: Path) -> None:
    """An empty network at full load: queues grow through the window."""
    done = driver(*K4, "--load=1", "--duration=100us", "--warmup=0us", cwd=tmp_path)
    flows = pd.read_csv(tmp_path / "out" / "fct.csv").dropna(subset=["slowdown"])
    first, second = (flows[part].slowdown.mean() for part in (flows.start_ns < 50_000, flows.start_ns >= 50_000))
    assert len(flows) > 200 and second > 1.25 * first
    assert (f"overload, or a short warm-up: slowdown is {first:.2f} in the first half of the window, {second:.2f} in the second"
            in lines(done.stdout))


def test_unfinished_flows_are_named(driver: Run, tmp_path: Path) -> None:
    done = driver(*K4, "--load=0.8", "--duration=20us", "--warmup=0us", "--drain=0us", cwd=tmp_path)
    found = meta(tmp_path)
    assert found["unfinished"] > 0
    assert lines(done.stdout)[0].startswith(f"{found['unfinished']} of {found['flows']} flows have not finished")


def test_drops_and_timeouts_are_named(driver: Run, tmp_path: Path) -> None:
    """An incast without PFC, in which whole tails are lost."""
    done = driver("--k=4", "--pattern=incast", "--incastSize=1000000", "--pfc=off", "--cc=none", "--outputDir=out",
                  cwd=tmp_path)
    found, said = meta(tmp_path), lines(done.stdout)
    assert found["drops"] > 0 and f"{found['drops']} drops: each costs a retransmission or a timeout" in said
    assert (f"{found['timeouts']} timeouts: each takes far longer than a flow's ideal time" in said) == (found["timeouts"] > 0)


def test_early_resumes_are_named(driver: Run, tmp_path: Path) -> None:
    """ConWeave with timers that do not wait for the TAIL."""
    balancer = "--ns3::rdmacell::ConWeaveBalancer::"
    done = driver(*K4, "--scheme=conweave", "--load=0.9", "--duration=100us", "--warmup=0us", f"{balancer}ResumeDefault=1us",
                  f"{balancer}ResumeExtra=0us", cwd=tmp_path)
    count = json.loads((tmp_path / "out" / "meta.json").read_text())["scheme"]["early_resumes"]
    assert count > 0 and any(line.startswith(f"{count} early resumes") for line in lines(done.stdout))
