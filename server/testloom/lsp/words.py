"""What the language server tells the user, in words."""

from __future__ import annotations

from collections.abc import Mapping

from testloom.model.events import Carving, Failed, Progress, Summary
from testloom.model.reasons import REASONS
from testloom.model.wish import Target

_PHASES = {
    "load": "Loading the code",
    "search": "Searching",
    "assert": "Choosing assertions",
    "verify": "Verifying in fresh processes",
}


def name_of(target: Target) -> str:
    """The target as the user would say it: `Account.withdraw`, `account.py` or `line 9 of account.py`."""
    if target.line is not None:
        return f"line {target.line} of {target.file.name}"
    return target.qualname or target.file.name


def phase(progress: Progress) -> str:
    """What a job is doing now."""
    words = _PHASES.get(progress.phase, progress.phase.capitalize())
    if progress.files > 1:
        words = f"File {progress.file} of {progress.files}, {words[0].lower()}{words[1:]}"
    goals = f": {progress.covered} of {progress.goals} goals covered" if progress.goals else ""
    speed = progress.executions_per_second
    return f"{words}{goals}{f', {speed:,.0f} executions a second' if speed else ''}"


def failure(failed: Failed) -> str:
    """An error as one message: what happened, to what, and what to do next."""
    return f"Testloom: {failed.what} {failed.advice}".strip()


def defect(error: Exception) -> Failed:
    """A defect of Testloom itself."""
    what = f"Something went wrong in Testloom ({type(error).__name__}: {error})."
    return Failed("internal", what, "The log (Testloom: Show Log) says more; please report it.")


def outcome(target: Target, summary: Summary) -> str:
    """What came of a job that ended without an error."""
    covered = f"{summary.covered} of {summary.goals} goals covered"
    if summary.tests:
        return f"Testloom: {_count(summary.tests, 'test')} for {name_of(target)}, {covered}."
    if summary.covered >= summary.goals:
        return f"Testloom: {name_of(target)} has nothing left to cover."
    why = _most_frequent({**summary.unreached, **summary.discarded})
    return f"Testloom: no test was found for {name_of(target)}, {covered}.{why}"


def carved(summary: Carving) -> str:
    """What came of a job that made tests of recorded calls."""
    calls = _count(summary.distinct_calls, "different recorded call")
    if summary.tests:
        return f"Testloom: {_count(summary.tests, 'test')} of {calls}."
    return f"Testloom: no test came of {calls}.{_most_frequent(summary.dropped)}"


def _most_frequent(reasons: Mapping[str, int]) -> str:
    most = sorted(reasons, key=lambda reason: -reasons[reason])[:3]
    listed = "; ".join(f"{REASONS.get(reason, reason)} ({reasons[reason]})" for reason in most)
    return f" Most frequent reasons: {listed}." if most else ""


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
