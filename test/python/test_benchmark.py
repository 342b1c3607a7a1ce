# SPDX-License-Identifier: GPL-2.0-only
"""What scripts/benchmark makes of a profile, and that it measures a run."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path

import callgrind_layers
import pytest
from conftest import BUILD, ROOT

# Two functions of the driver, the first of which has a line of a C++ header in it and calls the
# second; then one of ns-3's, which allocates twice. Costs are 3 + 5 + 7, then 11, then 13.
PROFILE = """\
# callgrind format
version: 1
positions: line
events: Ir

ob=(1) /x/rdmacell-fat-tree
fl=(1) /x/build/../model/link/frame-wire.cc
fn=(1) Send
10 3
fi=(2) /usr/include/c++/12/bits/stl_vector.h
+5 5
fe=(1)
-3 7
cfi=(3) /x/build/include/ns3/ecn-marker.h
cfn=(2) Mark
calls=4 20
* 11

fl=(3)
fn=(2)
20 11

ob=(2) /usr/lib/libns3-core.so.37
fl=(4) ???
fn=(3) Now
0 13
cob=(3) /usr/lib/libc.so.6
cfn=(4) malloc
calls=2 0
0 99

totals: 39
"""


def test_profile_has_layers_and_allocations(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.write_text(PROFILE)
    layers, allocations = callgrind_layers.read_profile(profile, ROOT)
    assert layers == Counter({"model/link": 15, "model/fabric": 11, "ns-3": 13})
    assert allocations == 2


@pytest.fixture(name="benchmark")
def benchmark_fixture():
    """Runs scripts/benchmark; skips where the driver is not built."""
    driver = BUILD / "bin" / "rdmacell-fat-tree"
    if not driver.exists():
        pytest.skip(f"{driver} is not built")

    def run(*arguments: str) -> str:
        command = [ROOT / "scripts" / "benchmark", f"--driver={driver}", *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=300, check=True).stdout

    return run


def test_row_has_what_the_run_counted(benchmark) -> None:
    head, row = benchmark("--k=4", "--timed=20us", "--runs=1", "--no-valgrind", "--schemes=drill",
                          "--points=solar:50").splitlines()
    got = dict(zip(head.split(), row.split()))
    assert (got["scheme"], got["workload"], got["load"]) == ("drill", "solar", "50%")
    assert int(got["frame-hops"]) > 1000
    assert 1 < float(got["events/hop"]) < 3


def test_memory_does_not_grow_with_flows_in_sequence(benchmark) -> None:
    text = benchmark("--sequential=1000000")
    rows = [(int(done), float(memory)) for done, memory in
            re.findall(r"^(\d+) flows done: ([\d.]+) MB$", text, re.MULTILINE)]
    assert "1000000 flows finished" in text
    assert rows[1][0] > 1.3 * rows[0][0]
    assert rows[1][1] < rows[0][1] + 2


def test_setup_is_linear_in_links(benchmark) -> None:
    """Kind: a part of the set-up grows with pairs of hosts, or of hosts and switches. Instructions for each link, which
    repeat on any machine; of fat trees, and of leaves and spines with parallel links."""
    wide = "leaf-spine:hosts={0},leaves={1},spines={1},parallelLinks=2"
    head, *rows = benchmark("--setup", "8", "16", wide.format(64, 8), wide.format(400, 20), "--runs=1").splitlines()
    names = [name.replace("~", " ") for name in head.replace("set-up s", "set-up~s").split()][:6]
    rows = [dict(zip(names, row.split())) for row in rows]
    assert [int(row["links"]) for row in rows] == [384, 3072, 192, 1200]
    counted = [float(row["instr/link"]) for row in rows]
    assert 100_000 < counted[0] < 2_000_000
    assert 0.5 < counted[1] / counted[0] < 1.2
    assert 0.5 < counted[3] / counted[2] < 1.2


def test_large_network_is_built_within_a_limit(benchmark) -> None:
    """Kind: as above; 3,456 hosts. Processor time, ten times what it takes on a slow machine."""
    text = benchmark("--setup", "24", "--setup-limit=15", "--runs=1", "--no-valgrind")
    assert re.search(r"^24 +3456 +10368 ", text, re.MULTILINE)


def test_setup_above_the_limit_is_an_error(benchmark) -> None:
    """The other side of the same."""
    with pytest.raises(subprocess.CalledProcessError) as failed:
        benchmark("--setup", "8", "--setup-limit=0.001", "--runs=1", "--no-valgrind")
    assert failed.value.returncode == 1


@pytest.mark.parametrize("meta, expected", [
    (None, "no result was written"),
    ("{", "no result was written"),
    ('{"frame_hops": 0}', "nothing to measure"),
])
def test_run_without_result_is_a_line(tmp_path: Path, meta: "str | None", expected: str) -> None:
    """Kind: success is taken from a program's status, not from its result."""
    driver = tmp_path / "driver"
    write = f"echo '{meta}' > \"${{last#--outputDir=}}/meta.json\"" if meta else ":"
    driver.write_text(f"#!/bin/sh\nfor last; do :; done\n{write}\n")
    driver.chmod(0o755)
    done = subprocess.run([ROOT / "scripts" / "benchmark", f"--driver={driver}", "--no-valgrind", "--runs=1"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and expected in done.stderr, done.stderr


@pytest.mark.parametrize("argument", ["--points=alicloud", "--points=", "--runs=0", "--counted=1us", "--driver=/",
                                      "--setup-limit=-1"])
def test_bad_input_of_the_benchmark_is_a_line(tmp_path: Path, argument: str) -> None:
    """Kind: bad input ends in a traceback."""
    (tmp_path / "driver").write_text("#!/bin/sh\n")
    done = subprocess.run([ROOT / "scripts" / "benchmark", f"--driver={tmp_path}/driver", "--no-valgrind", argument],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert done.stderr.startswith("benchmark: ")
