# SPDX-License-Identifier: GPL-2.0-only
"""Rules that the tree keeps: file lists, layers, names, sizes, license lines."""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT

# What each folder of model/ may include, besides itself and base/, which all may. Everything may see ns-3; nothing else
# may be seen: stats/ and helper/ stand above all and are included by no layer.
LAYERS: dict[str, set[str]] = {
    "base": set(),
    "frame": set(),
    "link": {"frame"},
    "fabric": {"frame", "link"},
    "balancer": {"frame", "link", "fabric"},
    "verbs": set(),
    "nic": {"frame", "link", "verbs"},
    "app": {"verbs", "workload"},
    "workload": set(),
    "collective": {"app", "verbs", "workload"},
    "stats": {"frame", "link", "fabric", "balancer", "verbs", "nic", "app", "workload"},
}

MOST_LINES = 450


def cmake_list(name: str) -> list[str]:
    """The entries of a list of the top CMakeLists.txt."""
    text = (ROOT / "CMakeLists.txt").read_text()
    return re.search(rf"^set\({name}\n(.*?)\)", text, re.MULTILINE | re.DOTALL)[1].split()


def in_tree(*patterns: str) -> list[str]:
    """Files of the tree, relative to its root; without the runner, which an ns-3 tree has its own of."""
    paths = [path for pattern in patterns for path in ROOT.glob(pattern) if path.name != "test-runner.cc"]
    return [str(path.relative_to(ROOT)) for path in paths]


LISTS = [
    ("rdmacell_sources", ["model/**/*.cc", "helper/*.cc"]),
    ("rdmacell_headers", ["model/**/*.h", "helper/*.h"]),
    ("rdmacell_driver_sources", ["examples/driver/*.cc"]),
    ("rdmacell_suites", ["test/*.cc"]),
    ("rdmacell_property_tests", ["test/property/*.cc"]),
    ("rdmacell_unit_tests", ["test/unit/*-test.cc"]),
]


def test_suites_have_classes_of_their_own() -> None:
    """Two classes of one name in one program are one to the linker: the wrong one runs, or the heap breaks."""
    holders: dict[str, list[str]] = {}
    for name in sorted(in_tree("test/*.cc", "test/*.h")):
        text = re.sub(r"^namespace\n\{.*?^\} // namespace$", "", (ROOT / name).read_text(), flags=re.DOTALL | re.MULTILINE)
        for match in re.finditer(r"^(?:class|struct) (\w+)[^;{]*\{", text, re.MULTILINE):
            holders.setdefault(match[1], []).append(name)
    assert len(holders) > 100 and not {name: files for name, files in holders.items() if len(files) > 1}


@pytest.mark.parametrize("name, patterns", LISTS)
def test_file_lists_hold_the_tree(name: str, patterns: list[str]) -> None:
    assert Counter(cmake_list(name)) == Counter(in_tree(*patterns))


def test_examples_are_listed() -> None:
    programs = Counter(Path(path).stem for path in in_tree("examples/*.cc"))
    assert Counter(cmake_list("rdmacell_examples")) == programs


def test_wscript_reads_the_lists_of_cmake() -> None:
    wscript: dict[str, Any] = {}
    exec(compile((ROOT / "wscript").read_text(), "wscript", "exec"), wscript)  # pylint: disable=exec-used
    text = (ROOT / "CMakeLists.txt").read_text()
    for name in re.findall(r'read_list\(lists, "(\w+)"\)', (ROOT / "wscript").read_text()):
        assert wscript["read_list"](text, name) == cmake_list(name)


def cpp_files(*tops: str) -> list[Path]:
    """C++ files below these folders."""
    return sorted(path for top in tops for path in (ROOT / top).rglob("*") if path.suffix in (".cc", ".h"))


def test_file_names_are_unique_and_folders_known() -> None:
    names = Counter(path.name for path in cpp_files("model", "helper", "examples", "test"))
    assert not [name for name, count in names.items() if count > 1]
    assert {path.name for path in (ROOT / "model").iterdir()} <= set(LAYERS)


def test_each_folder_includes_only_lower_layers() -> None:
    folder_of = {path.name: path.parent.name for path in (ROOT / "model").rglob("*.h")}
    folder_of.update({path.name: "helper" for path in (ROOT / "helper").glob("*.h")})
    wrong = []
    for path in sorted((ROOT / "model").rglob("*.[ch]*")):
        own = path.parent.name
        for quoted in re.findall(r'^#include "(.*)"', path.read_text(), re.MULTILINE):
            prefix, _, name = quoted.rpartition("/")
            there = folder_of.get(name)
            if there is None:
                fine = prefix == "ns3"
            elif there == own:
                fine = prefix == ""
            else:
                fine = prefix == "ns3" and there in LAYERS[own] | {"base"}
            if not fine:
                wrong.append(f'{path.relative_to(ROOT)}: "{quoted}"')
    assert not wrong


def test_nothing_includes_the_sum_of_all_headers() -> None:
    modules = re.compile(r'^#include "ns3/[a-z-]+-module\.h"', re.MULTILINE)
    assert not [path for path in (ROOT / "model").rglob("*.[ch]*") if modules.search(path.read_text())]


def tracked_files() -> list[Path]:
    """Files of the repository; all but build products where there is no git."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, check=False)
    if listed.returncode == 0:
        paths = [ROOT / name for name in listed.stdout.decode().split("\0") if name]
    else:
        tops = ("model", "helper", "examples", "test", "scripts", "doc", "traces")
        paths = [path for top in tops for path in (ROOT / top).rglob("*") if "__pycache__" not in path.parts]
    return [path for path in paths if path.is_file()]


def test_text_is_ascii() -> None:
    binary = {".png", ".pdf", ".gz", ".pcap"}
    assert not [path for path in tracked_files() if path.suffix not in binary and not path.read_bytes().isascii()]


def test_sources_carry_the_license_line() -> None:
    kinds = {".cc", ".h", ".py"}
    scripts = [path for path in tracked_files()
               if path.suffix in kinds or path.read_bytes().startswith(b"#!")]
    assert len(scripts) > 10
    line = "SPDX-License-Identifier: GPL-2.0-only"
    assert not [path for path in scripts if line not in "\n".join(path.read_text().splitlines()[:6])]


def test_files_stay_readable() -> None:
    long = {str(path.relative_to(ROOT)): lines for path in cpp_files("model", "helper", "examples")
            if (lines := len(path.read_text().splitlines())) >= MOST_LINES}
    assert not long


def test_models_do_not_print() -> None:
    printing = re.compile(r"std::c(out|err)\b|\bf?printf\(|\bputs\(")
    assert not [path for path in (ROOT / "model").rglob("*.[ch]*") if printing.search(path.read_text())]
