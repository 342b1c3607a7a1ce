# SPDX-License-Identifier: GPL-2.0-only
"""What a sweep says of points without results, with impossible results, and of places that cannot be written."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import pytest
from conftest import FAKE_DRIVER, ROOT, Run
from rdmacell_sweep import SweepError, analysis, checks, points, runner
from rdmacell_sweep.cost import CostModel
from rdmacell_sweep.driver import Driver
from rdmacell_sweep.engines.parallel import LocalEngine
from rdmacell_sweep.options import parse

TINY = ("--schemes=ecmp,letflow", "--workloads=solar", "--duration=1ms", "--loads=50", "--jobs=1")
NAMES = ("ecmp-solar-load50-seed1", "letflow-solar-load50-seed1")

# What takes the place of GNU parallel: it has the list of commands as its last argument.
ENGINES = {
    "ends at once": "exit 0",
    "fails at once": "echo 'no more processes' >&2; exit 255",
    "is killed in between": "head -1 $jobs | sh; kill -9 $$",
    "loses a run": "head -1 $jobs | sh; exit 0",
    "writes a cut job log": "head -1 $jobs | sh; printf 'Seq\\tHost\\n1\\n2\\t:\\n' > $(dirname $jobs)/joblog.tsv",
}


@pytest.mark.parametrize("engine", ENGINES)
def test_points_without_result_are_named(sweep: Run, tmp_path: Path, engine: str) -> None:
    """Kind: success is reported by what has failed, not by what is there. Whatever the reason, a sweep
    that ends with points missing names them and exits with 1."""
    (tmp_path / "bin").mkdir()
    stand_in = tmp_path / "bin" / "parallel"
    stand_in.write_text(f"#!/bin/sh\nfor jobs; do :; done\n{ENGINES[engine]}\n")
    stand_in.chmod(0o755)
    done = sweep(*TINY, f"--output={tmp_path}/out", PATH=f"{tmp_path}/bin:{os.environ['PATH']}")
    assert done.returncode == 1, done.stderr
    runs_one = "head" in ENGINES[engine]
    assert f"{1 if runs_one else 2} of 2 points are missing" in done.stderr
    assert (NAMES[0] in done.stderr) == (not runs_one) and NAMES[1] in done.stderr
    assert (tmp_path / "out" / "summary.csv").exists() == runs_one
    assert "Traceback" not in done.stderr
    if "killed" in engine:
        assert "GNU parallel was ended by signal 9" in done.stdout


def test_unusable_folder_for_temporary_files_is_no_success(sweep: Run, tmp_path: Path) -> None:
    """Kind: as above."""
    done = sweep(*TINY, f"--output={tmp_path}/out", TMPDIR="/nonexistent")
    if (tmp_path / "out" / "summary.csv").exists():
        pytest.skip("this GNU parallel needs no folder for temporary files")
    assert done.returncode == 1 and "2 of 2 points are missing" in done.stderr
    assert all(name in done.stderr for name in NAMES) and "GNU parallel failed with status" in done.stdout


def test_missing_gnu_parallel_is_a_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Kind: as above."""
    point = points.Point("ecmp", "solar", "50", 1, "1ms", "0s")
    engine = LocalEngine(parse(["--jobs=1"]))
    monkeypatch.setenv("PATH", str(tmp_path))
    with runner.locked(tmp_path) as lock:
        assert runner.run([point], [], Driver(FAKE_DRIVER), tmp_path, engine, CostModel(), lock) == []
    assert "GNU parallel cannot be started" in capsys.readouterr().out


