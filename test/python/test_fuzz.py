# SPDX-License-Identifier: GPL-2.0-only
"""Values that no one should give, for every option of every program and for every attribute of the module: each run
either gives a result, or refuses with one line and status 2. It never aborts, hangs, prints its help, or ends with
status 0 and nothing.

A few values of each are tried with every test, which depend on the name alone. RDMACELL_FUZZ is the number of values to
try of each instead; the ctest `fuzz-whole`, with the label slow, tries all.
"""

from __future__ import annotations

import os
import random
import re
import resource
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Iterable, NamedTuple, Optional

import pytest
from conftest import BUILD, FAKE_DRIVER, PROGRAM, ROOT
from test_attributes import BY_ATTRIBUTE, BY_CLASS, LOADED, attributes, write_topologies

COUNT = int(os.environ.get("RDMACELL_FUZZ", "0"))
SANITIZED = "sanitize" in BUILD.name
SECONDS = 600 if SANITIZED else 60
MEMORY = 4 << 30  # bytes of address space of a run; a sanitizer reserves more than there is

# What texts of all kinds have in common: they are wrong almost anywhere.
TEXTS = ("", " ", "-", ".", ",", ":", "=", "%", "abc", "nan", "inf", "-inf", "true", "false", "on", "0x10", "1e", "e5",
         "1..2", "1 2", "5 ", " 5", "+5", "1,2", "5,", "1:2", "1/0", "%s%n", "..", "/", "/dev/null", "/dev/full", "~",
         "no/such/path", "ns3::Object", "ns3::rdmacell::FlowApp", "x" * 5000, "\t", "\n", "\x01", "\udcff", "\u0663")
NUMBERS = ("0", "1", "2", "7", "8", "-1", "-0", "0.5", "1.5", "100", "255", "256", "1000", "65535", "65536", "2147483648",
           "4294967295", "4294967296", "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e-320",
           "1e3", "1e19", "1e308", "1e309", "9" * 40)
UNITS = ("0s", "0ps", "1ps", "1ns", "-1ns", "0.5us", "1us", "1ms", "1e18ps", "9223372036854775807ps", "9300000s", "1e30s",
         "1d", "1y", "1Us", "1 us", "us", "nans", "0bps", "1bps", "-1bps", "1Kbps", "1e3Mbps", "1Gbps", "400Gbps", "999Tbps",
         "18446744073709551615bps", "1e30bps", "1GBps", "Gbps", "1gbps", "50%", "0%", "101%", "-1%")
VALUES = (*TEXTS, *NUMBERS, *UNITS)

FAT_TREE = ("--k=4", "--duration=10us", "--drain=1ms")


class Attempt(NamedTuple):
    """One run: its command, and the file that it has to leave behind with status 0, if not any file or text."""

    command: tuple[str, ...]
    result: Optional[str] = None


def limit_memory() -> None:
    """In the child: an allocation without bounds fails instead of taking the machine's memory."""
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def write_inputs(where: Path) -> None:
    """What the scripts read."""
    (where / "flows.csv").write_text("start_ns,src,dst,size_bytes\n0,0,1,1000\n500,1,0,2000\n")
    (where / "goodput.csv").write_text("time_us,scheme,goodput_gbps\n0,ecmp,370\n100,ecmp,371\n300,ecmp,250\n")


def complaint(attempt: Attempt) -> str:
    """Why a run is not as it should be; empty if it is."""
    with tempfile.TemporaryDirectory() as where:
        write_topologies(Path(where))
        write_inputs(Path(where))
        given = set(Path(where).iterdir())
        try:
            done = subprocess.run(attempt.command, cwd=where, capture_output=True, timeout=SECONDS, check=False,
                                  stdin=subprocess.DEVNULL, preexec_fn=limit_memory)
        except subprocess.TimeoutExpired:
            return f"runs for more than {SECONDS} s"
        out, err = (text.decode(errors="replace") for text in (done.stdout, done.stderr))
        written = set(Path(where).iterdir()) - given
        found = (Path(where) / attempt.result).exists() if attempt.result else bool(out.strip() or written)
    if done.returncode == 0:
        return "" if found else "status 0 without a result"
    if done.returncode == 3 and "stall" in err + out:
        return ""  # nothing moves in the network that was asked for
    if done.returncode != 2:
        return f"status {done.returncode}: {(err or out)[-300:]!r}"
    return "" if err.count("\n") == 1 and "General Arguments" not in out + err else f"status 2 with: {err[:300]!r}"


def expect_fine(attempts: Iterable[Attempt]) -> None:
    """Run all, as many at a time as there are processors, and show those that are not as they should be."""
    listed = list(attempts)
    assert listed
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        complaints = list(pool.map(complaint, listed))
    wrong = [f"{' '.join(attempt.command)[:300]!r}: {text}" for attempt, text in zip(listed, complaints) if text]
    assert not wrong, "\n".join([f"{len(wrong)} of {len(listed)} runs:", *wrong])


def some(name: str, values: Iterable[str], count: int) -> list[str]:
    """Some of the values, which depend on the name alone."""
    listed = list(dict.fromkeys(values))
    return random.Random(name).sample(listed, min(COUNT or count, len(listed)))


