# SPDX-License-Identifier: GPL-2.0-only
"""README.md and the other documents against the code: commands, options, files, tests, defaults."""

from __future__ import annotations

import re
import shlex
import subprocess
from functools import lru_cache
from pathlib import Path

import pytest
from conftest import BUILD, ROOT, Run, schemes
from rdmacell_sweep.options import parse

DOCUMENTS = ("README.md", "CONTRIBUTING.md", "CHANGES.md", "doc/cluster.md", "doc/collectives.md", "doc/congestion-control.md",
             "doc/design.md", "doc/glossary.md", "doc/loss-recovery.md", "doc/output.md",
             "doc/performance.md", "doc/rdmacell-study.md", "doc/rdmacell.rst", "doc/schemes.md", "doc/topologies.md",
             "doc/traces.md", "doc/training-study.md", "doc/transport-study.md")
CURRENT = [name for name in DOCUMENTS if name != "CHANGES.md"]  # which names things of the past
ORDER = ["Start", "Schemes", "Reading the results", "Validation", "Limits", "Citing", "One run", "Writing a scheme",
         "Replaying other simulators' flows and networks", "ns-3 versions", "Layout", "License"]
README = (ROOT / "README.md").read_text()
DRIVER = "build/bin/rdmacell-fat-tree"
EXAMPLE = "model/balancer/least-queue-balancer.cc"  # of a scheme that the reader writes
TOPS = ("model", "helper", "examples", "test", "scripts", "doc", "traces")
STEPS = {"us": 10**6, "ms": 10**9, "ps": 1, "ns": 10**3}


def blocks(language: str) -> list[str]:
    """README's code of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[list[str]]:
    """README's commands, word by word."""
    lines = "\n".join(blocks("sh")).replace("\\\n", " ").replace(" && ", "\n").splitlines()
    return [shlex.split(line, comments=True) for line in lines if line.strip()]


def quoted(document: str) -> list[str]:
    """What a document sets in code, outside of its blocks."""
    text = re.sub(r"^```.*?^```", "", (ROOT / document).read_text(), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"``([^`]+)``" if document.endswith(".rst") else r"`([^`\n]+)`", text)


