"""Minimisation of dataclasses of a test and their instances: fewer and plainer fields."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice

from testloom.model.statements import (
    DATACLASS,
    ClassStatement,
    CollectionStatement,
    DoubleStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.types import TypeRef, alternatives
from testloom.search.minimisation.plainness.plain import plain_values
from testloom.search.minimisation.plainness.suitability import fits
from testloom.search.minimisation.removal import without_unused

PLAIN_FIELDS = (("name", TypeRef("str")), ("amount", TypeRef("int")))


def plainer_fields(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a field less, or one that holds a string or a number.

    Keys and keywords with the field's name change with it.
    """
    literals = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, ClassStatement):
            continue
        taken = {member.name for member in statement.members}
        yield from _other_keywords(case, index, statement, taken)
        for field in (member for member in statement.members if member.kind == "field"):
            others = tuple(member for member in statement.members if member is not field)
            rest = TestCase(tuple(_without(other, field.name, statement.id) for other in case.statements))
            yield without_unused(rest.replaced(index, statement.having(others)))
            for name, kind in PLAIN_FIELDS if (field.name, field.type) not in PLAIN_FIELDS else ():
                is_default = field.value is None or fits(literals.get(field.value), [kind])
                if name not in taken and is_default:
                    plain = field.replace(name=name, type=kind, of=None)
                    members = [plain if member is field else member for member in statement.members]
                    named = (_with_name(other, field.name, name, statement.id) for other in case.statements)
                    rest = TestCase(tuple(named))
                    yield without_unused(rest.replaced(index, statement.having(members)))


def _other_keywords(
    case: TestCase, index: int, kind: ClassStatement, taken: Iterable[str]
) -> Iterator[TestCase]:
    """Without a member that instances get a value for, or with a plain name for it."""
    made = [s for s in case.statements if isinstance(s, MakeStatement) and s.receiver == kind.id]
    given = {name for one in made for name, _ in one.kwargs}
    plain = [name for name, _ in PLAIN_FIELDS]
    for member in (member for member in kind.members if member.kind == "value" and member.name in given):
        others = tuple(other for other in kind.members if other is not member)
        rest = TestCase(tuple(_without(other, member.name, kind.id) for other in case.statements))
        yield without_unused(rest.replaced(index, kind.having(others)))
        for name in plain if member.name not in plain else ():
            if name not in taken:
                members = [member.replace(name=name) if other is member else other for other in kind.members]
                named = (_with_name(other, member.name, name, kind.id) for other in case.statements)
                yield without_unused(TestCase(tuple(named)).replaced(index, kind.having(members)))


def fitting_fields(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a plain value of the annotated type for a field's ill-typed value."""
    known = {statement.id: statement for statement in case.statements}
    fields = {
        member.name: member.type
        for statement in case.statements
        if isinstance(statement, ClassStatement)
        for member in statement.members
        if member.kind == "field" and member.type is not None
    }
    for index, statement in enumerate(case.statements if fields else ()):
        for name, value in _named_values(statement, known):
            wanted, given = fields.get(name), known[value]
            if wanted is not None and not _is_of_type(given, wanted):
                for made in islice(plain_values(alternatives(wanted)[0], case.fresh_id, subject), 2):
                    changed = _with_value(statement, value, made[-1].id)
                    yield without_unused(case.replaced(index, *made, changed))


def _named_values(statement: Statement, known: Mapping[int, Statement]) -> Iterator[tuple[str, int]]:
    """The keywords of an instance of a class of the test, or the keys of a dict, with their values."""
    if isinstance(statement, MakeStatement):
        yield from statement.kwargs
    elif isinstance(statement, CollectionStatement) and statement.kind == "dict":
        for key, value in zip(statement.items[::2], statement.items[1::2], strict=True):
            match known[key]:
                case LiteralStatement(value=str(name)):
                    yield name, value


def _with_value(statement: Statement, value: int, other: int) -> Statement:
    """The keywords or the values of a dict with another in place of one."""
    if isinstance(statement, MakeStatement):
        return statement.replace(kwargs=tuple((n, other if v == value else v) for n, v in statement.kwargs))
    if isinstance(statement, CollectionStatement):
        items = [other if n % 2 and item == value else item for n, item in enumerate(statement.items)]
        return statement.replace(items=tuple(items))
    return statement


def mappings_for_doubles(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a dict, empty or with a dataclass's fields, for a double after its definition."""
    for index, statement in enumerate(case.statements):
        if isinstance(statement, DoubleStatement) and not statement.spec:
            fields = _fields_before(case, index)
            for step in (*_mappings(fields, statement.id, case, subject),) if fields else ():
                yield without_unused(case.replaced(index, *step))


def _fields_before(case: TestCase, index: int) -> list[Member]:
    """The fields of the dataclasses that are defined before a statement."""
    own = [s for s in case.statements[:index] if isinstance(s, ClassStatement) and DATACLASS in s.decorators]
    return [member for kind in own for member in kind.members if member.kind == "field"]


def _mappings(
    fields: Iterable[Member], id: int, case: TestCase, subject: Subject
) -> Iterator[list[Statement]]:
    """A dict without keys, and dicts with plain values or None for the fields without defaults."""
    yield [CollectionStatement(id, "dict", ())]
    needed = [field for field in fields if field.value is None]
    for is_given in (True, False) if needed else ():
        made: list[Statement] = []
        items: list[int] = []
        for field in needed:
            key = LiteralStatement(case.fresh_id + len(made), field.name)
            value = _plain(field, key.id + 1, subject) if is_given else (LiteralStatement(key.id + 1, None),)
            made += [key, *value]
            items += [key.id, value[-1].id]
        yield [*made, CollectionStatement(id, "dict", tuple(items))]


def _plain(field: Member, fresh: int, subject: Subject) -> tuple[Statement, ...]:
    kinds = alternatives(field.type) if field.type is not None else []
    found = (made for kind in kinds for made in plain_values(kind, fresh, subject))
    return next(found, (LiteralStatement(fresh, "a"),))


def _is_of_type(given: Statement, wanted: TypeRef) -> bool:
    if isinstance(given, LiteralStatement):
        return fits(given.value, alternatives(wanted))
    if isinstance(given, CollectionStatement):
        return any(kind.name in (given.kind, "any") for kind in alternatives(wanted))
    return True


def _without(statement: Statement, name: str, kind: int) -> Statement:
    """A statement without a keyword for a field of a class of the test."""
    if isinstance(statement, MakeStatement) and statement.receiver == kind:
        return statement.replace(kwargs=tuple(pair for pair in statement.kwargs if pair[0] != name))
    return statement


def _with_name(statement: Statement, name: str, other: str, kind: int) -> Statement:
    """A statement with another name for a field of a class of the test."""
    if isinstance(statement, LiteralStatement) and statement.value == name:
        return LiteralStatement(statement.id, other)
    if isinstance(statement, MakeStatement) and statement.receiver == kind:
        named = tuple((other if key == name else key, value) for key, value in statement.kwargs)
        return statement.replace(kwargs=named)
    return statement
