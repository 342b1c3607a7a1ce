# SPDX-License-Identifier: GPL-2.0-only
"""doc/output.md against the schema and the code: it names every column and member, and no other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from conftest import ROOT, Run


def documented(section: str) -> list[str]:
    """First cells of the table in a section."""
    text = (ROOT / "doc" / "output.md").read_text()
    body = re.search(rf"^## {re.escape(section)}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    assert body, f"no section {section}"
    return re.findall(r"^\| `(\w+)` \|", body[1], re.MULTILINE)


@pytest.mark.parametrize("file, source", [
    ("fct.csv", "model/stats/fct-recorder.cc"),
    ("link.csv", "model/stats/link-recorder.cc"),
    ("queue.csv", "model/stats/queue-recorder.cc"),
    ("pfc.csv", "model/stats/pfc-recorder.cc"),
    ("collective.csv", "model/collective/collective-report.cc"),
    ("collective-round.csv", "model/collective/collective-report.cc"),
    ("collective-placement.csv", "helper/placement-report.cc"),
    ("collective-traffic.csv", "helper/placement-report.cc"),
])
def test_columns_are_those_that_are_written(file: str, source: str) -> None:
    text = re.sub(r'"\n *"', "", (ROOT / source).read_text())  # literals that are one
    headers = re.findall(r'"(\w+(?:,\w+)+)\\n"', text)
    assert ",".join(documented(file)) in headers


def test_members_are_those_of_the_schema() -> None:
    schema = json.loads((ROOT / "doc" / "meta.schema.json").read_text())
    assert documented("meta.json") == list(schema["properties"])


def test_members_are_those_that_are_written() -> None:
    body = re.search(r"^RunReport::ToJson\(.*?^}", (ROOT / "examples" / "driver" / "run-report.cc").read_text(),
                     re.MULTILINE | re.DOTALL)
    assert body
    assert documented("meta.json") == re.findall(r'json\.Add\("(\w+)"', body[0])


def test_traces_are_those_that_the_driver_lists(driver: Run, tmp_path: Path) -> None:
    listed = re.findall(r"^([\w-]+): time_ns,node,(.+)$", driver("--trace=list", cwd=tmp_path).stdout, re.MULTILINE)
    text = (ROOT / "doc" / "output.md").read_text()
    rows = re.findall(r"^\| `([\w-]+)` \| `([\w,]+)` \|$", text, re.MULTILINE)
    assert listed and rows == listed
