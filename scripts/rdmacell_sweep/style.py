# SPDX-License-Identifier: GPL-2.0-only
"""How figures look: one colour and marker a scheme, the same in every figure."""

from __future__ import annotations

from typing import Any, Iterable

import matplotlib

matplotlib.use("Agg")

TITLES = {"alicloud": "AliCloud storage", "solar": "Solar"}

# Okabe and Ito's colours, which colour-blind readers can tell apart; markers for grey print.
LOOKS = [
    ("#0072B2", "o"), ("#D55E00", "s"), ("#009E73", "^"), ("#CC79A7", "D"), ("#E69F00", "v"),
    ("#56B4E9", "P"), ("#000000", "X"), ("#7F7F7F", "<"), ("#8C510A", ">"), ("#5E3C99", "*"),
]

# Schemes of the literature keep their looks whichever of them a sweep holds.
NAMES = {
    "ecmp": "ECMP", "letflow": "LetFlow", "conga": "CONGA", "hula": "HULA", "conweave": "ConWeave",
    "drill": "DRILL", "rdmacell": "RDMACell",
}

RC = {
    "font.family": "sans-serif", "font.size": 8, "axes.titlesize": 8, "axes.labelsize": 8,
    "xtick.labelsize": 7.5, "ytick.labelsize": 7.5, "legend.fontsize": 7.5,
    "axes.grid": True, "grid.color": "#DDDDDD", "grid.linewidth": 0.6, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.7,
    "lines.linewidth": 1.3, "lines.markersize": 4.5,
    "pdf.fonttype": 42, "legend.framealpha": 0.85, "legend.edgecolor": "none", "savefig.dpi": 250,
}


def looks(schemes: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Line properties a scheme. Unknown schemes take, in order of name, what the known ones leave."""
    known = list(NAMES)
    others = sorted(set(schemes) - set(known))
    chosen = {}
    for scheme in schemes:
        number = known.index(scheme) if scheme in NAMES else len(known) + others.index(scheme)
        colour, marker = LOOKS[number % len(LOOKS)]
        chosen[scheme] = {"color": colour, "marker": marker, "label": NAMES.get(scheme, scheme)}
    return chosen
