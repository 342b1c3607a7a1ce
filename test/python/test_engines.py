# SPDX-License-Identifier: GPL-2.0-only
"""Sweeps over ssh, and what all engines have in common; a stand-in for the driver, a stand-in for ssh, and sshd."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Iterator

import pytest
from conftest import FAKE_DRIVER, PROGRAM, ROOT, Run, free_ports, running_points
from rdmacell_sweep import SweepError, runner
from rdmacell_sweep.cost import CostModel
from rdmacell_sweep.driver import Driver
from rdmacell_sweep.engines import ENGINES, refuse_runs_elsewhere
from rdmacell_sweep.engines.base import Engine
from rdmacell_sweep.engines.parallel import LocalEngine, jobs_of_machine
from rdmacell_sweep.engines.slurm import SlurmEngine, chunks, limit_seconds
from rdmacell_sweep.engines.slurm_array import Array
from rdmacell_sweep.engines.ssh import SshEngine, read_hosts
from rdmacell_sweep.options import parse
from rdmacell_sweep.points import Plan, Point

PLAN = Plan("standard", ("ecmp", "slow", "broken"), ("solar",), ("20", "80"), (1,), "1ms", "0s")
TINY = ("--schemes=ecmp,slow", "--workloads=solar", "--loads=20,80")

# Machines of this stand-in: "down" is switched off, "blind" has no shared file system, "bare" cannot run the driver,
# "full" cannot write; any other is this one.
SSH = """#!/bin/sh
while [ $# -gt 0 ]; do
    case $1 in
        -o) shift 2 ;;
        -l) user=$2; shift 2 ;;
        *) break ;;
    esac
done
host=${1#*@}
shift
[ "$1" != -- ] || shift
echo "$host $$" >>LOG
case $host in
    down) echo 'ssh: connect to host down port 22: No route to host' >&2; exit 255 ;;
    blind) exec sh -c "$(printf %s "$*" | sed 's|-f [^ ]*probe|-f /nonexistent|')" ;;
    bare) exec sh -c "$(printf %s "$*" | sed 's|[^ ]*--listSchemes|echo "libns3: not found" >\\&2; false|; s|[^ ]*fake_driver.py ;|false;|')" ;;
esac
exec sh -c "$*"
"""


@pytest.fixture(name="hosts")
def hosts_fixture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for files of hosts, with the stand-in for ssh in use, whose log is ssh.log."""
    program = tmp_path / "ssh"
    program.write_text(SSH.replace("LOG", str(tmp_path / "ssh.log")))
    program.chmod(0o755)
    monkeypatch.setenv("PARALLEL_SSH", str(program))
    monkeypatch.setenv("FAKE_HIDDEN", "1")
    return tmp_path


def run_points(engine: Engine, output: Path, plan: Plan = PLAN, program: Path = FAKE_DRIVER) -> list[str]:
    """Runs a plan's points without evaluating them; returns those that failed."""
    driver = Driver(program)
    engine.check()
    points = plan.points()
    output.mkdir(exist_ok=True)
    engine.slots(points, CostModel())
    with runner.locked(output) as lock:
        refuse_runs_elsewhere(engine, output)
        engine.prepare(output, driver)
        return runner.run(points, [], driver, output, engine, CostModel(), lock)


def results(output: Path) -> dict[str, bytes]:
    """The flows of all points."""
    return {path.parent.name: path.read_bytes() for path in output.glob("*/fct.csv")}


