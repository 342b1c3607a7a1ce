# SPDX-License-Identifier: GPL-2.0-only
"""What FramePcapHelper writes, as Wireshark's dissectors read it: RoCEv2 and PFC, nothing malformed."""

from __future__ import annotations

import shutil
import struct
import subprocess
import zlib
from collections import Counter
from pathlib import Path

import pytest
from conftest import BUILD, Run

ROCE = "eth:ethertype:ip:udp:infiniband"
PFC = "eth:ethertype:macc"
BALANCER_TYPE = "0x88b5"
CNP = 0x81
EXPERT_WARNING = 0x600000  # Wireshark's severities: note 0x400000, warning this, error 0x800000


def tshark(capture: Path, *fields: str) -> list[list[str]]:
    """Dissects a file; one row a frame, one string a field, empty where the frame has none."""
    if not shutil.which("tshark"):
        pytest.skip("tshark is not installed")
    # RPC over RDMA has no port or key to know it by: tshark takes any short SEND for it, and then
    # calls it malformed when it is not.
    command = ["tshark", "-n", "-r", str(capture), "--disable-protocol", "rpcordma",
               "-o", "ip.check_checksum:TRUE", "-T", "fields", "-E", "separator=|", "-E", "aggregator=,"]
    for field in fields:
        command += ["-e", field]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True)
    return [line.split("|") for line in result.stdout.splitlines()]


def read_pcap(capture: Path) -> tuple[tuple[int, ...], list[bytes]]:
    """Reads a file without tshark: its header and the bytes of its frames."""
    data = capture.read_bytes()
    header = struct.unpack_from("<IHHiIII", data)
    frames = []
    offset = 24
    while offset < len(data):
        _, _, captured, length = struct.unpack_from("<IIII", data, offset)
        assert captured == length
        frames.append(data[offset + 16:offset + 16 + captured])
        offset += 16 + captured
    return header, frames


def check_dissection(capture: Path) -> Counter[str]:
    """Asserts that every frame is one of ours and well-formed; returns how many there are of each kind."""
    kinds: Counter[str] = Counter()
    rows = tshark(capture, "frame.number", "frame.protocols", "eth.type", "_ws.malformed", "_ws.expert.severity",
                  "ip.checksum.status", "udp.dstport", "ip.len", "udp.length")
    for number, protocols, ethertype, malformed, severities, checksum, port, ip_len, udp_len in rows:
        assert not malformed, f"frame {number}"
        assert all(int(value) < EXPERT_WARNING for value in severities.split(",") if value), f"frame {number}"
        if protocols.startswith(ROCE):
            assert (checksum, port) == ("1", "4791"), f"frame {number}"
            assert int(ip_len) == int(udp_len) + 20, f"frame {number}"
            kinds["roce"] += 1
        elif protocols == PFC:
            kinds["pfc"] += 1
        else:
            assert ethertype == BALANCER_TYPE, f"frame {number}: {protocols}"
            kinds["balancer"] += 1
    return kinds


def check_icrc(capture: Path) -> int:
    """Recomputes every ICRC, which tshark shows and does not check; returns how many there are."""
    checked = 0
    for number, frame in enumerate(read_pcap(capture)[1], 1):
        if frame[12:14] != b"\x08\x00":
            continue
        length = int.from_bytes(frame[16:18], "big")
        packet = bytearray(frame[14:14 + length])
        for offset in (1, 8, 10, 11, 26, 27, 32):  # what routers may change counts as ones
            packet[offset] = 0xff
        icrc = zlib.crc32(b"\xff" * 8 + bytes(packet[:-4]))
        assert packet[-4:] == icrc.to_bytes(4, "little"), f"frame {number}"
        checked += 1
    return checked


