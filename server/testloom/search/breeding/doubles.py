"""Doubles in test cases: where they come from, and how their answers are bred.

A double is made without answers. What the subject then asked of it becomes answers, with values of the types
that are annotated; what it does not ask any more is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable

from testloom.model.statements import Answer, DoubleStatement, ReferenceStatement
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.factory import TestFactory

MOST_ANSWERS = 8
RAISED = 0.15
EXCEPTIONS = ("ValueError", "KeyError", "OSError", "TypeError", "AttributeError", "RuntimeError")


def changed(statement: DoubleStatement, draft: Draft, factory: TestFactory) -> DoubleStatement:
    """One answer more, less or other."""
    rng = factory.rng
    asked = factory.learned.asked(statement.id)
    answered = {answer.path for answer in statement.answers}
    missing = [path for path in asked if path not in answered]
    answers = [answer for answer in statement.answers if not asked or _is_asked(answer.path, asked)]
    if missing and (not answers or rng.random() < 0.7) and len(answers) < MOST_ANSWERS:
        answers.append(_answer(statement, rng.choice(missing), draft, factory))
    elif answers:
        place = rng.randrange(len(answers))
        kept = answers.pop(place)
        if rng.random() < 0.8:
            answers.insert(place, _answer(statement, kept.path, draft, factory))
    return DoubleStatement(statement.id, statement.spec, statement.names, tuple(answers))


def _is_asked(path: str, asked: Iterable[str]) -> bool:
    """Whether a path, or one that goes through it, was asked."""
    return any(other == path or other.startswith(path.removesuffix("()")) for other in asked)


def _answer(statement: DoubleStatement, path: str, draft: Draft, factory: TestFactory) -> Answer:
    if path.endswith("()") and factory.rng.random() < RAISED:
        name = factory.rng.choice(EXCEPTIONS)
        error = draft.add(ReferenceStatement(factory.next_id(), f"builtins:{name}"), TypeRef("type"))
        return Answer(path, error, raises=True)
    return Answer(path, _value(statement, path, draft, factory))


def _value(statement: DoubleStatement, path: str, draft: Draft, factory: TestFactory) -> int:
    """A value of the type that the class's method returns or its attribute has, where that is known."""
    name = path.removesuffix("()")
    called = factory.subject.callables.get(f"{statement.spec}.{name}")
    known = factory.subject.classes.get(statement.spec)
    kind = ANY
    if called is not None and (path.endswith("()") or called.kind == "property"):
        kind = called.returns
    elif known is not None:
        kind = known.assignable.get(name, ANY)
    if kind.name == "any":
        return factory.literal(draft, factory.values.literal(factory.rng.choice(("str", "int", "bool"))))
    return factory.value(draft, kind, depth=2)