def test_machines_over_ssh_give_the_same_bytes(hosts: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (hosts / "list").write_text("# two machines\none  # fast\n1/root@two\n\n")
    over_ssh = run_points(SshEngine(parse(["--engine=parallel", f"--hosts={hosts}/list"])), hosts / "ssh-out")
    assert sorted(over_ssh) == ["broken-solar-load20-seed1", "broken-solar-load80-seed1"]
    assert "failed: broken-solar-load80-seed1 (exit status 1): the last words" in capsys.readouterr().out
    assert {line.split()[0] for line in (hosts / "ssh.log").read_text().splitlines()} == {"one", "two"}
    assert sorted(run_points(LocalEngine(parse([])), hosts / "local-out")) == sorted(over_ssh)
    assert results(hosts / "ssh-out") == results(hosts / "local-out") and len(results(hosts / "local-out")) == 4
    with open(hosts / "ssh-out" / "joblog.tsv", encoding="ascii") as log:
        assert {line.split("\t")[1] for line in log} == {"Host", "one", "root@two"}


@pytest.mark.parametrize("text, expected", [
    ("one\ndown\n", "down cannot be reached: ssh: connect to host down port 22: No route to host"),
    ("one\nblind\n", "blind does not see {out}: it must be on a file system that all machines share"),
    ("bare\n", "bare cannot run"),
    ("", "names no machine"),
    ("one\none\n", "list:2: one is given twice"),
    ("one two three '\n", "list:1: 'one two three '' is no machine"),
    ("0/one\n", "list:1: '0/one' is no machine"),
    ("-oProxyCommand=x\n", "list:1: '-oProxyCommand=x' is no machine"),
])
def test_machines_that_cannot_be_used_are_named(hosts: Path, text: str, expected: str) -> None:
    (hosts / "list").write_text(text)
    with pytest.raises(SweepError, match=re.escape(expected.format(out=hosts / "out"))):
        run_points(SshEngine(parse(["--engine=parallel", f"--hosts={hosts}/list"])), hosts / "out")
    assert not list(hosts.glob("out/*/*")) and not list(hosts.glob("out/.probe*"))


BAD = [
    (("--engine=cloud",), "--engine: no engine 'cloud', expected of local, parallel, slurm"),
    (("--engine=parallel",), "needs --hosts=FILE"),
    (("--engine=parallel", "--hosts=/no/such"), "--hosts: /no/such is not a file"),
    (("--hosts=/dev/null",), "--hosts is of --engine=parallel"),
    (("--engine=slurm", "--hosts=/dev/null"), "--hosts is of --engine=parallel"),
    (("--partition=batch",), "--partition is of --engine=slurm"),
    (("--engine=local", "--array-size=4"), "--array-size is of --engine=slurm"),
    (("--engine=slurm", "--array-size=0"), "--array-size: '0' is not a whole number"),
    (("--engine=slurm", "--time=soon"), "--time: 'soon' is not a time limit"),
    (("--engine=slurm", "--time=0"), "--time: '0' is not a time limit"),
    (("--engine=slurm", "--account="), "--account: '' is not a name"),
    (("--engine=slurm", "--partition=--wrap=rm"), "--partition: '--wrap=rm' is not a name"),
    (("--ranks=0",), "--ranks: '0' is not a whole number"),
    (("--ranks=4096",), "--ranks=4096: "),
]


@pytest.mark.parametrize("arguments, expected", BAD)
def test_bad_engines_are_refused(tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    with pytest.raises(SweepError, match=re.escape(expected)):
        request = parse([*arguments, f"--output={tmp_path}/out"])
        ENGINES[request.engine](request).check()


def test_a_bad_engine_is_one_line_and_status_2(sweep: Run, tmp_path: Path) -> None:
    done = sweep("--engine=cloud", f"--output={tmp_path}/out")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "sweep: --engine: no engine 'cloud', expected of local, parallel, slurm\n"
    assert not list(tmp_path.iterdir())


def test_slurm_that_is_not_there_is_named(sweep: Run, tmp_path: Path) -> None:
    (tmp_path / "bin").mkdir()
    for name in ("sh", "dirname"):
        (tmp_path / "bin" / name).symlink_to(shutil.which(name) or "")
    done = sweep("--engine=slurm", f"--output={tmp_path}/out", PATH=str(tmp_path / "bin"))
    assert (done.returncode, done.stderr) == (2, "sweep: --engine=slurm: no sbatch here\n")


@pytest.mark.parametrize("squeue, expected", [
    ("", "and there is no squeue here to ask"),
    ("echo 'slurm_load_jobs error: Unable to contact slurm controller' >&2; exit 1", "squeue: .*Unable to contact"),
    ("echo rdmacell-sweep-0 12 3 R None", "job array 12 still runs points of this sweep: continue with --engine=slurm"),
    ("exit 0", ""),
])
def test_an_array_that_may_still_run_keeps_other_engines_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, squeue: str, expected: str
) -> None:
    (tmp_path / ".slurm" / "rdmacell-sweep-0").mkdir(parents=True)
    (tmp_path / ".slurm" / "rdmacell-sweep-0" / "points.json").write_text("{}")
    if squeue:
        (tmp_path / "squeue").write_text(f"#!/bin/sh\n{squeue}\n")
        (tmp_path / "squeue").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    engine = LocalEngine(parse([]))
    if expected:
        with pytest.raises(SweepError, match=expected):
            refuse_runs_elsewhere(engine, tmp_path)
    else:
        refuse_runs_elsewhere(engine, tmp_path)
    assert (tmp_path / ".slurm").exists() == bool(expected)


def test_an_array_whose_points_have_all_ended_is_forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    array = Array.create(tmp_path / ".slurm", [])
    (tmp_path / "squeue").write_text("#!/bin/sh\n")
    (tmp_path / "squeue").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert array.directory.exists()
    engine = SlurmEngine(parse(["--engine=slurm"]))
    with runner.locked(tmp_path) as lock:
        assert runner.run([], [], Driver(FAKE_DRIVER), tmp_path, engine, CostModel(), lock) == []
    assert not (tmp_path / ".slurm").exists()


def test_points_are_put_together_for_tasks() -> None:
    assert chunks({0: 9, 1: 5, 2: 4, 3: 1, 4: 1}, 3) == [[0], [1, 4], [2, 3]]
    assert chunks({3: 1, 5: 1}, 2) == [[3], [5]]
    assert chunks({number: 1 for number in range(7)}, 1) == [list(range(7))]


@pytest.mark.parametrize("nodes, environment, expected", [
    ("64000\n32000+", {}, "297MB asked for each processor"),
    ("1", {}, "about 20 MB"),
    ("64000", {"SBATCH_MEM_PER_CPU": "2G"}, "about 20 MB"),
])
def test_memory_is_asked_for_where_slurm_knows_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, nodes: str,
                                                  environment: dict[str, str], expected: str) -> None:
    (tmp_path / "sinfo").write_text(f"#!/bin/sh\necho '{nodes}'\n")
    (tmp_path / "sinfo").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    point = Point("ecmp", "solar", "50", 1, "1us", "0s")
    assert CostModel().bytes(point) == pytest.approx(20e6, rel=0.01)
    assert SlurmEngine(parse(["--engine=slurm"])).memory_words([point], CostModel(), 1) == expected


