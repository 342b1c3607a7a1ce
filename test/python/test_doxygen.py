# SPDX-License-Identifier: GPL-2.0-only
"""Doxygen reads every class, member and parameter of the module without a warning."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT

# Overridden functions of ns-3 are documented in ns-3's headers, which Doxygen does not see; the functions of a short
# program by the comment at the head of its file.
DESCRIBED_ELSEWHERE = re.compile(r"Member (main\(.*|.* (override|final)) \(function\) of .* is not documented"
                                 r"|\(function\) of file rdmacell-own-network.cc is not documented")


def warnings_of_doxygen(root: Path, output: Path) -> list[str]:
    """What doxygen complains about in a tree that has our doc/Doxyfile."""
    output.mkdir()
    settings = (ROOT / "doc" / "Doxyfile").read_text() + f"OUTPUT_DIRECTORY = {output}\n"
    done = subprocess.run(["doxygen", "-"], input=settings, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and (output / "html" / "annotated.html").exists(), done.stderr
    return sorted({line for line in done.stderr.splitlines() if line and not DESCRIBED_ELSEWHERE.search(line)})


def test_doxygen_warns_of_nothing(tmp_path: Path) -> None:
    if not shutil.which("doxygen"):
        pytest.skip("doxygen is not installed")
    assert not warnings_of_doxygen(ROOT, tmp_path / "doxygen")


def test_doxygen_would_warn(tmp_path: Path) -> None:
    if not shutil.which("doxygen"):
        pytest.skip("doxygen is not installed")
    for folder in ("model", "helper", "examples"):
        (tmp_path / folder).mkdir()
    (tmp_path / "model" / "x.h").write_text("""\
/// A class.
class X
{
  public:
    int Undocumented(int a);

    /// @brief Half documented. @param a number
    void HalfDocumented(int a, int b);
};
""")
    found = "\n".join(warnings_of_doxygen(tmp_path, tmp_path / "doxygen"))
    assert "Undocumented(int a) (function) of class X is not documented" in found
    assert "'b'" in found
