"""Findings where code contradicts its documentation: an oracle that is independent of the code."""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from testloom.generation.documented import Claim
from testloom.model.events.jobs import DOCUMENTATION, Finding
from testloom.model.execution import Executor, Observation, RaisedException
from testloom.model.observed import Dict, Encoded, FrozenSet, List, Scalar, Set, Tuple, Value, type_of
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest, Assertion, ExceptionAssertion, ValueAssertion
from testloom.model.texts.trees import literal_of
from testloom.search.findings import OF_IMPORTS
from testloom.writer import ProjectStyle, UnwritableError, render

BATCH = 10
LONGEST_ANSWER = 100


class IncomparableError(Exception):
    """A value cannot be stated as a literal in documentation, and so cannot be compared."""


def contradictions_of(
    claims: Sequence[Claim], subject: Subject, executor: Executor, is_over: Callable[[], bool]
) -> Iterator[Finding]:
    """Yield an event for each claim that does not hold in two fresh processes.

    In one of them, the preceding examples of the documentation run first.
    """
    for first in range(0, len(claims), BATCH):
        if is_over():
            return
        some = claims[first : first + BATCH]
        alone = executor.observe([claim.case for claim in some])
        doubtful = [entry for entry in zip(some, alone, strict=True) if _breaks(*entry)]
        after_all = executor.observe([claim.session for claim, _ in doubtful])
        for (claim, observations), again in zip(doubtful, after_all, strict=True):
            if _breaks(claim, again) and not _is_expected(claim, subject):
                yield _finding(claim, observations[-1], subject)


def _is_expected(claim: Claim, subject: Subject) -> bool:
    """Whether the user has marked this contradiction as expected."""
    return f"{DOCUMENTATION}{_said(claim)}" in subject.callables[claim.callable].raises


def _said(claim: Claim) -> str:
    """What the documentation says, as a text: `call == value`, or `call raises Error`."""
    if claim.stated.raises:
        return f"{claim.words} raises {claim.stated.raises}"
    return f"{claim.words} == {claim.stated.value.strip()}"


def _breaks(claim: Claim, observations: Sequence[Observation]) -> bool:
    """Whether the last observation surely contradicts a claim: nothing was denied, no environment touched."""
    if not observations or observations[-1].statement != claim.statement:
        return False
    last, stated = observations[-1], claim.stated
    if any(entry.denied or entry.touched or entry.driven for entry in observations):
        return False
    if last.exception is not None:
        return _is_other_exception(last.exception, stated.raises)
    return bool(stated.raises) or _is_other_value(stated.value, last.value, stated.is_printed)


def _is_other_exception(error: RaisedException, raises: str) -> bool:
    """Whether code raised an exception where none is documented, or one that is surely another.

    That is known of built-in exceptions: any other may derive from the documented one.
    """
    if error.type in OF_IMPORTS or not (error.in_subject or error.explicit):
        return False
    documented, raised = (_built_in(name) for name in (raises, error.type.removeprefix("builtins:")))
    is_other = documented is not None and raised is not None and not issubclass(raised, documented)
    return not raises or is_other


def _built_in(name: str) -> type[BaseException] | None:
    found = getattr(builtins, name, None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def _is_other_value(source: str, observed: Value | None, is_printed: bool) -> bool:
    try:
        actual = _plain(observed)
    except IncomparableError:
        return False
    if is_printed and not isinstance(actual, str):
        return False
    return not _is_alike(literal_of(source.strip()), actual)


def _plain(value: Value | None) -> Any:
    """An observed value as a plain one, with lists for all sequences.

    Raises:
        IncomparableError: if it is anything else.
    """
    match value:
        case Scalar(value=plain):
            return plain
        case List(items=items) | Tuple(items=items):
            return [_plain(item) for item in items]
        case Set(items=items) | FrozenSet(items=items):
            return {_frozen(_plain(item)) for item in items}
        case Dict(items=items):
            keys, values = items[::2], items[1::2]
            return {_frozen(_plain(key)): _plain(part) for key, part in zip(keys, values, strict=True)}
    raise IncomparableError


def _frozen(value: Any) -> Any:
    """A plain value as it is in a set or as a key, with tuples for lists and frozensets for sets."""
    if isinstance(value, list):
        return tuple(map(_frozen, value))
    return frozenset(value) if isinstance(value, set) else value


def _is_alike(said: Any, actual: Any) -> bool:
    """Whether an observed value agrees with the stated one: lists match tuples, and floats may be rounded."""
    if isinstance(said, list | tuple):
        same_length = isinstance(actual, list) and len(said) == len(actual)
        return same_length and all(map(_is_alike, said, actual))
    if isinstance(said, dict):
        same_keys = isinstance(actual, dict) and said.keys() == actual.keys()
        return same_keys and all(_is_alike(said[key], actual[key]) for key in said)
    if isinstance(said, float) and isinstance(actual, float):
        digits = len(repr(said).partition(".")[2])
        return said == actual or abs(said - actual) <= 0.51 * 10**-digits or repr(said) == repr(actual)
    return bool(said == actual)


def _finding(claim: Claim, last: Observation, subject: Subject) -> Finding:
    """The finding, with a test of what the documentation says."""
    line = subject.callables[claim.callable].line
    source, complete = _asked(claim, subject)
    returned, message = "", ""
    if last.exception is None:
        returned = answer_of(last.value)
    else:
        kind = last.exception.type.rpartition(":")[2]
        message = f"{kind}: {last.exception.message}".rstrip(": ")
    said = f"{DOCUMENTATION}{_said(claim)}"
    return Finding(claim.callable, line, said, message, source, complete, returned)


def answer_of(value: Value | None) -> str:
    """Render the value that the code returns, in short; its type if it has no plain form."""
    try:
        plain = _plain(value)
    except IncomparableError:
        return "" if value is None else type_of(value)
    text = repr(plain)
    return text if len(text) <= LONGEST_ANSWER else f"{text[:LONGEST_ANSWER]}…"


def _asked(claim: Claim, subject: Subject) -> tuple[str, str]:
    """The test of what the documentation says, and a whole file with this test alone."""
    if claim.stated.raises:
        asked: Assertion = ExceptionAssertion(claim.statement, f"builtins:{claim.stated.raises}")
    else:
        expected = _encoded(literal_of(claim.stated.value.strip()))
        asked = ValueAssertion(claim.statement, expected, after=claim.statement)
    name = hashlib.sha256(f"{claim.case.wire}{asked}".encode()).hexdigest()[:16]
    return rendered_alone(AssertedTest(name, claim.case, (asked,), claim.callable), subject)


def rendered_alone(test: AssertedTest, subject: Subject) -> tuple[str, str]:
    """Render a test, and a file that contains only this test; both are empty if it cannot be written."""
    try:
        rendered = render([test], subject, None, ProjectStyle())
    except UnwritableError:
        return "", ""
    return rendered.tests[0].source, rendered.text


def _encoded(value: Any) -> Encoded:
    """A literal as the observed value that the agent would report."""
    match value:
        case list():
            return List(tuple(map(_encoded, value)))
        case tuple():
            return Tuple(tuple(map(_encoded, value)))
        case set():
            return Set(tuple(map(_encoded, value)))
        case dict():
            return Dict(tuple(_encoded(part) for item in value.items() for part in item))
    return Scalar(type(value).__name__, value)
