"""What a run was doing when, from its events."""

from __future__ import annotations

import pytest

from tests.quality.environments.events import TimedEvent
from tests.quality.measuring.phases import Span, durations, first_test, spans


def events(*told: tuple[float, str]) -> list[TimedEvent]:
    """Events by their times and names; a name of two words is progress in a phase."""
    return [
        TimedEvent(at, {"event": "progress", "phase": name.split()[1]} if " " in name else {"event": name})
        for at, name in told
    ]


RUN = events(
    (0.5, "progress load"),
    (1.5, "goal"),
    (1.6, "progress search"),
    (4.0, "goal"),
    (4.5, "progress assert"),
    (7.5, "progress verify"),
    (9.0, "discarded"),
    (10.0, "candidate"),
    (10.0, "file"),
    (10.5, "unreached"),
    (11.0, "summary"),
)


def test_a_phase_lasts_until_an_event_of_the_next() -> None:
    assert durations(spans(RUN, 11.5)) == {
        "start": 0.5,
        "load": 1.0,
        "search": 3.0,
        "assertions": 3.0,
        "verification": 2.5,
        "writing": 1.0,
        "end": 0.5,
    }


def test_phases_of_several_files_add_up() -> None:
    several = events(
        (1, "progress load"), (2, "progress search"), (4, "progress load"), (7, "progress search")
    )

    assert durations(spans(several, 8)) == {"start": 1, "load": 4, "search": 3}


def test_a_run_that_was_stopped_ends_in_the_phase_it_was_in() -> None:
    assert spans(RUN[:3], 9.0)[-1] == Span("search", 1.5, 9.0)


def test_a_goal_after_the_search_begins_no_other() -> None:
    late = events((1, "progress load"), (2, "progress assert"), (3, "goal"))

    assert durations(spans(late, 4)) == {"start": 1, "load": 1, "assertions": 2}


@pytest.mark.parametrize("seconds", [0.0, 2.0])
def test_without_events_all_of_it_is_the_start(seconds: float) -> None:
    assert durations(spans([], seconds)) == {"start": seconds}


def test_the_first_test_is_verified_beside_the_search_or_once_it_is_written() -> None:
    beside = TimedEvent(2.0, {"event": "progress", "phase": "search", "verified": 4})

    assert first_test(RUN) == 10.0
    assert first_test([*RUN[:3], beside, *RUN[3:]]) == 2.0
    assert first_test(RUN[:3]) is None
