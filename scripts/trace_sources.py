#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Prints the tables of doc/traces.md: the trace sources of the module, as their TypeIds declare them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("link", "fabric", "balancer", "nic", "app")  # upwards from the wire; others follow
NODES = "/NodeList/*"
PATHS = {  # to the objects of a type; suite rdmacell-trace-path follows them
    "FrameNetDevice": f"{NODES}/DeviceList/*/$ns3::rdmacell::FrameNetDevice",
    "FabricSwitch": f"{NODES}/$ns3::rdmacell::FabricSwitch",
    "LoadBalancer": f"{NODES}/$ns3::rdmacell::FabricSwitch/LoadBalancer",
    "ConWeaveBalancer": f"{NODES}/$ns3::rdmacell::FabricSwitch/LoadBalancer/$ns3::rdmacell::ConWeaveBalancer",
    "RoceNic": f"{NODES}/$ns3::rdmacell::RoceNic",
    "HostApp": f"{NODES}/ApplicationList/*/$ns3::rdmacell::HostApp",
    "CellApp": f"{NODES}/ApplicationList/*/$ns3::rdmacell::CellApp",
    "CollectiveRun": f"{NODES}/$ns3::rdmacell::CollectiveRun",
}
SOURCE = re.compile(r'AddTraceSource\(\s*"(?P<name>\w+)",\s*(?P<help>(?:"(?:[^"\\]|\\.)*"\s*)+),'
                    r"\s*MakeTraceSourceAccessor\(\s*&(?P<holder>\w+)::\w+\s*\),\s*(?P<callback>(?:\"[^\"]*\"\s*)+)\)")
TYPE_ID = re.compile(r'TypeId\(\s*"ns3::rdmacell::(\w+)"')
SIGNATURE = re.compile(r"(?:typedef void \(\*\s*(?P<old>\w+)\)|using (?P<new>\w+) =\s*void \(\*\))\s*"
                       r"\((?P<arguments>[^;]*)\);")


class TraceSource(NamedTuple):
    """One source of one type."""

    type_name: str  # without ns3::rdmacell::
    name: str
    arguments: str
    when: str


def joined(literals: str) -> str:
    """The text of string literals that stand side by side."""
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', literals))


def find_signatures(headers: list[Path]) -> dict[str, str]:
    """Arguments of the callbacks that the classes declare, by ns3::rdmacell::Class::Name."""
    found = {}
    for header in headers:
        owner = ""
        for line in re.split(r"(?<=[;{}])", header.read_text()):
            if match := re.search(r"^(?:class|struct) (\w+)\b[^;]*\{", line, re.MULTILINE):
                owner = match[1]
            if match := SIGNATURE.search(line):
                name = match["old"] or match["new"]
                found[f"ns3::rdmacell::{owner}::{name}"] = " ".join(match["arguments"].split())
    return found


def find_arguments(callback: str, signatures: dict[str, str]) -> str:
    """What a sink takes; KeyError if no class declares this callback."""
    if match := re.fullmatch(r"ns3::TracedValueCallback::(\w+)", callback):
        kind = {"Bool": "bool", "Double": "double", "Time": "Time"}.get(match[1], match[1].lower() + "_t")
        return f"{kind} oldValue, {kind} newValue"
    return signatures[callback]


def find_trace_sources(root: Path = ROOT) -> list[TraceSource]:
    """All trace sources of the models, in the order of the tables."""
    signatures = find_signatures(sorted((root / "model").rglob("*.h")))
    folders = sorted((root / "model").iterdir(),
                     key=lambda path: (FOLDERS + (path.name,)).index(path.name))
    found = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.cc"))):
        text = path.read_text()
        for match in SOURCE.finditer(text):
            types = [start for start in TYPE_ID.finditer(text) if start.start() < match.start()]
            found.append(TraceSource(types[-1][1] if types else match["holder"], match["name"],
                                     find_arguments(joined(match["callback"]), signatures), joined(match["help"])))
    return found


def format_tables(sources: list[TraceSource]) -> str:
    """A section for each type, with a table of its sources."""
    text = ""
    for type_name in dict.fromkeys(source.type_name for source in sources):
        text += f"\n## ns3::rdmacell::{type_name}\n\nPath: `{PATHS[type_name]}`\n\n"
        text += "| source | arguments | when |\n|---|---|---|\n"
        text += "".join(f"| `{source.name}` | `{source.arguments}` | {source.when} |\n"
                        for source in sources if source.type_name == type_name)
    return text


if __name__ == "__main__":
    print(format_tables(find_trace_sources()), end="")
