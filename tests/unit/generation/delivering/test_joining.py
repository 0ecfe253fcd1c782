"""What is asked for beside tests that a file has is written, even if one of these is called alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from testloom.generation.delivering import delivery
from testloom.generation.delivering.drafting import Drafting
from testloom.generation.delivering.neighbours import FileNeighbours
from testloom.generation.proving.proof import Proven
from testloom.measurement import TestRun, Verification
from testloom.model.events.jobs import BEHAVIOUR_CHANGED, Candidate, Event, Outdated
from testloom.model.generation_request import Earlier, GenerationRequest, Target
from testloom.model.suite import AssertedTest
from testloom.store import EmittedTests, open_store
from testloom.writer import render
from tests.unit.writer.building import STYLE, SUBJECT, Case, built

NAME = "test_withdraw_raises_insufficient_funds"


def withdrawing(amount: int) -> AssertedTest:
    case = Case("Account.withdraw")
    case.call("Account.withdraw", amount, on=case.call("Account", 10))
    [test] = built(case.raises("InsufficientFunds", "balance is 10"))
    return test


class Project:
    """One with a test file that has one accepted test, and a request about its source file."""

    def __init__(self, folder: Path) -> None:
        source = folder / "account.py"
        source.touch()
        self.file = folder / "test_account.py"
        accepted = render([withdrawing(11)], SUBJECT, None, STYLE)
        self.file.write_text(accepted.text)
        self.subject = replace(SUBJECT, file=str(source))
        self.request = GenerationRequest(
            (Target(source),), folder / "python", folder, write=False, state=folder / "state"
        )
        with open_store(self.request.state) as database:
            known = [replace(test, was_seen=True) for test in accepted.kept]
            EmittedTests(database).remember(self.file, known)

    def delivered(self, *tests: AssertedTest, **asked: Any) -> list[Event]:
        """What is said of tests that passed, to a request that asks for this."""
        events: list[Event] = []
        environment: Any = SimpleNamespace(python=self.request.python, plugins=None)
        known: Any = SimpleNamespace(discarded=[], proven=Proven(tests, Verification(TestRun())))
        with open_store(self.request.state) as database:
            request, emitted = replace(self.request, **asked), EmittedTests(database)
            emitter = delivery.TestEmitter(
                request, environment, self.subject, self.file, events.append, emitted
            )
            emitter.deliver_verified(known, 0.0, lambda: False)
        return events

    def drafted(self, test: AssertedTest, **asked: Any) -> list[Event]:
        """What is said of a test that a search has found."""
        events: list[Event] = []
        executor: Any = None
        request = replace(self.request, drafts=True, **asked)
        with open_store(self.request.state) as database:
            drafting = Drafting(
                request,
                Path(self.subject.file),
                self.subject,
                executor,
                events.append,
                EmittedTests(database),
                _styled=(self.file, STYLE),
            )
            drafting.show([test])
        return events

    @property
    def line(self) -> tuple[Target, ...]:
        """A line of the source file."""
        return (Target(Path(self.subject.file), None, 9, True),)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setattr(FileNeighbours, "outdated", lambda *_: iter(()))
    monkeypatch.setattr(FileNeighbours, "failing_together", lambda *_: {})
    return Project(tmp_path)


def test_a_test_for_a_line_is_none_that_was_accepted_under_its_name(project: Project) -> None:
    assert _offered(project.delivered(withdrawing(40), targets=project.line)) == [f"{NAME}_balance_is_10"]
    assert _offered(project.drafted(withdrawing(40), targets=project.line)) == [f"{NAME}_balance_is_10"]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ({}, []),
        ({"only_missing": True}, []),
        ({"earlier": (Earlier("Account", grows=True),)}, [f"{NAME}_balance_is_10"]),
        ({"earlier": (Earlier("Account"),)}, []),
    ],
)
def test_it_depends_on_the_request_whether_one_that_is_called_alike_is_the_same(
    project: Project, asked: dict[str, Any], names: list[str]
) -> None:
    test = replace(withdrawing(40), goals=("Account.withdraw/1",))

    assert _offered(project.delivered(test, **asked)) == names


def test_the_same_test_is_not_offered_again(project: Project) -> None:
    assert _offered(project.delivered(withdrawing(11), targets=project.line)) == []
    assert _offered(project.drafted(withdrawing(11), targets=project.line)) == []


def test_a_test_that_fails_is_renewed_by_the_one_that_is_called_alike(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Outdated(NAME, str(project.file), BEHAVIOUR_CHANGED, "DID NOT RAISE")
    monkeypatch.setattr(FileNeighbours, "outdated", lambda *_: iter([failing]))

    events = project.delivered(withdrawing(40))

    [outdated] = [event for event in events if isinstance(event, Outdated)]
    assert "withdraw(40)" in outdated.source
    assert _offered(events) == []


def test_a_test_for_a_line_is_none_that_fails(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = Outdated(NAME, str(project.file), BEHAVIOUR_CHANGED, "DID NOT RAISE")
    monkeypatch.setattr(FileNeighbours, "outdated", lambda *_: iter([failing]))

    events = project.delivered(withdrawing(40), targets=project.line)

    assert _offered(events) == [f"{NAME}_balance_is_10"]


def test_a_test_that_fails_stays_beside_a_suite_that_says_what_makes_way(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = Outdated(NAME, str(project.file), BEHAVIOUR_CHANGED, "DID NOT RAISE")
    monkeypatch.setattr(FileNeighbours, "outdated", lambda *_: iter([failing]))
    test = replace(withdrawing(40), goals=("Account.withdraw/1",))

    events = project.delivered(test, earlier=(Earlier("Account"),), write=True)

    assert _offered(events) == [f"{NAME}_balance_is_10"]


def _offered(events: list[Event]) -> list[str]:
    return [event.name for event in events if isinstance(event, Candidate)]
