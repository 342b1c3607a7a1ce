# SPDX-License-Identifier: GPL-2.0-only
"""Read a profile of callgrind: instructions by folder of the project, and allocations."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

# A cost line: a line number, which may be relative, then the count.
COST = re.compile(r"(?:[+-]?\d+|\*) (\d+)$")

# The functions that every allocation ends in.
ALLOCATORS = {"malloc", "calloc", "realloc", "memalign", "aligned_alloc", "posix_memalign"}


class Names:
    """The names of a profile: written once with a number, later as the number alone."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}

    def read(self, text: str) -> str:
        """Return the name of "(number) name" or "(number)"."""
        number, _, name = text.partition(") ")
        number = number.strip("()")
        if name:
            self._names[number] = name
        return self._names.get(number, "")


def find_layers(root: Path) -> dict[str, str]:
    """Return the folder of each source file: model/link and so on. File names are unique, as in ns-3."""
    found = {}
    for folder in ("model", "helper", "examples"):
        for path in (root / folder).rglob("*.*"):
            found[path.name] = str(path.parent.relative_to(root))
    return found


def library_layer(binary: str) -> str:
    """Name the layer of code that is not part of the project, by its binary."""
    if "libns3" in binary:
        return "ns-3"
    return "C and C++ libraries" if ".so" in binary else "not known"


def read_profile(profile: Path, root: Path) -> tuple[Counter[str], int]:
    """
    Sum the instructions of a callgrind profile by layer, and count the allocations.

    Code of a header of ns-3, Boost or the C++ library that is inlined into one of our functions
    counts for the file of ours that uses it.
    """
    layers = find_layers(root)
    files, binaries, functions = Names(), Names(), Names()
    counts: Counter[str] = Counter()
    allocations = 0
    layer, binary, callee, is_call = "", "", "", False
    with profile.open(encoding="utf-8") as lines:
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if key == "ob":
                binary = binaries.read(value)
            elif key == "cob":
                binaries.read(value)
            elif key in ("cfi", "cfl"):
                files.read(value)
            elif key in ("fl", "fi", "fe"):
                name = Path(files.read(value)).name
                layer = layers.get(name, "" if key == "fl" else layer)
            elif key == "fn":
                functions.read(value)
            elif key == "cfn":
                callee = functions.read(value)
            elif key == "calls":
                allocations += int(value.split()[0]) if callee in ALLOCATORS else 0
                is_call = True  # the next line is the callee's cost, which its own lines have
            elif match := COST.match(line):
                if not is_call:
                    counts[layer or library_layer(binary)] += int(match[1])
                is_call = False
    return counts, allocations
