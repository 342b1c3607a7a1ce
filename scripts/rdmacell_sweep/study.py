# SPDX-License-Identifier: GPL-2.0-only
"""The settings of RDMACell against each other: a sweep a setting, one table of them all.

doc/rdmacell-study.md has the tables that this prints.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Optional

from . import SweepError
from .options import OneLineParser, parse_driver, parse_duration, parse_loads, parse_seeds, parse_workloads, split
from .points import PRESET_GROUPS, REPOSITORY, RESULTS, whole_file
from .program import run_program

NAMESPACE = "ns3::rdmacell::"
CELL_APP = f"{NAMESPACE}CellApp::"
POLICIES = ("rdmacell", "rdmacell-adaptive")
# Preset of the sweep by the name of the network.
NETWORKS = {place: preset for preset, place in PRESET_GROUPS["rdmacell-paper"].items()}
OTHERS = ("ecmp", "ecmp-window", "letflow", "conga", "hula", "conweave")

# A setting differs from the defaults of the schemes by these arguments of the driver.
Setting = tuple[str, ...]


def _setting(*assignments: str) -> Setting:
    """Attributes of CellApp, or of others as Class::Name; types without the namespace."""
    arguments = []
    for assignment in assignments:
        name, value = assignment.split("=")
        path = NAMESPACE + name if "::" in name else CELL_APP + name
        arguments.append(f"--{path}={NAMESPACE if name.endswith('Type') else ''}{value}")
    return tuple(arguments)


# From rdmacell to rdmacell-adaptive step by step, then one setting at a time.
SETTINGS: list[Setting] = [
    (),
    _setting("CellBdp=0.25"),
    _setting("CellBdp=0.25", "TokenOfLast=false"),
    _setting("CellBdp=0.25", "TokenOfLast=false", "WindowType=AdaptiveCellWindow"),
    _setting("WindowType=FixedCellWindow"),
    _setting("WindowType=FixedCellWindow", "FixedCellWindow::Cells=2"),
    _setting("SchedulerType=StickyCellScheduler"),
    _setting("SchedulerType=RoundRobinCellScheduler"),
    _setting("SchedulerType=ReroutingCellScheduler"),
    _setting("RecoveryType=IsolatingCellRecovery"),
    _setting("QueuePairs=1"),
    _setting("QueuePairs=2"),
    _setting("CellBdp=0.125"),
    _setting("CellBdp=0.5"),
    _setting("CellBdp=1"),
    _setting("RttStart=FirstBit"),
    _setting("HostBacklog=false"),
    _setting("Pooled=true"),
    ("--pfc=off",),
    ("--cc=none",),
]


def name_of(setting: Setting) -> str:
    """The setting as a table and a directory name it."""
    return " ".join(re.sub(rf"{CELL_APP}|{NAMESPACE}", "", argument[2:]) for argument in setting) or "defaults"


def parser() -> OneLineParser:
    """The options."""
    made = OneLineParser(
        prog="rdmacell-study",
        allow_abbrev=False,
        description="Runs the variants of RDMACell with many settings, and prints average and p99 slowdown "
        "(mean and half of the 95 % interval over the seeds) as tables. Ctrl-C stops it; the same command continues.",
    )
    made.add_argument("--workloads", metavar="A,B", default="alicloud", help="as of a sweep (alicloud)")
    made.add_argument("--loads", metavar="L,L", default="50,80", help="percent of the host links' rate (50,80)")
    made.add_argument("--seeds", metavar="N,N", default="1-3", help="three or more give a confidence interval (1-3)")
    made.add_argument("--duration", metavar="TIME", help="measured window of every run (5ms in 1to1, 1500us in 2to1)")
    made.add_argument("--networks", metavar="A,B", default=",".join(NETWORKS),
                      help=f"of {', '.join(NETWORKS)}: oversubscription; with 2:1, loads are those of the uplinks "
                      f"({','.join(NETWORKS)})")
    made.add_argument("--jobs", metavar="N", help="runs at a time; one a processor if not given")
    made.add_argument("--output", metavar="DIR", help="where the sweeps go (results/study)")
    made.add_argument("--only", metavar="TEXT", help="settings whose name has this in it, and the defaults")
    made.add_argument("--dry-run", action="store_true", help="print the plan of each sweep; build, run and write nothing")
    made.add_argument("--driver", metavar="FILE", help="simulate with this program instead of building one")
    made.add_argument("--schemes", metavar="A,B", default=",".join(POLICIES), help=f"({','.join(POLICIES)})")
    return made


def run_sweep(schemes: str, setting: Setting, output: Path, shared: list[str]) -> Path:
    """Sweeps one setting; returns its summary."""
    command = [str(REPOSITORY / "scripts" / "sweep"), f"--schemes={schemes}", f"--output={output}", *shared]
    status = subprocess.run([*command, "--", *setting], stdin=subprocess.DEVNULL, check=False).returncode
    if status == 2:
        sys.exit(status)  # the sweep has said why
    if status != 0:
        raise SweepError(f"the sweep of {output.name} has failed")
    return output / "summary.csv"


def main() -> int:
    """Entry point."""
    options = parser().parse_args()
    parse_workloads(options.workloads)
    parse_loads(options.loads)
    parse_seeds(options.seeds)
    if options.duration:
        parse_duration(options.duration)
    networks = split("--networks", options.networks)
    for network in networks:
        if network not in NETWORKS:
            raise SweepError(f"--networks: no network '{network}', expected of {', '.join(NETWORKS)}")
    root = Path(options.output).absolute() if options.output else RESULTS / "study"
    shared = [f"--{key}={getattr(options, key)}" for key in ("workloads", "loads", "seeds", "duration", "jobs")
              if getattr(options, key)]
    shared += [f"--driver={parse_driver(options.driver)}"] if options.driver else []
    shared += ["--dry-run"] if options.dry_run else []
    settings = [s for s in SETTINGS if not s or options.only is None or options.only in name_of(s)]

    texts = [study_network(network, settings, options.schemes, root, shared) for network in networks]
    if options.dry_run:
        return 0
    with whole_file(root / "study.md") as temporary:
        temporary.write_text("\n".join(texts))
    print("\n" + "\n".join(texts) + f"\nWritten:\n  {root / 'study.md'}")
    return 0


def study_network(network: str, settings: list[Setting], schemes: str, root: Path, shared: list[str]) -> str:
    """Sweeps all settings on a network; returns their tables, or nothing of a dry run."""
    arguments = [f"--preset={NETWORKS[network]}", *shared]
    others: Optional[Path] = None
    if schemes == ",".join(POLICIES):
        others = run_sweep(",".join(OTHERS), (), root / network / "others", arguments)
    summaries: dict[str, Path] = {}
    for setting in settings:
        name = name_of(setting)
        summaries[name] = run_sweep(schemes, setting, root / network / name.replace(" ", "-"), arguments)
    if "--dry-run" in shared:
        return ""

    # Imported late: needs packages that may just have been installed.
    from .study_tables import tables  # pylint: disable=import-outside-toplevel

    return f"## {network}\n\n{tables(summaries, others)}"


if __name__ == "__main__":
    run_program("rdmacell-study", main, "Stopped; the same command continues.")