def section(title: str) -> str:
    """README's text below a heading."""
    return re.search(rf"^## {title}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)[1]


def options_of_help(text: str) -> set[str]:
    """Options that a help text lists."""
    return set(re.findall(r"^ +(?:-\w, )?(--\w[\w-]*)", text, re.MULTILINE))


def driver_options(driver: Run, tmp_path: Path) -> set[str]:
    """The driver's own options, without ns-3's."""
    program, _, _ = driver("--PrintHelp", cwd=tmp_path).stdout.partition("General Arguments:")
    return options_of_help(program)


@lru_cache(maxsize=None)
def sources(folder: str) -> str:
    """All C++ of a folder, one after the other."""
    return "\n".join(path.read_text() for path in sorted((ROOT / folder).rglob("*.[ch]*")))


def test_driver_commands_run(driver: Run, tmp_path: Path) -> None:
    ours = [words for words in commands() if words[0] == DRIVER]
    assert len(ours) > 5
    known = driver_options(driver, tmp_path)
    for words in ours:
        for word in words[1:]:
            name = word.split("=")[0]
            assert name in known or name.startswith(("--Print", "--ns3::")), word
        # Those that take no time, and no file of the reader's
        if "--k=4" in words or "--Print" in words[1] or "leaf-spine" in words[1]:
            done = driver(*words[1:], cwd=tmp_path)
            assert done.returncode == 0, f"{words}: {done.stderr}"


def test_sweep_commands_are_taken() -> None:
    ours = [words for words in commands() if words[0] == "./scripts/sweep"]
    assert len(ours) > 4
    for words in ours:
        assert set(parse(words[1:]).schemes or ()) <= set(schemes())


def test_other_commands_exist() -> None:
    for words in commands():
        if words[0].startswith("./scripts/"):
            assert (ROOT / words[0]).is_file(), words


def test_each_option_is_one(driver: Run, tmp_path: Path) -> None:
    known = driver_options(driver, tmp_path)
    for script in ("sweep", "rdmacell-study", "plot", "compare", "test", "check-contrib", "benchmark", "traffic make",
                   "traffic inspect", "traffic convert", "asymmetric-fat-tree", "plot-window", "transport-study",
                   "training-steps", "training-study"):
        command, *words = script.split()
        done = subprocess.run([ROOT / "scripts" / command, *words, "--help"], capture_output=True, text=True, check=True)
        known |= options_of_help(done.stdout)
    known |= options_of_help((ROOT / "scripts" / "build").read_text().replace("#", " "))  # it has no --help
    for document in DOCUMENTS:
        for text in quoted(document):
            if re.match(r"--[a-z]", text) and not text.startswith("--ns3::"):
                assert text.split("=")[0].split(" ")[0] in known, f"{document}: {text}"


def test_readme_has_all_options_of_the_driver(driver: Run, tmp_path: Path) -> None:
    assert driver_options(driver, tmp_path) - {"--help"} <= set(quoted("README.md"))


@pytest.mark.skipif(not schemes(), reason="the driver is not built")
def test_schemes_are_those_of_the_registry() -> None:
    assert tuple(re.findall(r"^\| `([\w-]+)` \|", section("Schemes"), re.MULTILINE)) == schemes()
    described = (ROOT / "doc" / "schemes.md").read_text()
    assert not [name for name in schemes() if f"`{name}`" not in described]


def test_sections_are_in_the_order_of_the_questions() -> None:
    assert re.findall(r"^## (.*)", README, re.MULTILINE) == ORDER
    assert [words for words in commands() if words[0].startswith("./scripts/")][:2] == [["./scripts/sweep"],
                                                                                       ["./scripts/test"]]


def test_figures_of_the_validation_are_documented() -> None:
    sources = "".join((ROOT / name).read_text() for name in
                      ("doc/rdmacell.rst", "doc/rdmacell-study.md", "test/python/test_peer_flows.py"))
    text = section("Validation")
    figures = re.findall(r"\d+\.\d+", re.sub(r"\(.*?\)", "", text)) + re.findall(r"\d+ %(?! load)", text)
    assert len(figures) > 10
    assert not [figure for figure in figures if figure not in sources and not figure.endswith(" %")]
    for ours, theirs, percent in ((1.815, 1.791, 1), (8.58, 8.526, 1), (1.814, 1.793, 1), (4.26, 4.227, 1)):
        assert f"{ours}" in text and f"{percent:+} %" in text and round(100 * (ours / theirs - 1)) == percent


def test_citation_names_this_version() -> None:
    fields = dict(re.findall(r'^([\w-]+): "?([^"\n]+)"?$', (ROOT / "CITATION.cff").read_text(), re.MULTILINE))
    assert fields["cff-version"] == "1.2.0"
    assert {"message", "title", "type", "version", "license"} <= set(fields)
    assert f'VERSION = "{fields["version"]}"' in sources("examples/driver")
    assert f"\n## {fields['version']}\n" in (ROOT / "CHANGES.md").read_text()


def test_places_to_touch_are_counted_right() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    rows = re.findall(r"^\| (.*?) \| (\d+) \| (.*?) \|", text, re.MULTILINE)
    assert len(rows) > 7
    assert not [what for what, number, places in rows if len(places.split(";")) != int(number)]


def anchors(document: Path) -> set[str]:
    """Those that GitHub and the manual give to the headings of a document."""
    headings = re.findall(r"^#+ (.*)", document.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("document", [name for name in DOCUMENTS if name.endswith(".md")])
def test_sections_that_links_name_exist(document: str) -> None:
    path = ROOT / document
    for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", path.read_text()):
        assert anchor in anchors((path.parent / target) if target else path), f"{document}: {target}#{anchor}"


@pytest.mark.parametrize("document", CURRENT)
def test_files_exist(document: str) -> None:
    text = (ROOT / document).read_text()
    links = [link.split("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text) if "://" not in link]
    links = [str(((ROOT / document).parent / link).relative_to(ROOT)) for link in links if link]
    # Capitals stand for what the reader puts there.
    named = [name for name in quoted(document) if re.fullmatch(rf"({'|'.join(TOPS)})/[a-z0-9_./-]+", name)]
    missing = [name for name in (*links, *named) if name != EXAMPLE and not (ROOT / name).exists()]
    assert not missing


@pytest.mark.parametrize("document", CURRENT)
def test_tests_exist(document: str) -> None:
    suites = set(re.findall(r'TestSuite\("([\w-]+)"', sources("test")))
    unit = {f"{suite}.{name}" for suite, name in
            re.findall(r"^TEST(?:_F|_P)?\((\w+), (\w+)\)", sources("test/unit"), re.MULTILINE)}
    programs = {path.stem for path in (ROOT / "examples").glob("*.cc")} | set(schemes())
    programs |= set(re.findall(r"^add_executable\((rdmacell-[a-z-]+)",
                               (ROOT / "scripts" / "standalone.cmake").read_text(), re.MULTILINE))
    wrong = []
    for name in quoted(document):
        if re.fullmatch(r"rdmacell-[a-z-]+", name) and name != "rdmacell-NAME":
            wrong += [] if name in suites | programs else [name]
        elif re.fullmatch(r"[A-Z]\w+\.[A-Z]\w+", name) and not name.endswith(".Test"):
            wrong += [] if name in unit else [name]
    assert not wrong


@pytest.mark.parametrize("document", CURRENT)
def test_attributes_exist(document: str) -> None:
    found = re.findall(r"ns3::rdmacell::(\w+)(?:::(\w+))?", (ROOT / document).read_text())
    for name, attribute in found:
        if name not in ("LeastQueueBalancer", "Class", "X"):
            assert f'"ns3::rdmacell::{name}"' in sources("model") + sources("helper"), f"{document}: {name}"
        if attribute and name != "Class":
            assert re.search(rf'AddAttribute\(\s*"{attribute}"', sources("model")), f"{document}: {attribute}"


def plain(value: str) -> str:
    """A default as documents and ns-3 write it, in one way: times in picoseconds."""
    match = re.fullmatch(r"\+?([0-9.e+]+)(ps|ns|us|ms)", value)
    return f"{float(match[1]) * STEPS[match[2]]:.0f}ps" if match else value


def documented_defaults() -> list[tuple[str, dict[str, str]]]:
    """Types and their attributes' defaults, as doc/schemes.md has them."""
    text = (ROOT / "doc" / "schemes.md").read_text()
    found = []
    for section in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        rows = re.findall(r"^\| `(\w+)` \| (\S+) \|", section, re.MULTILINE)
        if rows:
            type_id = re.search(r"TypeId\s+`(ns3::\S+)`", section)
            assert type_id, section[:40]
            found.append((type_id[1], dict(rows)))
    return found


def test_defaults_are_those_of_the_code(driver: Run, tmp_path: Path) -> None:
    documented = documented_defaults()
    assert len(documented) > 5
    for type_id, defaults in documented:
        printed = driver(f"--PrintAttributes={type_id}", cwd=tmp_path).stdout
        real = dict(re.findall(rf"--{type_id}::(\w+)=\[(.*)\]", printed))
        # What an attribute with the name of a class makes is an object of the run, without a default.
        real = {name: value for name, value in real.items() if f"{name}Type" not in real}
        assert {name: plain(value) for name, value in defaults.items()} == \
            {name: plain(value) for name, value in real.items()}, type_id


def test_minimal_scheme_compiles(tmp_path: Path) -> None:
    if not (BUILD / "include" / "ns3" / "load-balancer.h").exists():
        pytest.skip(f"{BUILD} is not built")
    scheme, entry = blocks("cpp")
    source = tmp_path / "scheme.cc"
    source.write_text(scheme)
    done = subprocess.run(["g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-fsyntax-only", "-I", BUILD / "include",
                           source], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    name, _, load_balancer, host_app = re.findall(r'"([^"]*)"', entry)
    assert re.match(r'\s*\{"[a-z][a-z0-9-]*",', entry), "as the sweep reads the registry"
    assert name not in schemes()
    assert f'TypeId("{load_balancer}")' in scheme
    assert f'"{host_app}"' in sources("model/app")
    assert f"`{EXAMPLE}`" in README and not (ROOT / EXAMPLE).exists()
