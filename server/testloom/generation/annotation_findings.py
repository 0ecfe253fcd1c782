"""Findings where a function returns a value that contradicts its annotation."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from testloom.generation.contradictions import answer_of, rendered_alone
from testloom.generation.documented import annotations_of, contradicts
from testloom.model.events.jobs import DOCUMENTATION, Finding
from testloom.model.observed import Dict, FrozenSet, List, Scalar, Set, Tuple, Value
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement
from testloom.model.subject import Callable, Subject
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.model.texts.encodings import EncodingError, plain_text
from testloom.model.texts.trees import parsed
from testloom.repository import read_bytes
from testloom.search import has_ill_typed_argument, is_fully_typed

MOST_BYTES = 500_000
PLAIN = (LiteralStatement, CollectionStatement, CallStatement)


def broken_annotations(tests: Iterable[AssertedTest], subject: Subject, file: Path) -> Iterator[Finding]:
    """Yield an event for each function whose result in a test contradicts its return annotation."""
    try:
        tree = parsed(plain_text(read_bytes(file, MOST_BYTES)))
    except (OSError, EncodingError):
        return
    annotations = annotations_of(tree or ast.Module([], []))
    seen: set[str] = set()
    for test in sorted(tests, key=lambda one: len(one.case.wire)):
        for known, value in _results(test, subject):
            annotation = annotations.get(known.qualname)
            if known.id in seen or annotation is None or not contradicts(annotation, _kind(value)):
                continue
            finding = _finding(test, known, value, ast.unparse(annotation), subject)
            if finding.exception not in known.raises:
                seen.add(known.id)
                yield finding


def _results(test: AssertedTest, subject: Subject) -> Iterator[tuple[Callable, Value]]:
    """Functions of the subject that a test calls, with results, if the whole test is plain and annotated."""
    if not all(isinstance(statement, PLAIN) for statement in test.case):
        return
    if has_ill_typed_argument(test.case, subject) or not is_fully_typed(test.case, subject):
        return
    called = {s.id: subject.callables.get(s.callable) for s in test.case if isinstance(s, CallStatement)}
    for assertion in test.assertions:
        if isinstance(assertion, ValueAssertion) and assertion.attribute is None:
            known = called.get(assertion.statement)
            is_plain = known is not None and known.in_subject and not known.is_generator
            if known is not None and is_plain and known.kind != "constructor":
                yield known, assertion.expected


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
