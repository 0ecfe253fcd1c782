"""Findings where a function returns a value that contradicts its annotation."""

from __future__ import annotations

import ast
from collections.abc import Callable as Function
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from testloom.generation.documented import annotations_of, contradicts
from testloom.generation.findings.contradictions import answer_of, rendered_alone
from testloom.model.events.jobs import DOCUMENTATION, Finding
from testloom.model.execution import Observation
from testloom.model.observed import Dict, FrozenSet, List, Scalar, Set, Tuple, Value
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.subject import Callable, Subject
from testloom.model.suite import AssertedTest
from testloom.model.texts.encodings import EncodingError, plain_text
from testloom.model.texts.trees import parsed
from testloom.repository import read_bytes
from testloom.search import has_ill_typed_argument, is_fully_typed

MOST_BYTES = 500_000
WITHHELD = "withheld"
"""The touch of a private file that a stand-in has replaced."""
Observe: TypeAlias = Function[[Sequence[TestCase]], Sequence[Sequence[Observation]]]
PLAIN = (LiteralStatement, CollectionStatement, CallStatement)


def broken_annotations(
    tests: Iterable[AssertedTest], subject: Subject, file: Path, observe: Observe
) -> Iterator[Finding]:
    """Yield an event for each function whose result in a test contradicts its return annotation.

    Results that a test does not assert are observed: it may assert what the function prints instead.
    """
    try:
        tree = parsed(plain_text(read_bytes(file, MOST_BYTES)))
    except (OSError, EncodingError):
        return
    annotations = annotations_of(tree or ast.Module([], []))
    seen: set[str] = set()
    plain = [test for test in tests if _is_plain(test, subject)]
    plain.sort(key=lambda one: len(one.case.wire))
    told = observe([test.case for test in plain])
    for test, observations in zip(plain, told, strict=True):
        for known, value in _results(test, observations, subject):
            annotation = annotations.get(known.qualname)
            if known.id in seen or annotation is None or not contradicts(annotation, _kind(value)):
                continue
            finding = _finding(test, known, value, ast.unparse(annotation), subject)
            if finding.exception not in known.raises:
                seen.add(known.id)
                yield finding


def _is_plain(test: AssertedTest, subject: Subject) -> bool:
    """Whether all values of a test are plain, and of the types that the parameters are annotated with."""
    is_plain = all(isinstance(statement, PLAIN) for statement in test.case)
    return is_plain and not has_ill_typed_argument(test.case, subject) and is_fully_typed(test.case, subject)


def _results(
    test: AssertedTest, observations: Sequence[Observation], subject: Subject
) -> Iterator[tuple[Callable, Value]]:
    """Functions of the subject that a test calls, with their results, unless the guard interfered."""
    touched = chain.from_iterable(seen.touched for seen in observations)
    if any(seen.denied for seen in observations) or any(touch[0] == WITHHELD for touch in touched):
        return
    called = {s.id: subject.callables.get(s.callable) for s in test.case if isinstance(s, CallStatement)}
    for seen in observations:
        known = called.get(seen.statement)
        if known is None or seen.value is None or seen.exception is not None:
            continue
        if known.in_subject and not known.is_generator and known.kind != "constructor":
            yield known, seen.value


def _kind(value: Value) -> str:
    """The name of the plain type of a value; empty for any other value, such as a named tuple."""
    match value:
        case Scalar(type=kind):
            return "None" if kind == "NoneType" else kind
        case Tuple(type=kind) if kind:
            return ""
        case List() | Tuple() | Set() | FrozenSet() | Dict():
            return value.kind
    return ""


def _finding(test: AssertedTest, known: Callable, value: Value, annotation: str, subject: Subject) -> Finding:
    """The finding, with the test as it passes: no plain assertion can say what the annotation does."""
    source, _ = rendered_alone(test, subject)
    said = f"-> {annotation}"
    return Finding(known.id, known.line, f"{DOCUMENTATION}{said}", "", source, "", answer_of(value))
