"""What the project's own tests tell while they run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from testloom.measurement import Broken, Collected, Ended, LeftOut, Started, TestEvent
from testloom.model.events.coverage import RanTest
from testloom.model.events.jobs import EventSink, Progress


@dataclass(slots=True)
class Heard:
    """What was told so far; tests that have ended are passed on to `emit`.

    `running` is the test that runs, "" if none does; `outcomes` counts those that have ended.
    """

    emit: EventSink
    collected: int = 0
    running: str = ""
    outcomes: Counter[str] = field(default_factory=Counter)
    broken: list[Broken] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)

    def hear(self, event: TestEvent) -> None:
        """Take the next event."""
        match event:
            case Collected():
                self.collected = event.tests
                self._progress()
            case Started():
                self.running = event.test
            case Ended():
                self.running = ""
                self.outcomes[event.outcome] += 1
                self.emit(RanTest(event.test, event.outcome, event.message, round(event.seconds, 4)))
                self._progress()
            case Broken():
                self.broken.append(event)
            case LeftOut():
                self.left_out.append(event)

    def _progress(self) -> None:
        self.emit(Progress("test", sum(self.outcomes.values()) / max(1, self.collected)))
