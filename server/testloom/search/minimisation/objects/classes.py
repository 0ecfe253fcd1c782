"""Minimisation of classes that a test defines: fewer members, or another class or plain value instead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from testloom.model.statements import (
    DATACLASS,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    CollectionKind,
    CollectionStatement,
    LiteralStatement,
    MakeStatement,
    Member,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Subject
from testloom.model.texts.names import is_private
from testloom.search.minimisation.plainness.plain import PLAIN_VALUES
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.classes.definitions import OPEN
from testloom.search.providers.classes.names import free_name, names_of, usual_names

BUILTIN = ("builtins:int", "builtins:str", "builtins:ValueError")
GIVEN = ("positional", "either", "keyword")
"""Kinds of parameters that require an argument unless they have a default."""
PLAIN_COLLECTIONS: tuple[CollectionKind, ...] = ("dict", "list")


def smaller_class(statement: ClassStatement) -> Iterator[ClassStatement]:
    """Yield the class without one of its names, keywords or decorators, or with a plainer name."""
    members = statement.members
    for place, member in enumerate(members):
        before, behind = members[:place], members[place + 1 :]
        yield statement.having((*before, *behind))
        yield from (statement.having((*before, plainer, *behind)) for plainer in _plainer(member))
    for name, _ in statement.keywords:
        yield statement.replace(keywords=tuple(pair for pair in statement.keywords if pair[0] != name))
    for decorator in statement.decorators:
        others = tuple(other for other in statement.decorators if other != decorator)
        if decorator != DATACLASS or not any(member.kind == "field" for member in members):
            yield statement.replace(decorators=others)


def _plainer(member: Member) -> Iterator[Member]:
    fails_others = member.raises and member.name.startswith("__")  # these complain of None, too
    is_plain = member.kind != "value" and member.decorator is None
    if member.value is not None and is_plain and not fails_others:
        yield member.replace(value=None, raises=False)
    if member.parameters == OPEN:
        yield member.replace(parameters=())
    elif member.parameters and member.decorator is not None:
        yield member.replace(parameters=member.parameters[:-1])
        yield member.replace(parameters=member.parameters[1:])


def plainer_classes(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a plain value or an existing class for a class that the test defines.

    Only classes without instances or subclasses in the test are replaced. An instance becomes one of the
    base, if the test needs no more.
    """
    made = {s.receiver for s in case.statements if isinstance(s, CallStatement)}
    made |= {s.source for s in case.statements if isinstance(s, AttributeStatement)}
    made |= {m.of for s in case.statements if isinstance(s, ClassStatement) for m in s.members}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, MakeStatement) and statement.callable in subject.callables:
            called = CallStatement(statement.id, statement.callable, None, statement.args, statement.kwargs)
            yield without_unused(case.replaced(index, called))
        elif _asks_class(statement, subject) and isinstance(statement, CallStatement):
            yield without_unused(case.replaced(index, statement.replace(receiver=None)))
        elif isinstance(statement, ClassStatement) and statement.id not in made:
            for plain in _instead(statement.id, subject):
                yield without_unused(case.replaced(index, plain))


def existing_classes(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with an object of an existing public subclass instead of one that the test defines.

    An object of the base comes last, but first if the class of the test adds nothing to it.
    """
    defined = {s.id: s for s in case.statements if isinstance(s, ClassStatement)}
    for index, made in enumerate(case.statements):
        kind = defined.get(made.receiver or 0) if isinstance(made, MakeStatement) else None
        if kind is not None and isinstance(made, MakeStatement):
            for path in _classes_before(kind, subject):
                same = CallStatement(made.id, path, None, made.args, made.kwargs)
                needs = any(not p.has_default for p in subject.callables[path].parameters if p.kind in GIVEN)
                for called in (same,) if needs else (CallStatement(made.id, path), same):
                    yield without_unused(_without_unused_class(case.replaced(index, called), kind))


def _without_unused_class(case: TestCase, kind: ClassStatement) -> TestCase:
    is_used = any(kind.id in statement.references for statement in case)
    return case if is_used else TestCase(tuple(statement for statement in case if statement is not kind))


def _classes_before(kind: ClassStatement, subject: Subject) -> list[str]:
    """The public classes of which an object may do in place of one of a class that the test defines."""
    bases = [base for base in kind.bases if base in subject.classes and _may_be_made(base, subject)]
    is_empty = not (kind.members or kind.keywords or kind.decorators)
    others = list(_subclasses(kind.bases, subject))
    return [*bases, *others] if is_empty else [*others, *bases]


def _may_be_made(path: str, subject: Subject) -> bool:
    return path in subject.callables and not subject.classes[path].is_abstract and not is_private(path)


def _subclasses(bases: Iterable[str], subject: Subject) -> Iterator[str]:
    """The public classes that inherit from one of these and that tests may make objects of."""
    for known in subject.classes.values():
        above = {known.id}
        while (
            more := {base for one in above & subject.classes.keys() for base in subject.classes[one].bases}
            - above
        ):
            above |= more
        is_another = known.id not in bases and not above.isdisjoint(bases)
        if is_another and _may_be_made(known.id, subject):
            yield known.id


def _asks_class(statement: Statement, subject: Subject) -> bool:
    """Whether a class method is asked of a class of the test, or of an object, instead of its own class."""
    known = subject.callables.get(statement.callable) if isinstance(statement, CallStatement) else None
    is_asked = known is not None and known.kind == "classmethod"
    return is_asked and getattr(statement, "receiver", None) is not None


def plainer_members(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases with a plain value for an object that a member of a test's class has or returns."""
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement | ReferenceStatement)}
    fresh = case.fresh_id
    for index, statement in enumerate(case.statements):
        for place, member in enumerate(statement.members if isinstance(statement, ClassStatement) else ()):
            if member.value is None or member.value in plain or not isinstance(statement, ClassStatement):
                continue
            for value in _values(fresh):
                other = member.replace(value=fresh)
                members = (*statement.members[:place], other, *statement.members[place + 1 :])
                yield without_unused(case.replaced(index, value, statement.having(members)))


def _values(id: int) -> Iterator[Statement]:
    yield from (LiteralStatement(id, value) for value in PLAIN_VALUES)
    yield from (CollectionStatement(id, kind, ()) for kind in PLAIN_COLLECTIONS)


def _instead(id: int, subject: Subject) -> Iterator[Statement]:
    yield from _values(id)
    yield from (ReferenceStatement(id, path) for path in (*BUILTIN, *_existing(subject)))


def first_names(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield the test case with the usual names for its classes, in order.

    Strings that are their names change, too.
    """
    taken, names = names_of(subject), dict[str, str]()
    for statement in case.statements:
        if isinstance(statement, ClassStatement):
            names[statement.name] = free_name(usual_names(statement), taken)
            taken.add(names[statement.name])
    if any(name != usual for name, usual in names.items()):
        yield TestCase(tuple(_renamed(statement, names) for statement in case.statements))


def _renamed(statement: Statement, names: Mapping[str, str]) -> Statement:
    texts = {**names, **{name.lower(): usual.lower() for name, usual in names.items()}}
    if isinstance(statement, ClassStatement):
        return statement.replace(name=names[statement.name])
    if isinstance(statement, LiteralStatement) and isinstance(statement.value, str):
        return statement.replace(value=texts.get(statement.value, statement.value))
    return statement


def _existing(subject: Subject) -> Iterator[str]:
    """The public classes of the subject."""
    for known in subject.classes.values():
        if known.in_subject and not is_private(known.id):
            yield known.id
