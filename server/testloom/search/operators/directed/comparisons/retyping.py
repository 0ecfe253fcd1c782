"""Replaces a value of a test by a value of another type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from testloom.model.execution import AnswerOf, KnownClass, Operands
from testloom.model.statements import LiteralStatement, TestCase, substitute
from testloom.model.subject import Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.minimisation.removal import without_unused
from testloom.search.operators.directed.answers import answering_with
from testloom.search.providers.inputs.types.library import library_factory
from testloom.search.providers.inputs.types.plausibility import types_with
from testloom.search.providers.knowledge import Knowledge

TYPE_TESTS = ("isinstance", "hasattr")
_SATISFIED_BY: Mapping[str, str] = {
    "NoneType": "none",
    "object": "any",
    "function": "callable",
    "collections.abc:Callable": "callable",
    "collections.abc:Iterable": "list",
    "collections.abc:Collection": "list",
    "collections.abc:Sequence": "list",
    "collections.abc:MutableSequence": "list",
    "collections.abc:Mapping": "dict",
    "collections.abc:MutableMapping": "dict",
    "collections.abc:Set": "set",
    "collections.abc:MutableSet": "set",
    "collections.abc:Hashable": "str",
    "numbers:Number": "int",
    "numbers:Integral": "int",
    "numbers:Real": "float",
}


def aim_at_type(case: TestCase, operands: Operands, wanted: bool, knowledge: Knowledge) -> TestCase | None:
    """Replace the value whose type, or attribute, was checked by a value that fits.

    Returns None if the value is none of the test's, and no answer of its doubles, or no fitting type is
    known.
    """
    kinds = list(_fitting(operands, knowledge.subject)) if wanted else [ANY]
    place = operands.left
    if kinds and isinstance(place, AnswerOf) and place.path:
        kind = knowledge.rng.choice(kinds)
        return answering_with(case, place, lambda builder: builder.value(kind, depth=1), knowledge)
    source = place.double if isinstance(place, AnswerOf) else operands.origin
    if source is None:
        source = next((s.id for s in case.statements if _is_literal(s, place)), None)
    if source is None or not kinds:
        return None
    return exchanged(case, source, knowledge.rng.choice(kinds), knowledge)


def exchanged(case: TestCase, value: int, kind: TypeRef, knowledge: Knowledge) -> TestCase | None:
    """Replace the value of statement `value` by one of the given type; None without that statement."""
    index = next((n for n, statement in enumerate(case.statements) if statement.id == value), None)
    if index is None:
        return None
    builder = knowledge.builder(case.statements[:index])
    ids = {value: builder.value(kind, depth=1)}
    rest = [substitute(statement, ids) for statement in case.statements[index + 1 :]]
    return without_unused(TestCase((*builder.draft.statements, *rest)))


def _fitting(operands: Operands, subject: Subject) -> Iterator[TypeRef]:
    if operands.op == "hasattr":
        yield from types_with(operands.right, subject) if isinstance(operands.right, str) else ()
        return
    classes = operands.right if isinstance(operands.right, tuple) else (operands.right,)
    for entry in classes:
        if isinstance(entry, KnownClass):
            name = entry.path if library_factory(entry.path) else entry.path.removeprefix("builtins:")
            yield TypeRef(_SATISFIED_BY.get(name, name))


def _is_literal(statement: object, value: Any) -> bool:
    return isinstance(statement, LiteralStatement) and (
        type(statement.value) is type(value) and statement.value == value
    )
