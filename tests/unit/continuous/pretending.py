"""Workers that only pretend to search, and a project for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from testloom.continuous import Order, Resources, run_project
from testloom.continuous.working.workers import PendingJob
from testloom.model.events.jobs import Event, FileReady
from testloom.model.events.units import ProjectSummary, UnitDone, UnitSuite
from testloom.model.generation_request import Earlier, GenerationRequest
from testloom.model.statements import CallStatement, TestCase
from testloom.store import UnitHistory, open_store

SHOP = "def price(n):\n    return n + 1\n\n\ndef total(n):\n    return price(n) * 2\n"


CART = "from shop import total\n\n\nclass Cart:\n    def total(self):\n        return total(3)\n"


Answer = Callable[[GenerationRequest, Earlier], UnitSuite]


def covers_all(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
    """A suite of one test that covers the unit's only goal."""
    module = request.targets[0].file.stem
    case = TestCase((CallStatement(1, f"{module}:{earlier.unit}"),))
    goal = f"{earlier.unit}/entry//1"
    test: dict[str, Any] = {
        "function": f"test_{earlier.unit}",
        "case": json.loads(case.wire),
        "goals": [goal],
    }
    return UnitSuite(
        earlier.unit, True, (goal,), {}, (test,), str(request.root / "tests" / f"test_{module}.py")
    )


def covers_nothing(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
    goal = f"{earlier.unit}/entry//1"
    return UnitSuite(earlier.unit, False, (goal,), {goal: "needs-value"})


def adds_nothing(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
    """The suite as it was, if it may stay; `branch//1` of a unit is never covered."""
    if not earlier.grows:
        return covers_half(request, earlier)
    found = covers_half(request, earlier)
    return replace(found, accepted=False, tests=(), file="", standing=earlier.covers)


def covers_half(request: GenerationRequest, earlier: Earlier) -> UnitSuite:
    suite, goal = covers_all(request, earlier), f"{earlier.unit}/branch//1"
    return replace(suite, goals=(*suite.goals, goal), reasons={goal: "needs-value"})


@dataclass
class Pretenders:
    """Workers that answer at once, and write the files that they tell of."""

    answer: Answer = covers_all
    cores: int = 1
    requests: list[GenerationRequest] = field(default_factory=list)

    def submit(self, request: GenerationRequest) -> PendingJob:
        self.requests.append(request)
        future = Future[list[Event]]()
        future.set_result(list(self._events(request)))
        return PendingJob(future)

    def _events(self, request: GenerationRequest) -> Iterator[Event]:
        for suite in [self.answer(request, earlier) for earlier in request.earlier]:
            yield suite
            if suite.file:
                Path(suite.file).parent.mkdir(exist_ok=True)
                Path(suite.file).write_text("def test(): ...\n")
                yield FileReady(suite.file, "", created=True)

    @property
    def units(self) -> list[str]:
        return [
            f"{request.targets[0].file.stem}:{earlier.unit}"
            for request in self.requests
            for earlier in request.earlier
        ]


@dataclass
class Project:
    """A project with its history."""

    folder: Path
    events: list[Event] = field(default_factory=list)

    def write(self, **modules: str) -> None:
        for name, text in modules.items():
            (self.folder / f"{name}.py").write_text(text)

    def run(self, workers: Pretenders, minutes: float = 10, **changes: Any) -> ProjectSummary:
        state = self.folder / "state.db"
        order = Order(self.folder, Path("python"), Resources(workers.cores, minutes * 60), state=state)
        with open_store(state) as database:
            history = UnitHistory(database, "")
            return run_project(replace(order, **changes), history, workers, self.events.append)

    @property
    def done(self) -> dict[str, UnitDone]:
        return {event.unit: event for event in self.events if isinstance(event, UnitDone)}
