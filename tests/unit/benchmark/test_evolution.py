"""Tests of a release on later ones: what is a false alarm, and what was recorded as a change."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from tests.quality.evolving.alarms import Tally, Test, alarm_rate, explains
from tests.quality.evolving.releases import MODULES, PINS, Release
from tests.quality.judgement import junit

RANKS = {"1.0": 0, "1.1": 1, "1.2": 2}
TEST = Test(Path("test_stop.py"), "test_stop", "shop.stop:Stop.at", is_last_resort=True)


@pytest.mark.parametrize(
    ("package", "target", "since", "known"),
    [
        ("shop", "shop.stop:Stop", "1.1", True),
        ("shop", "shop.stop:Stop", "1.2", False),
        ("shop", "shop.wait:", "1.1", False),
        ("till", "shop.stop:Stop", "1.1", False),
    ],
)
def test_a_change_explains_failures_of_what_it_names_from_its_release_on(
    package: str, target: str, since: str, known: bool
) -> None:
    change = {"package": package, "target": target, "since": since}

    assert explains(change, TEST, Release("shop", "1.1", Path(), 1), RANKS) is known


@pytest.mark.parametrize(
    ("inside", "outcome"), [("", "passed"), ("<skipped/>", "skipped"), ("<error/>", "failed")]
)
def test_outcomes_are_read_from_the_report(inside: str, outcome: str) -> None:
    assert junit.outcome(fromstring(f"<testcase>{inside}</testcase>")) == outcome


def test_runs_that_skip_are_no_part_of_the_rate() -> None:
    tally = Tally(1, Counter(passed=6, skipped=10, changed=1, **{"false alarm": 1}))

    assert alarm_rate(tally) == 1 / 8
    assert tally.cells("all") == ("all", "1", "18", "6", "10", "1", "1", "12.5%")


def test_eleven_releases_of_each_package_are_pinned_with_their_hashes() -> None:
    pins = [line for line in PINS.read_text().splitlines() if not line.startswith("#")]

    assert Counter(pin.partition("==")[0] for pin in pins) == dict.fromkeys(MODULES, 11)
    assert all("--hash=sha256:" in pin for pin in pins)
