"""What the language server tells the user, in words."""

from __future__ import annotations

from testloom.model.events import Failed, Progress, Summary
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
    return f"{words}: {progress.covered} of {progress.goals} goals covered" if progress.goals else words


def failure(failed: Failed) -> str:
    """An error as one message: what happened, to what, and what to do next."""
    return f"Testloom: {failed.what} {failed.advice}".strip()


def outcome(target: Target, summary: Summary) -> str:
    """What came of a job that ended without an error."""
    covered = f"{summary.covered} of {summary.goals} goals covered"
    if summary.tests:
        return f"Testloom: {_count(summary.tests, 'test')} for {name_of(target)}, {covered}."
    if summary.covered >= summary.goals:
        return f"Testloom: {name_of(target)} has nothing left to cover."
    reasons = {**summary.unreached, **summary.discarded}
    most = sorted(reasons, key=lambda reason: -reasons[reason])[:3]
    listed = ", ".join(f"{reason} ({reasons[reason]})" for reason in most)
    why = f" Most frequent reasons: {listed}." if most else ""
    return f"Testloom: no test was found for {name_of(target)}, {covered}.{why}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
