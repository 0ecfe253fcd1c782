"""Time for carving goes to where the calls are."""

from __future__ import annotations

import pytest

from testloom.generation.timing.timetable import MOST_SECONDS, Timetable


def test_modules_share_the_seconds_by_their_calls() -> None:
    timetable = Timetable({"small": 0, "large": 96}, 20.0)

    assert timetable.share("small")(1.0) == pytest.approx(4.0, abs=0.1)
    assert timetable.share("large")(1.0) == pytest.approx(20.0, abs=0.2)


def test_without_a_limit_each_module_gets_what_suits_it_on_this_machine() -> None:
    timetable = Timetable({"small": 0, "slow": 0, "large": 1000})

    assert timetable.share("small")(0.5) == 8.0
    assert timetable.share("slow")(2.0) == 32.0
    assert timetable.share("large")(0.5) == MOST_SECONDS