@pytest.mark.parametrize("text, seconds", [("5", 300), ("5:30", 330), ("1:02:03", 3723), ("2-1", 176400), ("1-0:30", 88200),
                                           ("1-1:1:1", 90061)])
def test_time_limits_are_slurms(text: str, seconds: float) -> None:
    assert limit_seconds(text) == seconds
    assert parse(["--engine=slurm", f"--time={text}"]).time == text


def test_runs_at_a_time_leave_room_for_ranks_and_memory() -> None:
    assert jobs_of_machine(16, None, 0, 1) == 16
    assert jobs_of_machine(16, 10_000, 2_000, 1) == 5
    assert jobs_of_machine(16, 1_000, 2_000, 1) == 1
    assert jobs_of_machine(16, 10_000, 2_000, 4) == 4
    assert jobs_of_machine(2, 10_000, 2_000, 4) == 0


@pytest.mark.skipif(not shutil.which("mpirun"), reason="no mpirun here")
def test_runs_of_several_ranks_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                   capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("FAKE_HIDDEN", "1")
    failed = run_points(LocalEngine(parse(["--ranks=2"])), tmp_path / "two")
    assert len(failed) == 2 and "failed: broken-solar-load80-seed1 (exit status 1): the last words" in capsys.readouterr().out
    run_points(LocalEngine(parse([])), tmp_path / "one")
    assert results(tmp_path / "one") == results(tmp_path / "two") and len(results(tmp_path / "two")) == 4
    for ranks, name in ((1, "one"), (2, "two")):
        metas = [json.loads(path.read_text()) for path in (tmp_path / name).glob("*/meta.json")]
        assert len(metas) == 4 and all(meta["ranks"] == ranks for meta in metas)


def has_mpi() -> bool:
    """Whether the driver is built with MPI, and can be started."""
    linked = subprocess.run(["ldd", PROGRAM], capture_output=True, text=True, check=False).stdout
    return "libmpi" in linked and bool(shutil.which("mpirun"))


