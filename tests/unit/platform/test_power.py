"""Whether the machine runs on its battery."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.platform.power import is_on_battery


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="Linux describes batteries in files")
@pytest.mark.parametrize(
    ("states", "expected"),
    [({}, False), ({"BAT0": "Full"}, False), ({"BAT0": "Charging", "BAT1": "Discharging"}, True)],
)
def test_a_battery_that_is_being_emptied_is_seen(
    states: dict[str, str], expected: bool, tmp_path: Path
) -> None:
    for name, state in states.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "status").write_text(f"{state}\n")

    assert is_on_battery(tmp_path) is expected


def test_a_machine_that_says_nothing_of_batteries_has_none(tmp_path: Path) -> None:
    assert is_on_battery(tmp_path / "nowhere") is False
