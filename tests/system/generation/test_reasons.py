"""Each goal is covered by a written test or listed with the reason that keeps it from being."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from testloom.generation.job import generate
from testloom.generation.suites import suite
from testloom.generation.suites.asserting import Stable
from testloom.generation.suites.losses import Losses
from testloom.model.events.jobs import Event, Finding, Summary, Unreached
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from tests.proofs import short_proof

__all__ = ["short_proof"]

SOURCE = """\
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decimal import Decimal

try:
    import absent_package
except ImportError:
    pass


def words(text: str) -> list[str]:
    if len(text) > 3:
        return re.findall("a+", text)
    return []


def is_exact(value: int) -> bool:
    return isinstance(value, Decimal)


def total(flag: bool) -> int:
    if flag:
        result = 1
    return result


def converted(text: str) -> str:
    return absent_package.convert(text)


def doubled(number: int) -> int:
    return 2 * number
"""


def run(folder: Path, source: str, *without: str) -> list[Event]:
    events: list[Event] = []
    (folder / "reasons.py").write_text(source)
    settings = Settings(executions=200, seed=1, without=without)
    targets = (Target(folder / "reasons.py"),)
    generate(GenerationRequest(targets, Path(sys.executable), folder, settings=settings), events.append)
    return events


@pytest.mark.usefixtures("short_proof")
def test_names_without_a_value_are_findings_and_reasons(tmp_path: Path) -> None:
    events = run(tmp_path, SOURCE, "doubles")

    unreached = {event.label: event for event in events if isinstance(event, Unreached)}
    because = {label: event.because for label, event in unreached.items() if event.reason == "undefined-name"}
    assert because == {
        "len(text) > 3 is true": "line 14: `re` is not defined",
        "is_exact is called": "line 19: `Decimal` is not defined",
        "flag is false": "line 25: `result` has no value",
    }
    found = {(event.target, event.exception) for event in events if isinstance(event, Finding)}
    assert found >= {
        ("reasons:words", "builtins:NameError"),
        ("reasons:is_exact", "builtins:NameError"),
        ("reasons:total", "builtins:UnboundLocalError"),
    }
    assert unreached["converted is called"].reason == "platform"
    [summary] = [event for event in events if isinstance(event, Summary)]
    assert summary.covered + len(unreached) == summary.goals


@pytest.mark.usefixtures("short_proof")
def test_goals_are_covered_or_listed_with_what_became_of_their_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dropping(
        stable: Sequence[Stable], subject: Subject, keep: bool, losses: Losses
    ) -> tuple[list[Stable], tuple[AssertedTest, ...]]:
        for entry in stable:
            losses.note("it rained", [goal.id for goal in entry.goals])
        return [], ()

    monkeypatch.setattr(suite, "sifted", dropping)

    events = run(tmp_path, "def doubled(number):\n    return 2 * number\n")

    [summary] = [event for event in events if isinstance(event, Summary)]
    [lost] = [event for event in events if isinstance(event, Unreached)]
    assert (lost.label, lost.reason, lost.because) == ("doubled is called", "discarded", "it rained")
    assert (summary.goals, summary.covered, summary.unreached) == (1, 0, {"discarded": 1})


@pytest.mark.usefixtures("short_proof")
def test_a_goal_that_only_a_finding_reaches_says_what_is_raised(tmp_path: Path) -> None:
    events = run(
        tmp_path,
        "def half(number: int) -> int:\n    if number == 0:\n        number -= 0\n    return 8 // number\n",
    )

    [missed] = [event for event in events if isinstance(event, Unreached)]
    assert (missed.label, missed.reason) == ("number == 0 is true", "finding")
    assert missed.because.startswith("line 4: ZeroDivisionError (")


@pytest.mark.usefixtures("short_proof")
def test_a_call_that_ends_the_interpreter_is_a_finding(tmp_path: Path) -> None:
    source = (
        "import faulthandler\n\n\n"
        "def parsed(data: bytes, size: int) -> int:\n"
        "    if size > len(data):\n"
        "        faulthandler._sigsegv()\n"
        "    return size\n"
    )

    events = run(tmp_path, source)

    [crash] = [event for event in events if isinstance(event, Finding)]
    assert (crash.target, crash.exception, crash.complete) == ("reasons:parsed", "signal:SIGSEGV", "")
    assert crash.source.startswith(
        '@pytest.mark.skip(reason="ends the interpreter with SIGSEGV: run it in a process of its own")\n'
        "def test_parsed"
    )
    assert "parsed(b" in crash.source and len(crash.source.splitlines()) == 3
    [missed] = [event for event in events if isinstance(event, Unreached)]
    assert (missed.label, missed.reason, missed.because) == (
        "size > len(data) is true",
        "finding",
        "SIGSEGV",
    )
    assert [event for event in events if isinstance(event, Summary) and event.tests]