@pytest.mark.skipif(not has_mpi(), reason="no driver with MPI here")
def test_ranks_of_the_real_driver(sweep: Run, tmp_path: Path) -> None:
    plan = Plan("standard", ("ecmp", "conga"), ("solar",), ("50",), (1,), "20us", "10us", ("--k=4",))
    for ranks in (1, 2):
        engine = LocalEngine(parse([f"--ranks={ranks}"]))
        assert run_points(engine, tmp_path / f"{ranks}", plan, PROGRAM) == []
        assert len(Driver(PROGRAM).complete(plan.points(), tmp_path / f"{ranks}")) == 2
    assert results(tmp_path / "1") == results(tmp_path / "2") and len(results(tmp_path / "1")) == 2
    refused = sweep(f"--driver={PROGRAM}", "--ranks=2", "--schemes=ecmp", f"--output={tmp_path}/out", "--", "--k=4",
                    "--trace=path-chosen")
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1 and "over several ranks" in refused.stderr
    assert not (tmp_path / "out").exists()


def test_a_file_of_hosts_may_be_a_broken_one(tmp_path: Path) -> None:
    (tmp_path / "list").write_bytes(b"\xff\n")
    with pytest.raises(SweepError, match="no text"):
        read_hosts(tmp_path / "list")


@pytest.fixture(name="sshd")
def sshd_fixture(tmp_path: Path) -> Iterator[Path]:
    """A file of hosts that names this machine twice, through a server of its own; skips where there is none."""
    server = shutil.which("sshd", path="/usr/sbin:/sbin")
    if not server or not shutil.which("ssh-keygen") or os.geteuid() != 0:
        pytest.skip("sshd (openssh-server) and root are needed")
    home = tmp_path / "sshd"
    home.mkdir(mode=0o700)
    Path("/run/sshd").mkdir(exist_ok=True)
    for name in ("host", "user"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", home / name], check=True)
    port = free_ports(1)[0]
    (home / "sshd_config").write_text(
        f"Port {port}\nListenAddress 127.0.0.1\nHostKey {home}/host\nAuthorizedKeysFile {home}/user.pub\nStrictModes no\n"
        f"UsePAM no\nPidFile none\nPermitRootLogin yes\n")
    (home / "config").write_text("".join(
        f"Host {name}\n HostName 127.0.0.1\n Port {port}\n User root\n IdentityFile {home}/user\n IdentitiesOnly yes\n"
        f" StrictHostKeyChecking no\n UserKnownHostsFile {home}/known\n" for name in ("node1", "node2")))
    (home / "hosts").write_text(f"1/ssh -F {home}/config node1\n1/ssh -F {home}/config node2\n")
    with subprocess.Popen([server, "-D", "-e", "-f", home / "sshd_config"], stderr=subprocess.DEVNULL) as process:
        yield home / "hosts"
        process.terminate()


def test_real_ssh_runs_points_and_ctrl_c_ends_them(sshd: Path, tmp_path: Path) -> None:
    output = tmp_path / "out"
    # The environment does not go over ssh.
    pause = tmp_path / "driver"
    pause.write_text(f"#!/bin/sh\ncase \"$*\" in *scheme=slow*outputDir={output}*) FAKE_SECONDS=60; export FAKE_SECONDS ;; esac\n"
                     f"exec {FAKE_DRIVER} \"$@\"\n")
    pause.chmod(0o755)
    command = [ROOT / "scripts" / "sweep", f"--driver={pause}", "--engine=parallel", f"--hosts={sshd}",
               "--schemes=slow,ecmp", "--workloads=solar", "--loads=20,80", f"--output={output}"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        until = time.monotonic() + 60
        while len(running_points(output)) < 2:
            assert time.monotonic() < until and process.poll() is None, process.communicate()
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130 and "the same command continues" in errors
    assert not running_points(output)
    plan = Plan("standard", ("ecmp",), ("solar",), ("20", "80"), (1,), "1ms", "0s")
    engine = SshEngine(parse(["--engine=parallel", f"--hosts={sshd}"]))
    assert run_points(engine, tmp_path / "again", plan) == [] and len(results(tmp_path / "again")) == 2


def test_runs_that_outlive_their_sweep_keep_the_next_one_out(tmp_path: Path) -> None:
    (tmp_path / ".runs.lock").touch()
    with subprocess.Popen(["flock", "--shared", "--no-fork", tmp_path / ".runs.lock", "sleep", "60"]) as run:
        engine = LocalEngine(parse([]))
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                refuse_runs_elsewhere(engine, tmp_path)
            except SweepError as error:
                assert "runs of an earlier sweep still go on" in str(error)
                break
            time.sleep(0.05)
        else:
            pytest.fail("the lock is not seen")
        run.kill()
    refuse_runs_elsewhere(engine, tmp_path)
