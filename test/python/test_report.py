# SPDX-License-Identifier: GPL-2.0-only
"""report.html in a browser: no error, nothing missing, nothing beyond the edge, and the values of the tables."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, Callable, Iterator

import pandas as pd
import pytest
from conftest import FAKE_DRIVER, PROGRAM, ROOT, Run

from rdmacell_sweep import records, style
from rdmacell_sweep import report as report_module
from rdmacell_sweep.points import Point

CHROMIUM, CHROMEDRIVER = shutil.which("chromium"), shutil.which("chromedriver")


@pytest.fixture(name="report", scope="module")
def report_fixture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The directory of a sweep in which a scheme has failed."""

    output = tmp_path_factory.mktemp("report") / "out"
    done = subprocess.run(
        [ROOT / "scripts" / "sweep", f"--driver={FAKE_DRIVER}", "--schemes=ecmp,letflow,broken", "--loads=20,80",
         "--seeds=1-3", f"--output={output}"],
        env={**os.environ, "FAKE_HIDDEN": "1"}, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 1 and f"{output}/report.html" in done.stdout, done.stdout + done.stderr
    return output


Open = Callable[..., Any]


@pytest.fixture(name="browse")
def browse_fixture(report: Path) -> Iterator[Open]:
    """Opens the report in Chromium without a network: a function of width and color scheme, which returns the driver."""
    if not CHROMIUM or not CHROMEDRIVER:
        pytest.skip("Chromium is not installed")
    from selenium import webdriver  # pylint: disable=import-outside-toplevel
    from selenium.webdriver.chrome.service import Service  # pylint: disable=import-outside-toplevel

    opened = []

    def browse(width: int, dark: bool = False) -> Any:
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--host-resolver-rules=MAP * 127.0.0.1:9"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        driver = webdriver.Chrome(service=Service(CHROMEDRIVER), options=options)
        opened.append(driver)
        driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                               {"width": width, "height": 850, "deviceScaleFactor": 1, "mobile": width < 600})
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia",
                               {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        driver.get(f"file://{report}/report.html")
        return driver

    yield browse
    for driver in opened:
        driver.quit()


ROWS = """return Array.from(document.querySelectorAll('#table-summary tbody tr')).map(
    row => Array.from(row.cells).map(cell => cell.dataset.value === undefined ? null : cell.dataset.value))"""
HEADS = "return Array.from(document.querySelectorAll('#table-summary thead th')).map(head => head.textContent)"
OVERFLOW = """return Array.from(document.querySelectorAll('main *')).filter(element => !element.closest('.scroll, .legend, svg')
    && element.getBoundingClientRect().right > innerWidth + 1).map(element => element.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("width, dark", [(390, False), (1280, True)])
def test_page_is_whole_at_both_widths(browse: Open, width: int, dark: bool) -> None:
    page = browse(width, dark)
    assert page.execute_script("return document.documentElement.dataset.ready") == "yes"
    assert page.get_log("browser") == []
    assert page.execute_script("return innerWidth") == width
    assert page.execute_script("return document.documentElement.scrollWidth") <= width
    assert page.execute_script(OVERFLOW) == []
    images = page.execute_script("return Array.from(document.images).map(image => image.complete && image.naturalWidth > 0)")
    assert len(images) == 4 and all(images)
    cards = page.execute_script("return Array.from(document.querySelectorAll('.card')).map(card => card.querySelectorAll('svg .line').length)")
    assert len(cards) >= 12 and all(cards)
    ground = page.execute_script("return getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") != dark


def test_page_loads_nothing(report: Path) -> None:
    """Any address outside of the file is one that a reader follows, not one that the page loads."""

    text = (report / "report.html").read_text()
    assert not [link for link in re.findall(r"(?:src|href)=\"([^\"#]*)", text) if not link.startswith("data:") and link]
    assert "@import" not in text and "url(" not in text.partition("</style>")[0]
    for file in ("report.css", "report.js"):
        assert not re.search(r"https?://", (ROOT / "scripts" / "rdmacell_sweep" / "templates" / file).read_text())


def test_values_are_those_of_summary_csv(browse: Open, report: Path) -> None:
    page = browse(1280)
    heads, rows = page.execute_script(HEADS), page.execute_script(ROWS)
    summary = pd.read_csv(report / "summary.csv")
    assert len(rows) == len(summary) == 24
    shown = pd.DataFrame(rows, columns=heads)
    for name in summary.columns:
        if name in ("scheme", "workload"):
            assert shown[name].tolist() == summary[name].tolist()
        elif name != "version":
            values = pd.to_numeric(shown[name])
            pd.testing.assert_series_equal(values, summary[name], check_dtype=False, rtol=1e-9)


def test_tooltip_has_the_value_of_statistics_csv(browse: Open, report: Path) -> None:
    page = browse(1280)
    rows = pd.read_csv(report / "statistics.csv")
    row = rows[(rows.workload == "alicloud") & (rows.scheme == "letflow") & (rows.load_percent == 80)
               & (rows.sizes == "all") & (rows.statistic == "slowdown_avg")].squeeze()
    hits = page.execute_script("return Array.from(document.querySelector('.card[data-kind=load]').querySelectorAll('.hit'))"
                               ".map(hit => hit.getAttribute('aria-label'))")
    text = next(hit for hit in hits if hit.startswith("LetFlow, at 80 % load"))
    assert f"\n{row['mean']:.2f} \u00b1 {row.half_width_95:.2f} (average, 3 seeds, {row.finished:,} flows)" in text
    assert f"\n{row.difference_percent:+.1f} \u00b1 {row.difference_half_width_95:.1f} % against ECMP {row.mark}" in text
    page.execute_script("document.querySelector('.card .hit').dispatchEvent(new MouseEvent('mouseenter'))")
    assert page.execute_script("return [!document.getElementById('tip').hidden, document.getElementById('tip').textContent]") == [
        True, hits[0]]


def test_click_hides_a_scheme_sorts_and_copies(browse: Open) -> None:
    page = browse(1280)
    lines = "return document.querySelectorAll('.card .line[data-scheme=\"1\"]').length"
    assert page.execute_script(lines) >= 12
    page.execute_script("document.querySelectorAll('.legend button')[1].click()")
    assert page.execute_script(lines) == 0
    page.execute_script("document.querySelectorAll('.legend button')[1].click()")
    assert page.execute_script(lines) >= 12
    heads = page.execute_script(HEADS)
    place = heads.index("slowdown_p99")
    page.execute_script(f"document.querySelectorAll('#table-summary thead button')[{place}].click()")
    values = [float(row[place]) for row in page.execute_script(ROWS)]
    assert values == sorted(values)
    command = page.execute_script("const button = document.querySelector('#table-slowest .copy'); button.click();"
                                  "return button.dataset.command")
    assert "--scheme=" in command and "--outputDir=" in command


def test_counters_mean_what_their_scheme_counts() -> None:
    meanings = report_module.counter_meanings()
    assert "TAILs sent" in report_module.counter_meaning(meanings, "conweave", "reroutes")
    assert "last choice" in report_module.counter_meaning(meanings, "hula+hpcc", "reroutes")
    assert "isolated" in report_module.counter_meaning(meanings, "rdmacell-single", "reroutes")
    assert report_module.counter_meaning(meanings, "ecmp", "reroutes") == ""


def test_failures_and_doubts_are_named(report: Path) -> None:
    text = (report / "report.html").read_text()
    assert text.count("<li>broken-") == 12 and "broken-solar-load80-seed1: failed" in text
    assert "<summary>4 more</summary>" in text
    assert "a percentile has fewer than 100 flows above it" in text
    assert "scripts/sweep --driver=" in text and "processors, Linux" in text


LINKS = """time_ns,node,port,peer,bytes,utilization
1500,0,0,4,100,1
1500,4,0,0,100,1
1500,4,2,6,300,1
1500,4,3,7,100,1
1500,6,0,5,400,1
2000,4,2,6,200,1
9000,4,3,7,900,1
"""
QUEUES = """time_ns,node,port,class,bytes
1500,4,2,3,1000
1500,4,2,0,500
1500,6,0,3,200
9000,6,0,3,7000
"""
PAUSES = """time_ns,node,port,class,event,quanta
500,4,0,3,pause,100
1500,4,0,3,pause,100
1600,4,0,3,resume,0
1800,6,1,3,pause,100
"""


def test_figures_of_the_network_are_those_of_the_records(tmp_path: Path) -> None:
    """Hosts 0 to 3 and switches from 4 on; a window from 1 to 2 us. Uplinks of switch 4: 300 and 100, then 200 and 0
    bytes, so (200 / 200 + 200 / 100) / 2 = 1.5. Queues of 1,500 and 200 bytes at two ports. Pauses of 600 ns (from the
    start of the window) and 200 ns (to its end)."""
    point = Point("conga", "solar", "50", 1, "1us", "1us")
    found = records.figures(tmp_path, point, {"finished": 4, "scheme": {"reroutes": 6}})
    assert {name for name, value in found.items() if value == value} == {"path_changes_per_flow"}
    assert found["path_changes_per_flow"] == 1.5
    for name, text in (("link", LINKS), ("queue", QUEUES), ("pfc", PAUSES)):
        (tmp_path / f"{name}.csv").write_text(text)
    found = records.figures(tmp_path, point, {"finished": 4, "scheme": {"flows": 8, "paths_used": 16, "path_changes": 4}})
    assert found["uplink_imbalance"] == pytest.approx(1.5)
    assert found["queue_p99_bytes"] == pytest.approx(200 + 0.99 * 1300)
    assert found["queue_total_bytes"] == pytest.approx(1700 / 2)
    assert found["pause_us"] == pytest.approx(0.8)
    assert (found["paths_per_flow"], found["path_changes_per_flow"]) == (2.0, 0.5)


def test_sweeps_of_the_real_driver_record_the_network(sweep: Run, driver: Run, tmp_path: Path) -> None:
    assert driver

    done = sweep(f"--driver={PROGRAM}", "--schemes=ecmp,rdmacell", "--workloads=solar", "--loads=80", "--duration=100us",
                 f"--output={tmp_path}/out", "--", "--k=4")
    assert done.returncode == 0, done.stderr + done.stdout
    summary = pd.read_csv(tmp_path / "out" / "summary.csv").set_index("scheme")
    assert (summary.uplink_imbalance > 0).all() and (summary.queue_p99_bytes > 0).all() and summary.pause_us.notna().all()
    assert summary.paths_per_flow["rdmacell"] >= 1
    text = (tmp_path / "out" / "report.html").read_text()
    assert "Uplink imbalance" in text and "paths that a flow has used" in text


def test_values_that_a_paper_states_are_crosses(sweep: Run, tmp_path: Path) -> None:
    """Only in the paper's own preset; of the schemes that are swept."""
    done = sweep("--preset=rdmacell-paper-1to1", "--schemes=ecmp,letflow", "--workloads=alicloud", "--loads=80", "--seeds=1",
                 f"--output={tmp_path}/out", FAKE_FLOWS="200")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "out" / "report.html").read_text()
    assert '"published":[[80,0,3,34.58],[80,1,3,33.27]]' in text and "Crosses: values that" in text


def test_congestion_controls_differ_by_line() -> None:
    one, other, plain = style.looks(["ecmp+dcqcn", "ecmp+hpcc", "conga"]).values()
    assert (one["label"], other["label"]) == ("ECMP, dcqcn", "ECMP, hpcc") and one["color"] == other["color"]
    assert one["linestyle"] != other["linestyle"] and plain["label"] == "CONGA"
