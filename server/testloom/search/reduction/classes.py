"""Classes of a test with less in them, or none where another class or a plain value does as well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from testloom.model.names import is_private
from testloom.model.statements import (
    DATACLASS,
    ClassStatement,
    LiteralStatement,
    MakeStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import TypeRef
from testloom.search.breeding.classes import OPEN, free_name, names_of, usual_names

BUILTIN = ("builtins:int", "builtins:str", "builtins:ValueError")
PLAIN_FIELD = TypeRef("str")


def smaller_class(statement: ClassStatement) -> Iterator[ClassStatement]:
    """The class without one of its names, keywords or decorators, or with a plainer one."""
    members = statement.members
    for place, member in enumerate(members):
        rest = members[:place], members[place + 1 :]
        yield statement.having((*rest[0], *rest[1]))
        if member.value is not None and member.kind != "value":
            yield statement.having((*rest[0], replace(member, value=None, raises=False), *rest[1]))
        if member.kind == "field" and member.value is None and member.type != PLAIN_FIELD:
            yield statement.having((*rest[0], replace(member, type=PLAIN_FIELD), *rest[1]))
        if member.parameters == OPEN:
            yield statement.having((*rest[0], replace(member, parameters=()), *rest[1]))
    for name, _ in statement.keywords:
        yield replace(statement, keywords=tuple(pair for pair in statement.keywords if pair[0] != name))
    for decorator in statement.decorators:
        others = tuple(other for other in statement.decorators if other != decorator)
        if decorator != DATACLASS or not any(member.kind == "field" for member in members):
            yield replace(statement, decorators=others)


def plainer_classes(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With a class that is there already in place of one that the test defines, if nobody makes instances."""
    made = {s.receiver for s in case.statements if isinstance(s, MakeStatement)}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, ClassStatement) and statement.id not in made:
            for path in (*BUILTIN, *_existing(subject)):
                changed = ReferenceStatement(statement.id, path)
                kept = (*case.statements[:index], changed, *case.statements[index + 1 :])
                yield TestCase(kept)


def first_names(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """With the usual name for a class that others had before it, and for texts that are its name."""
    own = {s.name: s for s in case.statements if isinstance(s, ClassStatement)}
    for name, statement in own.items():
        usual = free_name(usual_names(statement), names_of(subject) | (own.keys() - {name}))
        if usual != name:
            yield TestCase(tuple(_renamed(known, name, usual) for known in case.statements))


def _renamed(statement: Statement, name: str, usual: str) -> Statement:
    texts = {name: usual, name.lower(): usual.lower()}
    if isinstance(statement, ClassStatement) and statement.name == name:
        return replace(statement, name=usual)
    if isinstance(statement, LiteralStatement) and isinstance(statement.value, str):
        return replace(statement, value=texts.get(statement.value, statement.value))
    return statement


def _existing(subject: Subject) -> Iterator[str]:
    """The public classes of the subject."""
    for known in subject.classes.values():
        if known.in_subject and not is_private(known.id):
            yield known.id