@lru_cache(maxsize=None)
def checker_edges() -> dict[str, tuple[str, ...]]:
    """By Class::Attribute: numbers in its checker and those next to them, as far as the sources have them plain."""
    edges: dict[str, tuple[str, ...]] = {}
    for path in sorted((ROOT / "model").rglob("*.cc")):
        text = re.sub(r"'(?=\d)", "", path.read_text())
        owner = re.search(r'TypeId\("ns3::rdmacell::(\w+)"\)', text)
        for name, checker in re.findall(r'AddAttribute\(\s*"(\w+)".*?Make\w+Checker(?:<\w+>)?\(([^"]*?)\)+[;\s.]', text,
                                        re.DOTALL):
            numbers = [float(number) for number in re.findall(r"\b\d+(?:\.\d+)?\b", checker)]
            if owner:
                edges[f"{owner[1]}::{name}"] = tuple(
                    f"{edge:.17g}" for number in numbers for edge in (number - 1, number, number + 1, number * 1.0001))
    return edges


def attribute_attempts() -> list[Attempt]:
    """Every attribute, in a run in which it acts."""
    attempts = []
    for name in sorted(attributes()):
        arguments = BY_ATTRIBUTE.get(name, (None, None))[1] or BY_CLASS.get(name.split("::")[0], LOADED)
        short = tuple(argument for argument in arguments if not argument.startswith(("--duration", "--drain")))
        for value in some(name, (*VALUES, *checker_edges().get(name, ())), 3):
            if "\0" not in value:
                attempts.append(Attempt((str(PROGRAM), *short, "--duration=10us", "--drain=1ms", "--outputDir=out",
                                         f"--ns3::rdmacell::{name}={value}"), "out/meta.json"))
    return attempts


def options_of(program: str, *command: str) -> list[str]:
    """The options in the help of a program or of one of its commands, without dashes."""
    done = subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=False)
    return sorted(set(re.findall(r"^ +(?:-\w, )?--(\w[\w-]*)", done.stdout, re.MULTILINE)) - {"help"})


def option_attempts(program: str, base: tuple[str, ...], count: int, result: Optional[str] = None,
                    skipped: Iterable[str] = (), command: Iterable[str] = ()) -> list[Attempt]:
    """Every option of a program, with any value, none, and twice."""
    attempts = []
    options = [option for option in options_of(program, *command) if not option.startswith("Print") and option not in skipped]
    assert options, program
    for option in options:
        for value in some(option, VALUES, count):
            attempts.append(Attempt((program, *base, f"--{option}={value}"), result))
        attempts.append(Attempt((program, *base, f"--{option}"), result))
        attempts.append(Attempt((program, *base, f"--{option}=1", f"--{option}=abc"), result))
    for argument in ("", "-", "--", "---", "abc", "--abc", "--abc=1", "--=1", "-x", "--ns3::rdmacell::No::Such=1", "\udcff"):
        attempts.append(Attempt((program, *base, argument), result))
    return attempts


needs_build = pytest.mark.skipif(not PROGRAM.exists(), reason="the programs are not built")


@needs_build
def test_attributes() -> None:
    expect_fine(attribute_attempts())


@needs_build
def test_options_of_the_driver() -> None:
    # With --check no network is built and no flow made, so that any value costs nothing.
    expect_fine([*option_attempts(str(PROGRAM), (*FAT_TREE, "--check"), 4),
                 *option_attempts(str(PROGRAM), FAT_TREE, 1, skipped=("k", "duration", "warmup", "drain", "topology"))])


@needs_build
@pytest.mark.parametrize("name", ["rdmacell-link-failure", "rdmacell-own-network", "rdmacell-scheduler-benchmark"])
def test_options_of_the_other_programs(name: str) -> None:
    program = str(BUILD / "bin" / name)
    options = options_of(program)
    base = ("--events=1000", "--pending=100", "--repeat=1") if "events" in options else ()
    expect_fine(option_attempts(program, base, 3) if options else
                [Attempt((program, value)) for value in some(name, VALUES, 20)])


def test_options_of_the_sweep() -> None:
    expect_fine(option_attempts(str(ROOT / "scripts" / "sweep"), (f"--driver={FAKE_DRIVER}", "--dry-run"), 1))


# By script and command: arguments to which a wrong one is added. Those that would run long name what is not there.
SCRIPTS: dict[str, tuple[str, ...]] = {
    "asymmetric-fat-tree": ("--without-core",),
    "traffic make": ("--output=made.csv", "--hosts=4", "--duration=10us"),
    "traffic inspect": ("flows.csv",),
    "traffic convert": ("flows.csv", "--output=converted.csv"),
    "plot-link-failure": ("goodput.csv", "--output=figure"),
    "plot-window": ("--driver=/bin/false",),
    "plot": ("no-such-run",),
    "compare": ("no-such-sweep", "nor-this"),
    "rdmacell-agreement": ("no-such-directory",),
    "rdmacell-study": ("--dry-run", f"--driver={FAKE_DRIVER}", "--only=nothing", "--networks=1to1"),
    "training-steps": ("no-such-workload", "--output=steps.csv"),
    "training-study": ("--driver=/bin/false",),
    "benchmark": ("--driver=no-such-driver", "--no-valgrind", "--runs=1"),
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_options_of_the_scripts(name: str) -> None:
    script, *command = name.split()
    program = str(ROOT / "scripts" / script)
    attempts = option_attempts(program, (*command, *SCRIPTS[name]), 3, command=command)
    expect_fine(random.Random(name).sample(attempts, min(COUNT or 8, len(attempts))))
