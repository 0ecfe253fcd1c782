"""What nothing announces is reported, and becomes a test only where that was asked for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from testloom.generation.job import generate
from testloom.generation.suites.suite import findings_of
from testloom.model.events.jobs import Event, FileReady, Finding
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from testloom.model.suite import ExceptionAssertion
from tests.proofs import short_proof
from tests.system.generation.searching import found_in

__all__ = ["short_proof"]

SOURCE = """
def share(total: int, people: int) -> float:
    if people == 0:
        return total / people
    return total
"""


@pytest.mark.parametrize("keep", [False, True])
def test_a_finding_has_the_test_that_shows_it(tmp_path: Path, keep: bool) -> None:
    file = tmp_path / "shop.py"
    file.write_text(SOURCE)
    settings = Settings(executions=1000, findings=keep)

    suite = found_in(file, tmp_path, settings).suite
    [finding] = findings_of(suite)

    assert (finding.target, finding.line, finding.exception) == (
        "shop:share",
        2,
        "builtins:ZeroDivisionError",
    )
    assert finding.message == "division by zero"
    assert "share(" in finding.source
    raising = [test for test in suite.tests if isinstance(test.assertions[0], ExceptionAssertion)]
    assert len(raising) == int(keep)


def test_findings_that_cover_nothing_new_are_written_on_request_too(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text("def average(values: list[float]) -> float:\n    return sum(values) / len(values)\n")
    settings = Settings(executions=1000, findings=True)

    suite = found_in(file, tmp_path, settings).suite

    raising = [test for test in suite.tests if isinstance(test.assertions[0], ExceptionAssertion)]
    assert [finding.exception for finding in findings_of(suite)] == ["builtins:ZeroDivisionError"]
    assert len(raising) == 1
    assert len(suite.tests) > 1


PREPARED = """
class Ratio:
    def __init__(self, total: int, people: int) -> None:
        self.value = total / people

    @property
    def inverse(self) -> float:
        return 1 / self.value


def shown(ratio: Ratio) -> str:
    return f"{ratio.value:.2f}"
"""


@pytest.mark.usefixtures("short_proof")
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("shown", []),
        ("Ratio", ["shop:Ratio", "shop:Ratio.inverse"]),
        (None, ["shop:Ratio", "shop:Ratio.inverse"]),
    ],
)
def test_findings_of_what_was_only_called_to_prepare_a_test_are_left_out(
    tmp_path: Path, name: str | None, expected: list[str]
) -> None:
    file = tmp_path / "shop.py"
    file.write_text(PREPARED)
    events: list[Event] = []
    settings = Settings(executions=400, seed=1, findings=True)
    request = GenerationRequest((Target(file, name),), Path(sys.executable), tmp_path, settings=settings)
    generate(request, events.append)

    assert sorted(event.target for event in events if isinstance(event, Finding)) == expected
    [ready] = [event for event in events if isinstance(event, FileReady)]
    assert ("ZeroDivisionError" in ready.text) == bool(expected)


REPEATED = """
from collections.abc import Callable


def notify(callback: Callable[[int], object], times: int) -> str:
    for number in range(times):
        callback(number)
    return "many" if times > 600 else "few"
"""


def test_what_ends_endless_tests_is_no_finding(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(REPEATED)

    assert list(findings_of(found_in(file, tmp_path, Settings(executions=400)).suite)) == []
