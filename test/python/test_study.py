# SPDX-License-Identifier: GPL-2.0-only
"""scripts/rdmacell-study: a sweep a setting, one table of them all."""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
from pathlib import Path

import pytest
from conftest import FAKE_DRIVER, ROOT
from rdmacell_sweep.study import CELL_APP, SETTINGS, name_of

WINDOW = ("--schemes=ecmp,letflow", "--only=QueuePairs", "--loads=50", "--seeds=1-3", "--duration=300us", "--networks=1to1")


def study(*arguments: str) -> "subprocess.CompletedProcess[str]":
    """Runs the study with the stand-in for the driver."""
    return subprocess.run(
        [ROOT / "scripts" / "rdmacell-study", f"--driver={FAKE_DRIVER}", *arguments],
        env={**os.environ, "FAKE_FLOWS": "300"}, capture_output=True, text=True, timeout=300, check=False,
    )


@pytest.fixture(name="output", scope="module")
def output_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished study of two settings beside the defaults."""
    output = tmp_path_factory.mktemp("study") / "out"
    done = study(*WINDOW, f"--output={output}")
    assert done.returncode == 0, done.stderr
    assert (output / "study.md").read_text() in done.stdout
    return output


def test_each_setting_is_a_sweep_with_its_arguments(output: Path) -> None:
    for place, extra in (("defaults", None), *((f"QueuePairs={n}", f"--{CELL_APP}QueuePairs={n}") for n in (1, 2))):
        metas = [json.loads(path.read_text()) for path in output.glob(f"1to1/{place}/*/meta.json")]
        assert len(metas) == 6
        for meta in metas:
            assert extra in meta["command"].split() if extra else "ns3::rdmacell::" not in meta["command"]


def test_tables_have_means_and_intervals_of_each_setting(output: Path) -> None:
    blocks = [block.strip().split("\n\n") for block in (output / "study.md").read_text().split("### ")[1:]]
    titles = [title for title, _ in blocks]
    assert titles[:2] == ["alicloud, 50 %: slowdown of all at their defaults", "alicloud, 50 %: average / p99 slowdown"]
    head, _, *lines = (re.split(r" ?\| ?", line)[1:-1] for line in blocks[1][1].splitlines())
    assert head == ["setting", "ecmp", "letflow"]
    rows = {line[0]: line[1] for line in lines}
    assert list(rows) == ["defaults", "QueuePairs=1", "QueuePairs=2"]
    expected = []
    for key, digits in (("slowdown_avg", 2), ("slowdown_p99", 1)):
        values = [
            json.loads((output / "1to1" / "QueuePairs=2" / f"ecmp-alicloud-load50-seed{seed}" / "meta.json").read_text())[key]
            for seed in (1, 2, 3)
        ]
        half_width = 4.303 * statistics.stdev(values) / 3**0.5
        expected.append(f"{statistics.fmean(values):.{digits}f} +-{half_width:.{digits}f}")
    assert rows["QueuePairs=2"] == " / ".join(expected)


def test_networks_are_those_of_the_papers_figure(tmp_path: Path) -> None:
    done = study("--schemes=ecmp", "--only=none", "--loads=50", "--seeds=1", f"--output={tmp_path}/out")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "study.md").read_text()
    assert re.findall("^## (.*)", text, re.MULTILINE) == ["1to1", "2to1"]
    for network, expected in (("1to1", {"duration": "5ms", "cooldown": "2ms"}),
                              ("2to1", {"duration": "1500us", "cooldown": "1ms", "oversubscription": "2",
                                        "loadAt": "uplinks"})):
        meta = json.loads((tmp_path / "out" / network / "defaults/ecmp-alicloud-load50-seed1/meta.json").read_text())
        assert {name: meta["parameters"].get(name) for name in expected} == expected


def test_same_command_continues(output: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in output.glob("1to1/*/*/meta.json")}
    (output / "1to1" / "QueuePairs=1" / "ecmp-alicloud-load50-seed1" / "meta.json").unlink()
    assert study(*WINDOW, f"--output={output}").returncode == 0
    after = {path: path.stat().st_mtime_ns for path in output.glob("1to1/*/*/meta.json")}
    assert [path.parent.name for path in before if after[path] != before[path]] == ["ecmp-alicloud-load50-seed1"]


def test_tables_say_how_many_flows_have_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kind: an average is printed without a word of the flows that it leaves out, as in a sweep's table."""
    monkeypatch.setenv("FAKE_UNFINISHED", "3")
    done = study("--schemes=ecmp", "--only=none", "--loads=50", "--seeds=1", "--networks=1to1", f"--output={tmp_path}/out")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "study.md").read_text()
    assert text.count("alicloud, 50 %: flows finished; slowdowns are of these only") == 2
    assert "| ecmp | 100 of 150 |" in text and "| defaults | 100 of 150 |" in text


@pytest.mark.parametrize("argument", ["--loads=0.8", "--seeds=x", "--duration=5", "--workloads=none", "--networks=3to1", "--bad"])
def test_bad_input_is_one_line_and_status_2(argument: str, tmp_path: Path) -> None:
    done = study(argument, f"--output={tmp_path}/out")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1 and done.stderr.startswith("rdmacell-study: ")
    assert not list(tmp_path.iterdir())


def test_settings_have_names_of_their_own() -> None:
    names = [name_of(setting) for setting in SETTINGS]
    assert len(set(names)) == len(names) and names[0] == "defaults"


def test_a_dry_run_names_each_sweep_and_leaves_nothing(tmp_path: Path) -> None:
    output = tmp_path / "out"
    done = study(*WINDOW, "--dry-run", f"--output={output}")
    assert done.returncode == 0, done.stderr
    assert [Path(line.split()[1]).name for line in done.stdout.splitlines() if line.startswith("  output ")] == [
        "defaults", "QueuePairs=1", "QueuePairs=2"]
    assert not output.exists()
