"""Objects in place of doubles: of the class that a double stands for, or with attributes only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from testloom.model.statements import (
    Answer,
    CallStatement,
    DoubleStatement,
    LiteralStatement,
    Statement,
    TestCase,
    substitute,
)
from testloom.model.subject import Subject
from testloom.model.texts.names import is_name
from testloom.model.types import Scalar, TypeRef
from testloom.search.minimisation.plain import plain_values
from testloom.search.minimisation.removal import without_unused

MOST = 3
HELD = (None, True, "a")
"""Values for an attribute that a test only needs to exist: an empty one and others."""
MOST_CHOSEN = 3
"""The most attributes for which all combinations of values are tried."""

NAMESPACE = "types:SimpleNamespace"
"""Makes an object with exactly these attributes, which nobody would mistake for a mock."""


def originals_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a real object of the class, made of plain values or none, for a double."""
    for index, statement in enumerate(case.statements):
        if isinstance(statement, DoubleStatement) and statement.spec and not statement.orders:
            known = subject.callables.get(statement.spec)
            if known is not None and known.kind == "function":
                continue
            for *before, last in _made(statement.spec, case.fresh_id, subject):
                yield without_unused(case.replaced(index, *before, substitute(last, {last.id: statement.id})))


def _made(path: str, fresh: int, subject: Subject) -> Iterator[tuple[Statement, ...]]:
    """The plainest objects of a class; of one that the subject does not know, what no argument makes."""
    if path in subject.classes:
        yield from islice(plain_values(TypeRef(path), fresh, subject), MOST)
    else:
        yield (CallStatement(fresh, path),)


def namespaces_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with an object that only has attributes in place of a double of no class.

    Names that the double only offers hold a plain value then: a call of one ends the variant.
    """
    for index, statement in enumerate(case.statements):
        if isinstance(statement, DoubleStatement) and not (statement.spec or statement.orders):
            held = {answer.path: answer.value for answer in statement.answers if _is_held(answer)}
            if len(held) < len(statement.answers) or statement.id in held.values():
                continue
            if held:
                yield case.replaced(index, _namespace(statement.id, held))
            offered = [name for name in statement.names if name not in held]
            for values in _plain_for(offered):
                literals = [LiteralStatement(case.fresh_id + n, value) for n, value in enumerate(values)]
                holding = held | {name: s.id for name, s in zip(offered, literals, strict=True)}
                yield case.replaced(index, *literals, _namespace(statement.id, holding))


def _namespace(own: int, held: Mapping[str, int]) -> CallStatement:
    return CallStatement(own, NAMESPACE, None, (), tuple(held.items()))


def _plain_for(names: Sequence[str]) -> Iterator[tuple[Scalar, ...]]:
    """Values for attributes: the same for all, then for a few also different ones."""
    if names and all(map(is_name, names)):
        alike = [(value,) * len(names) for value in HELD]
        chosen = product(HELD, repeat=len(names)) if len(names) <= MOST_CHOSEN else ()
        yield from dict.fromkeys((*alike, *chosen))


def _is_held(answer: Answer) -> bool:
    """Whether an answer of a double is what an attribute holds, and no call gives."""
    return is_name(answer.path) and not answer.raises
