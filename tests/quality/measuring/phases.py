"""What a run of Testloom was doing when, from the times at which its events arrived."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..environments.events import TimedEvent

START, LOAD, SEARCH, ASSERT, VERIFY, WRITE, END = PHASES = (
    "start",
    "load",
    "search",
    "assertions",
    "verification",
    "writing",
    "end",
)
"""Until the first event; loading the subject; …; running pytest; the file and reports; after the last one."""

_TOLD = {"load": LOAD, "search": SEARCH, "assert": ASSERT, "verify": VERIFY}


@dataclass(frozen=True, slots=True)
class Span:
    """A phase, from one time to another, in seconds from the start."""

    phase: str
    begin: float
    end: float


def spans(events: Sequence[TimedEvent], seconds: float) -> list[Span]:
    """The phases of a run that took so long; a run for several files has some of them several times."""
    found: list[Span] = []
    phase, begin = START, 0.0
    for told in events:
        following = _after(phase, told.event)
        if following != phase:
            found.append(Span(phase, begin, told.at))
            phase, begin = following, told.at
    return [*found, Span(phase, begin, max(begin, seconds))]


def first_test(events: Sequence[TimedEvent]) -> float | None:
    """When the first test was verified, in seconds from the start; None if none was."""
    found = (told.at for told in events if told.event.get("verified") or told.event["event"] == "candidate")
    return next(found, None)


def durations(found: Sequence[Span]) -> dict[str, float]:
    """Seconds of each phase, in the order of the phases; those that did not occur are left out."""
    occurred = {span.phase for span in found}
    return {
        phase: round(sum(span.end - span.begin for span in found if span.phase == phase), 3)
        for phase in PHASES
        if phase in occurred
    }


def _after(phase: str, event: Mapping[str, Any]) -> str:
    """The phase that an event begins, or the same."""
    match event["event"]:
        case "progress":
            return _TOLD.get(event["phase"], phase)
        case "goal" if phase == LOAD:  # what a search covers is told before how far it is
            return SEARCH
        case "candidate" | "file":
            return WRITE
        case "summary":
            return END
    return phase
