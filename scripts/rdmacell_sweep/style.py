# SPDX-License-Identifier: GPL-2.0-only
"""The style of figures: one color, marker and line for each scheme, the same in every figure."""

from __future__ import annotations

from typing import Any, Iterable

import matplotlib

from .points import split_scheme

matplotlib.use("Agg")

TITLES = {"alicloud": "AliCloud storage", "solar": "Solar", "websearch": "Web search"}

# Okabe and Ito's colors, which color-blind readers can distinguish; markers for gray print.
BLUE, ORANGE, GREEN, PINK, YELLOW, SKY, BLACK, GREY = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F"
)

# On a dark ground, and as SVG has lines.
DARK = {BLUE: "#4FA8E8", ORANGE: "#F08A4B", GREEN: "#2DC59A", BLACK: "#FFFFFF", GREY: "#A0A0A0", "#8C510A": "#D08A3C",
        "#5E3C99": "#A88BDD"}
DASHES = {"-": "none", "--": "6 3", ":": "2 3", "-.": "7 3 2 3"}

# Schemes that are variants of one share its color: label, color, marker, line.
LOOKS = {
    "ecmp": ("ECMP", BLUE, "o", "-"),
    "ecmp-window": ("ECMP, 1 BDP", BLUE, "<", ":"),
    "eecmp": ("E-ECMP", BLUE, "s", "--"),
    "qp-split": ("QP split", SKY, "3", "-"),
    "qp-split-eecmp": ("QP split, E-ECMP", SKY, "4", "--"),
    "qp-roundrobin": ("QP round-robin", SKY, "1", "-."),
    "qp-roundrobin-eecmp": ("QP round-robin, E-ECMP", SKY, "2", ":"),
    "pinned": ("Pinned", "#5E3C99", "+", "--"),
    "planned": ("Planned", "#5E3C99", "x", "-"),
    "spray": ("Spraying", GREY, "X", "-"),
    "drill": ("DRILL", GREY, "d", "--"),
    "letflow": ("LetFlow", YELLOW, "^", "-"),
    "conga": ("CONGA", GREEN, "v", "-"),
    "hula": ("HULA", PINK, "D", "-"),
    "conweave": ("ConWeave", ORANGE, "P", "-"),
    "mp-rdma": ("MP-RDMA", "#8C510A", "H", "-"),
    "rdmacell": ("RDMACell", BLACK, "*", "-"),
    "rdmacell-adaptive": ("RDMACell adaptive", BLACK, "p", "-."),
    "rdmacell-single": ("RDMACell adaptive, one QP", BLACK, ">", ":"),
}
LINES = ("-", "--", ":", "-.")
SPARE = [(SKY, "h", "-"), ("#8C510A", "8", "-"), ("#5E3C99", ".", "-"), (SKY, "|", "--"), ("#8C510A", "_", "--")]

RC = {
    "font.family": "sans-serif", "font.size": 8, "axes.titlesize": 8, "axes.labelsize": 8,
    "xtick.labelsize": 7.5, "ytick.labelsize": 7.5, "legend.fontsize": 7.5,
    "axes.grid": True, "grid.color": "#DDDDDD", "grid.linewidth": 0.6, "axes.axisbelow": True,
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.7,
    "lines.linewidth": 1.3, "lines.markersize": 4.5,
    "pdf.fonttype": 42, "legend.framealpha": 0.85, "legend.edgecolor": "none", "savefig.dpi": 250,
    "svg.hashsalt": "rdmacell",
}


def looks(schemes: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Line properties a scheme. Unknown schemes share out the spare ones in order of their names."""
    names = {scheme: split_scheme(scheme) for scheme in schemes}
    unknown = sorted({swept.scheme for swept in names.values()} - set(LOOKS))
    transports = list(dict.fromkeys((swept.control, swept.recovery) for swept in names.values()))
    chosen = {}
    for name, swept in names.items():
        if swept.scheme in LOOKS:
            label, color, marker, line = LOOKS[swept.scheme]
        else:
            label, (color, marker, line) = swept.scheme, SPARE[unknown.index(swept.scheme) % len(SPARE)]
        transport = (swept.control, swept.recovery)
        if any(transport):
            # Lines tell congestion controls and loss recoveries apart, colors and markers schemes.
            label, line = ", ".join([label, *filter(None, transport)]), LINES[transports.index(transport) % len(LINES)]
        chosen[name] = {"label": label, "color": color, "marker": marker, "linestyle": line}
    return chosen


def label(scheme: str) -> str:
    """The label of a scheme in figures."""
    return str(looks([scheme])[scheme]["label"])
