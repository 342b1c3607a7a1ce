# SPDX-License-Identifier: GPL-2.0-only
"""The version in meta.json, and the script that writes the commit into it."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from conftest import ROOT, Run

SCRIPT = ROOT / "scripts" / "write-commit.cmake"


def written(source: Path, output: Path) -> str:
    """The suffix that the script writes for a source directory."""
    subprocess.run(["cmake", f"-DSOURCE={source}", f"-DOUTPUT={output}", "-P", SCRIPT], check=True)
    match = re.fullmatch(r'#define RDMACELL_COMMIT "(.*)" // .*\n', output.read_text())
    assert match
    return match[1]


def git(where: Path, *arguments: str) -> str:
    """Runs git in a directory."""
    names = ("-c", "user.name=a", "-c", "user.email=a@example.com")
    return subprocess.run(["git", "-C", where, *names, *arguments], check=True, capture_output=True, text=True).stdout


def test_commit_is_that_of_the_checkout(tmp_path: Path) -> None:
    source, output = tmp_path / "source", tmp_path / "commit.h"
    (source / "below").mkdir(parents=True)
    assert written(source, output) == ""
    git(source, "init", "-q")
    assert written(source, output) == ""
    (source / "file").write_text("a")
    git(source, "add", "file")
    git(source, "commit", "-q", "-m", "a")
    commit = git(source, "rev-parse", "HEAD")[:12]
    assert written(source, output) == f"+{commit}"
    assert written(source / "below", output) == "", "the repository is not that of this directory"
    (source / "untracked").write_text("b")
    assert written(source, output) == f"+{commit}"
    (source / "file").write_text("b")
    assert written(source, output) == f"+{commit}.dirty"


def test_unchanged_commit_leaves_the_header_alone(tmp_path: Path) -> None:
    output = tmp_path / "commit.h"
    written(tmp_path, output)
    before = output.stat().st_mtime_ns
    written(tmp_path, output)
    assert output.stat().st_mtime_ns == before


def test_meta_has_the_version(driver: Run, tmp_path: Path) -> None:
    done = driver("--k=4", "--load=0.3", "--duration=20us", "--outputDir=out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    header = (ROOT / "examples" / "driver" / "rdmacell-version.h").read_text()
    version = re.search(r'VERSION = "([^"]+)"', header)
    recorded = re.search(r'"version": "([^"]+)"', (tmp_path / "out" / "meta.json").read_text())
    assert version and recorded
    assert re.fullmatch(rf"{re.escape(version[1])}(\+[0-9a-f]{{12}}(\.dirty)?)?", recorded[1])
