# SPDX-License-Identifier: GPL-2.0-only
"""The manual: it is made without a warning, of all documents, and its trace sources are those of the code."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, Run

sys.path.insert(0, str(ROOT / "scripts"))

from trace_sources import find_trace_sources, format_tables  # noqa: E402  pylint: disable=wrong-import-position

DOC = ROOT / "doc"
MANUAL = (DOC / "rdmacell.rst").read_text()


def test_sphinx_makes_a_manual_of_all_documents(tmp_path: Path) -> None:
    pytest.importorskip("sphinx")
    pytest.importorskip("myst_parser")
    done = subprocess.run([sys.executable, "-m", "sphinx", "-W", "--keep-going", "-n", "-q", "-b", "html",
                           "-d", tmp_path / "cache", DOC, tmp_path / "html"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    documents = {path.stem for path in DOC.iterdir() if path.suffix in (".md", ".rst")}
    assert documents <= {path.stem for path in (tmp_path / "html").glob("*.html")}
    chapter = (tmp_path / "html" / "rdmacell.html").read_text()
    assert not [name for name in documents - {"rdmacell"} if f'href="{name}.html' not in chapter]


def test_manual_has_the_sections_of_ns3() -> None:
    sections = re.findall(r"^(.+)\n\*{5,}$", MANUAL, re.MULTILINE)
    assert sections == ["Scope and Limitations", "Design", "Usage", "Examples and Tests", "Validation", "References"]
    usage = re.findall(r"^(.+)\n={5,}$", MANUAL, re.MULTILINE)
    assert {"Helpers", "Attributes", "Traces", "Logging", "Output"} <= set(usage)


def test_trace_sources_are_those_of_the_code() -> None:
    sources = find_trace_sources()
    assert len(sources) == sum(path.read_text().count("AddTraceSource(") for path in (ROOT / "model").rglob("*.cc"))
    text = (DOC / "traces.md").read_text()
    tables = text[text.index("\n## "):]
    assert tables == format_tables(sources), "scripts/trace_sources.py prints the tables"


def test_paths_and_components_of_the_examples_exist() -> None:
    sources = "\n".join(path.read_text() for path in (ROOT / "model").rglob("*.cc"))
    for type_name, name in re.findall(r"\$ns3::rdmacell::(\w+)[/\w*]*/(\w+)\"", MANUAL):
        assert f'"ns3::rdmacell::{type_name}"' in sources
        assert re.search(rf'Add(?:TraceSource|Attribute)\(\s*"{name}"', sources), name


def test_logs_are_those_of_the_example(driver: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = re.search(r"NS_LOG=\"(\w+)=(.*)\"", MANUAL)
    command = re.search(r"build-debug/bin/rdmacell-fat-tree (--scheme.*)", MANUAL)
    assert setting and command
    assert f'NS_LOG_COMPONENT_DEFINE("{setting[1]}")' in "\n".join(
        path.read_text() for path in (ROOT / "model").rglob("*.cc"))
    monkeypatch.setenv("NS_LOG", f"{setting[1]}={setting[2]}")
    done = driver(*command[1].split(), cwd=tmp_path)
    assert done.returncode == 0
    if done.stderr:  # of a debug build
        assert re.match(r"\+[\d.e-]+s \d+ QP \d+: (ACK|NAK)", done.stderr)