IMPOSSIBLE = [
    ({"slowdown_avg": 0.7}, "slowdown_avg is 0.7, below 1"),
    ({"slowdown_min": 0.99}, "slowdown_min is 0.99, below 1"),
    ({"slowdown_p50": 900.0}, "do not rise"),
    ({"slowdown_p99": None}, "slowdown_p99 is None, not a number"),
    ({"slowdown_p99": "missing"}, "slowdown_p99 is missing"),
    ({"slowdown_p99": float("nan")}, "slowdown_p99 is nan, not a number"),
    ({"lossless_drops": 17}, "lossless_drops is 17, not 0"),
    ({"unfinished": 0, "finished": 1500, "pfc_pause": 4, "pfc_resume": 3}, "pfc_pause is 4 and pfc_resume 3"),
    ({"finished": 1501}, "1501 of 1500 flows have finished"),
    ({"finished": 3}, "3 finished and 3 unfinished flows, but 1500 flows"),
    ({"flows": 1400, "finished": 1397}, "fct.csv has 1500 rows, meta.json 1400"),
    ({"carried_load": 1.5}, "carried_load is 1.5, above 1"),
    ({"carried_load": None}, "carried_load is None, not a number"),
    ({"drops": -1}, "drops is -1, below 0"),
    ({"naks": 0.5}, "naks is 0.5, not a whole number"),
    ({"finished": 0, "unfinished": 1500, "slowdown_p50": 1.5}, "slowdown_p50 is 1.5, without a finished flow"),
    ({"wall_s": "fast"}, "wall_s is 'fast', not a number"),
    ({"peak_rss_bytes": "missing"}, "peak_rss_bytes is missing"),
]


@pytest.mark.parametrize("members, expected", IMPOSSIBLE)
def test_impossible_values_are_named(sweep: Run, tmp_path: Path, members: dict[str, object], expected: str) -> None:
    """Kind: a value that no run can have is taken as if it were measured."""
    made = subprocess.run(
        [FAKE_DRIVER, "--scheme=letflow", "--workload=solar", "--load=0.5", "--seed=1", f"--outputDir={tmp_path}"],
        env={**os.environ, "FAKE_META": json.dumps(members)}, check=False,
    )
    assert made.returncode == 0 and sweep
    assert expected in "; ".join(checks.faults(tmp_path))


def test_possible_values_are_not_faults(tmp_path: Path) -> None:
    """The checks' other side: pauses may be in force while flows are unfinished; a run may finish none."""
    for unfinished, members in (("500", {"pfc_pause": 4, "pfc_resume": 3}), ("1", {}),
                                ("1", {"offered_load": None, "carried_load": None})):
        subprocess.run(
            [FAKE_DRIVER, "--scheme=letflow", "--workload=solar", "--load=0.5", "--seed=1", f"--outputDir={tmp_path}"],
            env={**os.environ, "FAKE_META": json.dumps(members), "FAKE_UNFINISHED": unfinished}, check=True,
        )
        assert checks.faults(tmp_path) == []


def test_impossible_rows_are_named(tmp_path: Path) -> None:
    """Kind: as above; the rows of fct.csv, and an fct.csv that is cut or is none."""
    point = ("--scheme=ecmp", "--workload=solar", "--load=0.5", "--seed=1")
    subprocess.run([FAKE_DRIVER, *point, f"--outputDir={tmp_path}"], check=True)
    path = tmp_path / "fct.csv"
    whole = path.read_text()
    for text, expected in (
        ("", "fct.csv: "),
        ("a,b\n1,2\n", "fct.csv: "),
        ("".join(whole.splitlines(keepends=True)[:100]), "fct.csv has 99 rows"),
        (whole.replace(",unfinished", ",finished"), "fct.csv has finished flows without a slowdown"),
        (whole.replace("\n3,", "\n3,x,y,1000,0,1,1,2,0.5,finished\n3,", 1), "1 flows with a slowdown below 1"),
    ):
        path.write_text(text)
        assert expected in "; ".join(checks.faults(tmp_path)), expected


def test_points_with_impossible_results_are_flagged_and_not_plotted(sweep: Run, tmp_path: Path) -> None:
    """Kind: as above; seen by the user of a sweep, also of one that finds such points complete."""
    output = tmp_path / "out"
    members = json.dumps({"slowdown_avg": 0.7, "lossless_drops": 17})
    for _ in range(2):
        done = sweep(*TINY, f"--output={output}", FAKE_META=members)
        assert done.returncode == 1
        assert f"impossible results: {NAMES[1]}: lossless_drops is 17, not 0; slowdown_avg is 0.7" in done.stderr
        assert "1 of 2 points have impossible results" in done.stderr and NAMES[0] not in done.stderr
        assert list(pd.read_csv(output / "summary.csv").scheme) == ["ecmp"]
        assert "0.70" not in done.stdout
    assert "2 points, 2 of them complete" in done.stdout