@pytest.fixture(name="captures", scope="module")
def captures_fixture(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The files of the ns-3 suite: the same frames, seen by the sender and by the receiver."""
    runner = BUILD / "bin" / "rdmacell-test-runner"
    if not runner.exists():
        pytest.skip(f"{runner} is not built")
    directory = tmp_path_factory.mktemp("pcap")
    subprocess.run([runner, "--suite=rdmacell-pcap", f"--tempdir={directory}"], capture_output=True, timeout=120,
                   check=True)
    captures = sorted(directory.rglob("link-*.pcap"))
    assert len(captures) == 2
    return captures


def test_files_are_ethernet_with_nanoseconds(captures: list[Path]) -> None:
    for capture in captures:
        magic, major, minor, zone, _, snap_length, link_type = read_pcap(capture)[0]
        assert (magic, major, minor, zone, link_type) == (0xa1b23c4d, 2, 4, 0, 1)
        assert snap_length >= 65535


def test_every_frame_is_dissected(captures: list[Path]) -> None:
    for capture in captures:
        assert check_dissection(capture) == {"roce": 118, "pfc": 2, "balancer": 1}


def test_every_icrc_is_right(captures: list[Path]) -> None:
    for capture in captures:
        assert check_icrc(capture) == 118


def test_every_opcode_has_its_headers(captures: list[Path]) -> None:
    reth = {0x06, 0x0a, 0x0b, 0x0c}
    aeth = {0x0d, 0x0f, 0x10, 0x11}
    immediate = {0x03, 0x05, 0x09, 0x0b}
    seen = set()
    rows = tshark(captures[0], "infiniband.bth.opcode", "infiniband.reth.va", "infiniband.aeth.msn",
                  "infiniband.immdt", "infiniband.bth.psn", "infiniband.bth.destqp", "ip.dsfield.ecn")
    for opcode_text, va, msn, immdt, psn, qp, ecn in rows:
        if not opcode_text:
            continue
        opcode = int(opcode_text)
        seen.add(opcode)
        assert (va, msn, bool(immdt)) == (
            "0x00007f0000001000" if opcode in reth else "", str(0x800001) if opcode in aeth else "", opcode in immediate)
        assert int(psn) == (0 if opcode == CNP else 0xfffffe)
        assert int(qp, 16) == 0x123456
        assert int(ecn) == (2 if opcode <= 0x0c else 0)
    assert seen == {*range(0x12), CNP}


def test_lengths_and_padding_are_those_sent(captures: list[Path]) -> None:
    rows = tshark(captures[0], "infiniband.bth.opcode", "infiniband.bth.padcnt", "frame.len")
    middle = sorted((int(length), int(pad)) for opcode, pad, length in rows if opcode == "7")
    # WRITE MIDDLE of 0, 1, 3, 16, 999, 1000, 4096 bytes, and 1000 with 4 of a load balancer; no FCS.
    assert middle == [(60, 0), (62, 1), (62, 3), (74, 0), (1058, 0), (1058, 1), (1062, 0), (4154, 0)]


def test_pfc_pauses_and_resumes_class_3(captures: list[Path]) -> None:
    rows = tshark(captures[0], "macc.opcode", "macc.cbfc.enbv", "macc.cbfc.pause_time.c3", "eth.dst", "eth.src",
                  "frame.len")
    frames = [row[1:] for row in rows if row[0]]
    rest = ["01:80:c2:00:00:01", "02:00:00:00:00:0a", "60"]
    assert frames == [["0x0008", "65535", *rest], ["0x0008", "0", *rest]]


def test_a_run_of_the_driver_is_dissected(driver: Run, tmp_path: Path) -> None:
    result = driver("--k=4", "--pattern=incast", "--duration=100us", "--pcap=run", cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    captures = sorted(tmp_path.glob("run-*.pcap"))
    assert len(captures) == 16 + 20 * 4  # a device a host, four a switch
    kinds: Counter[str] = Counter()
    opcodes = set()
    # tshark takes seconds for them all: those with pauses, and one host's.
    paused = [path for path in captures if any(frame[12:14] == b"\x88\x08" for frame in read_pcap(path)[1])]
    for capture in [captures[0], *paused[:2]]:
        kinds += check_dissection(capture)
        check_icrc(capture)
        opcodes |= {row[0] for row in tshark(capture, "infiniband.bth.opcode")}
    assert kinds["roce"] > 1000 and kinds["pfc"] > 0 and not kinds["balancer"]
    assert {"6", "7", "8", str(0x11), str(CNP)} <= opcodes
