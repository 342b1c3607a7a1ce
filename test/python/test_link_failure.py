# SPDX-License-Identifier: GPL-2.0-only
"""The plot of what rdmacell-link-failure writes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BUILD, ROOT

SCRIPT = ROOT / "scripts" / "plot-link-failure"
PROGRAM = BUILD / "bin" / "rdmacell-link-failure"


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """Runs the script with this interpreter, which has its modules."""
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_plots_each_scheme(tmp_path: Path) -> None:
    rows = [f"{10 * i},{scheme},{90 - i}" for scheme in ("ecmp", "rdmacell") for i in range(5)]
    csv = tmp_path / "failure.csv"
    csv.write_text("\n".join(["time_us,scheme,goodput_gbps", *rows, ""]))
    assert run(csv, "--down", 20).returncode == 0
    assert (tmp_path / "failure.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "failure.pdf").read_bytes().startswith(b"%PDF")


def test_refuses_other_files(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    for path in (other, tmp_path / "missing.csv"):
        done = run(path)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1 and str(path) in done.stderr


@pytest.mark.parametrize("arguments", [("--down=soon",), ("--down=nan",), ("--down=-1",), ("--down=",), ("--nosuch=1",),
                                       ("--output=no/such/place",), ("more.csv",)])
def test_bad_arguments_of_the_script_are_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    csv = tmp_path / "failure.csv"
    csv.write_text("time_us,scheme,goodput_gbps\n10,ecmp,90\n")
    done = run(csv, *arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("plot-link-failure: ")
    assert list(tmp_path.iterdir()) == [csv]


def test_a_text_in_place_of_a_number_is_refused(tmp_path: Path) -> None:
    csv = tmp_path / "failure.csv"
    csv.write_text("time_us,scheme,goodput_gbps\n10,ecmp,fast\n")
    done = run(csv)
    assert done.returncode == 2 and len(done.stderr.splitlines()) == 1 and "expected rows of time_us," in done.stderr


def simulate(directory: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the program in a directory; skips where it is not built."""
    if not PROGRAM.exists():
        pytest.skip(f"{PROGRAM} is not built")
    return subprocess.run([PROGRAM, *arguments], cwd=directory, capture_output=True, text=True, timeout=300, check=False)


def test_writes_goodput_that_the_script_plots(tmp_path: Path) -> None:
    done = simulate(tmp_path, "--k=4", "--end=100us", "--down=50us", "--schemes=ecmp,letflow", "--output=out.csv")
    assert done.returncode == 0, done.stderr
    rows = (tmp_path / "out.csv").read_text().splitlines()
    # The bin that ends with the run is not counted: its event comes after the stop.
    assert rows[0] == "time_us,scheme,goodput_gbps" and len(rows) == 1 + 2 * 9
    assert [line.split(":")[0] for line in done.stdout.splitlines()] == ["ecmp", "letflow"]
    assert run(tmp_path / "out.csv", "--down", 50).returncode == 0


BAD = [
    ("--k=0", "--k: expected a whole number from 4 to 128, found '0'"),
    ("--k=5", "--k: expected an even number, found '5'"),
    ("--k=many", "--k: expected a whole number from 4 to 128, found 'many'"),
    ("--schemes=ecmp,nosuch", "--schemes: expected one of ecmp, "),
    ("--schemes=", "--schemes: expected a value after the equals sign"),
    ("--schemes=ecmp,,drill", "--schemes: expected one of ecmp, "),
    ("--flows=0", "--flows: expected a whole number from 1"),
    ("--bytes=-1", "--bytes: expected a whole number from 1"),
    ("--bin=0s", "--bin: expected a time above 0"),
    ("--bin=1ns", "--bin: expected at most 100000 bins before --end, found '1ns'"),
    ("--down=2ms", "--down: expected a time before --end, found '2ms'"),
    ("--up=soon", "--up: expected a time such as 1us or 0.001ms, found 'soon'"),
    ("--seed=0", "--seed: expected a whole number from 1"),
    ("--cut=1us", "--cut: expected an option that exists"),
    ("--ns3::rdmacell::RoceNic::PathMtu=x", "--ns3::rdmacell::RoceNic::PathMtu: expected a value"),
    ("--output=/nonexistent/out.csv", "/nonexistent/out.csv"),
]


@pytest.mark.parametrize("argument, message", BAD)
def test_bad_input_ends_in_one_line(argument: str, message: str, tmp_path: Path) -> None:
    done = simulate(tmp_path, "--end=300us", "--k=4", argument)
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert done.stderr.startswith("rdmacell-link-failure: ") and message in done.stderr
    assert not list(tmp_path.iterdir())