def test_table_says_how_many_flows_have_finished(sweep: Run, tmp_path: Path) -> None:
    """Kind: an average is printed without a word of the flows that it leaves out."""
    done = sweep(*TINY, "--seeds=1,2", f"--output={tmp_path}/out", FAKE_UNFINISHED="3")
    assert done.returncode == 0, done.stderr
    assert "solar: flows finished; slowdowns are of these only" in done.stdout
    assert "2000 of 3000" in done.stdout
    summary = pd.read_csv(tmp_path / "out" / "summary.csv")
    assert set(summary.flows) == {1500} and set(summary.finished) == {1000} and set(summary.unfinished) == {500}
    by_size = pd.read_csv(tmp_path / "out" / "by-size.csv")
    assert (by_size.finished + by_size.unfinished == by_size.flows).all()


def test_table_is_silent_where_all_flows_have_finished(sweep: Run, tmp_path: Path) -> None:
    """The other side of the same."""
    done = sweep(*TINY, f"--output={tmp_path}/out", FAKE_UNFINISHED="100000")
    assert done.returncode == 0, done.stderr
    assert "solar: average slowdown" in done.stdout and "finished" not in done.stdout


@pytest.mark.parametrize("flows, unfinished, status", [("0", "500", 1), ("40", "1", 0)])
def test_nothing_to_measure_is_a_line(
    sweep: Run, tmp_path: Path, flows: str, unfinished: str, status: int
) -> None:
    """Kind: a run without flows, or without finished ones, breaks what computes averages."""
    done = sweep(*TINY, f"--output={tmp_path}/out", FAKE_FLOWS=flows, FAKE_UNFINISHED=unfinished)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    if status:
        assert all(f"{name}: 0 flows: nothing to measure" in done.stderr for name in NAMES)
        assert not (tmp_path / "out" / "summary.csv").exists()
    else:
        assert "0 of 20" in done.stdout


def test_dry_run_writes_nothing_into_the_checkout(tmp_path: Path) -> None:
    """Kind: a command that promises to write nothing writes, or asks to be able to: the output, bytecode."""
    scripts = tmp_path / "checkout" / "scripts"
    shutil.copytree(ROOT / "scripts", scripts, ignore=shutil.ignore_patterns("__pycache__"))
    before = sorted((tmp_path / "checkout").rglob("*"))
    done = subprocess.run([scripts / "sweep", f"--driver={FAKE_DRIVER}", "--dry-run"], cwd=tmp_path / "checkout",
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "42 points" in done.stdout, done.stderr
    assert sorted((tmp_path / "checkout").rglob("*")) == before


def test_dry_run_needs_no_place_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kind: as above; as in a read-only checkout, which root would not notice otherwise."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    for output in ([], [f"--output={tmp_path}/out"]):
        assert parse(["--dry-run", *output]).dry_run
        with pytest.raises(SweepError, match="not writable"):
            parse(output)


def test_full_file_system_is_a_line_and_status_2(sweep: Run, tmp_path: Path) -> None:
    """Kind: a file that cannot be written ends in a traceback, or leaves a part that looks whole."""
    output = tmp_path / "out"
    output.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", output], capture_output=True,
                      check=False).returncode != 0:
        pytest.skip("needs the right to mount")
    try:
        (output / "ballast").write_bytes(b"")
        done = sweep("--output", str(output), *TINY)
        assert done.returncode == 2 and done.stderr.count("\n") == 1  # not empty, holds no sweep
        (output / "ballast").unlink()
        done = sweep(f"--output={output}", *TINY)
        assert done.returncode == 2 and done.stderr.endswith(f"sweep: {output}: the file system is full\n")
        assert all(name in done.stderr for name in NAMES) and "Traceback" not in done.stderr
        assert not list(output.glob("*.tmp")) and not list(output.glob("*.png"))
    finally:
        subprocess.run(["umount", output], check=True)


@pytest.mark.parametrize("size", ["128k", "256k"])
def test_file_system_that_fills_up_is_named(sweep: Run, tmp_path: Path, size: str) -> None:
    """Kind: as above; here runs have room, and tables or plots have none."""
    output = tmp_path / "out"
    output.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", output], capture_output=True,
                      check=False).returncode != 0:
        pytest.skip("needs the right to mount")
    try:
        done = sweep(f"--output={output}", *TINY, FAKE_FLOWS="1500")
        assert done.returncode == 2 and done.stderr.splitlines()[-1].startswith(f"sweep: {output}"), done.stderr
        assert "Traceback" not in done.stderr
        assert not [path for path in output.iterdir() if path.suffix == ".tmp" or path.suffix == ".png" and
                    not path.read_bytes().endswith(b"IEND\xaeB`\x82")]
    finally:
        subprocess.run(["umount", output], check=True)


@pytest.mark.parametrize("blocked", ["plan.json.tmp", "jobs.txt", "summary.csv.tmp", "by-size.csv.tmp",
                                     "slowdown-solar.png.tmp", "slowdown-solar.pdf.tmp", "slowdown-solar.svg.tmp",
                                     "report.html.tmp", "history.json.tmp", ".lock"])
def test_files_that_cannot_be_written_are_a_line_and_status_2(sweep: Run, tmp_path: Path, blocked: str) -> None:
    """Kind: as above. A directory in the file's place fails for root, too."""
    output = tmp_path / "out"
    assert sweep(*TINY, f"--output={output}").returncode == 0
    if (output / blocked).exists():
        (output / blocked).unlink()
    (output / blocked).mkdir()
    shutil.rmtree(output / NAMES[0])
    before = {path: path.read_bytes() for path in output.glob("slowdown*.p*") if path.is_file()}
    done = sweep(*TINY, f"--output={output}")
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1 and done.stderr.startswith("sweep: ") and blocked in done.stderr
    assert all(path.read_bytes()[:4] == head[:4] for path, head in before.items())


def test_full_standard_output_is_a_line_and_status_2(tmp_path: Path) -> None:
    """Kind: as above; the plan and the table are results, too."""
    with open("/dev/full", "w", encoding="ascii") as full:
        done = subprocess.run(
            [ROOT / "scripts" / "sweep", f"--driver={FAKE_DRIVER}", "--dry-run", *TINY, f"--output={tmp_path}/out"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )
    assert done.returncode == 2 and done.stderr == "sweep: No space left on device\n"


def test_failed_write_leaves_the_old_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kind: as above; the table of before stays, and no part of the new one."""
    path = tmp_path / "summary.csv"
    analysis.write_csv(pd.DataFrame({"a": [1]}), path)

    def fail(_: pd.DataFrame, where: Path, **__: object) -> None:
        Path(where).write_text("half", encoding="ascii")
        raise OSError(28, "No space left on device", str(where))

    monkeypatch.setattr(pd.DataFrame, "to_csv", fail)
    with pytest.raises(OSError):
        analysis.write_csv(pd.DataFrame({"a": [2]}), path)
    assert path.read_text() == "a\n1\n" and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("parameters", [None, [], "text", 7])
def test_records_without_parameters_are_of_no_point(tmp_path: Path, parameters: object) -> None:
    """Kind: a record of another form breaks what reads it; here it is a missing point, and no estimate."""
    point = points.Point("ecmp", "solar", "50", 1, "1ms", "0s")
    (tmp_path / point.name).mkdir()
    (tmp_path / point.name / "fct.csv").touch()
    (tmp_path / point.name / "meta.json").write_text(json.dumps({"parameters": parameters}))
    driver, cost = Driver(FAKE_DRIVER), CostModel()
    assert driver.complete([point], tmp_path) == set()
    cost.learn_from(tmp_path.glob("*"), driver.parameters(point))
    assert not cost.is_measured


@pytest.mark.parametrize("option", ["preset", "schemes", "workloads", "loads", "seeds", "duration", "jobs", "output", "driver"])
def test_two_dashes_are_no_value(option: str) -> None:
    """Kind: a value that the parser of the command line takes for something else ends in a traceback."""
    with pytest.raises(SweepError, match=f"--{option}: expected a value, found '--'"):
        parse([f"--{option}=--"])
