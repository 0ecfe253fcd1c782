"""Arguments that fit what the subject says about its parameters, where a test does not need others.

The search now and then passes values of other types, since subjects check for them. Where such a value made
no difference, a reader would stumble over it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.breeding.factory import COLLECTIONS
from testloom.search.inputs.plausibility import plausible_types
from testloom.search.inputs.values import type_of_literal
from testloom.search.reduction.simplicity import simpler

PLAIN: Mapping[str, tuple[Scalar, ...]] = {
    "int": (1, 0, -1),
    "float": (1.5, 0.0),
    "str": ("a", ""),
    "bytes": (b"a", b""),
    "bool": (False, True),
    "none": (None,),
}


def conforming(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """The test case with one argument that does not fit its parameter replaced by a plain one that does.

    An object of the subject where nothing is known of the parameter gives way to a plain value, too, and so
    does what a call returned if that is one, and an item of a collection that the parameter does not take.
    """
    statements = {statement.id: statement for statement in case.statements}
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        for place, parameter, argument in _arguments(statement, subject):
            given, kinds = statements[argument], wanted_types(parameter, subject)
            wanted = _replacements(given, kinds, subject)
            for value in _values(wanted, fresh_id(case), subject):
                yield with_argument(case, index, place, value)
            if isinstance(given, CollectionStatement):
                yield from _with_fitting_items(case, given, kinds, subject)


def _with_fitting_items(
    case: TestCase, given: CollectionStatement, kinds: Iterable[TypeRef], subject: Subject
) -> Iterator[TestCase]:
    """The test case with one literal of a collection replaced by one of the type that its items have."""
    kind = next((kind for kind in kinds if kind.args and COLLECTIONS.get(kind.name) == given.kind), None)
    if kind is None:
        return
    index = next(place for place, statement in enumerate(case.statements) if statement.id == given.id)
    literals = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
    for place, item in enumerate(given.items):
        wanted = _alternatives(_kind_of_item(kind, place))
        if item not in literals or fits(literals[item], wanted):
            continue
        for value in _values(wanted, fresh_id(case), subject):
            items = (*given.items[:place], value.id, *given.items[place + 1 :])
            changed = replace(given, items=items)
            yield TestCase((*case.statements[:index], value, changed, *case.statements[index + 1 :]))


def _kind_of_item(kind: TypeRef, place: int) -> TypeRef:
    """The type of an item of a collection; keys and values of a dict take turns."""
    if kind.name == "dict":
        return kind.args[place % 2] if len(kind.args) == 2 else ANY
    return kind.args[place if kind.name == "tuple" and place < len(kind.args) else 0]


def filled(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """The test case with a plain value for one None whose parameter takes values, too: None hides them."""
    statements = {statement.id: statement for statement in case.statements}
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        for place, parameter, argument in _arguments(statement, subject):
            given, kinds = statements[argument], _alternatives(parameter.type)
            if isinstance(given, LiteralStatement) and given.value is None and len(kinds) > 1:
                wanted = [kind for kind in kinds if kind.name != "none"]
                for value in _values(wanted, fresh_id(case), subject):
                    yield with_argument(case, index, place, value)


def unshared(case: TestCase) -> Iterator[TestCase]:
    """The test case with a value of its own for one argument of a call that is given one twice.

    That is a collection, or an object made like the receiver of an operator.
    """
    made = {s.id: s for s in case.statements if isinstance(s, CallStatement)}
    collections = {s.id: s for s in case.statements if isinstance(s, CollectionStatement)}
    for index, statement in enumerate(case.statements):
        if isinstance(statement, CallStatement):
            for place, argument in enumerate(statement.args):
                if argument in collections and argument in statement.args[:place]:
                    own: Statement = replace(collections[argument], id=fresh_id(case))
                    yield with_argument(case, index, place, own)
                elif argument == statement.receiver and argument in made and _is_operator(statement):
                    yield with_argument(case, index, place, replace(made[argument], id=fresh_id(case)))


def _is_operator(called: CallStatement) -> bool:
    """Whether a method is called that stands for an operator, such as `__eq__`."""
    return called.callable.endswith("__")


def has_ill_typed_argument(case: TestCase, subject: Subject) -> bool:
    """Whether an argument is of another type than its parameter, as far as that is known."""
    return next(conforming(case, subject), None) is not None


def separated(case: TestCase) -> Iterator[TestCase]:
    """The test case with one of several uses of the same literal given a simpler value of its own."""
    uses = Counter(value for statement in case.statements for value in statement.references)
    values = [s.value for s in case.statements if isinstance(s, LiteralStatement)]
    shared = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement) and uses[s.id] > 1}
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, CallStatement):
            continue
        places: list[tuple[int | str, int]] = [*enumerate(statement.args), *statement.kwargs]
        for place, argument in places:
            for value in islice(simpler(shared.get(argument), values), 2):
                yield with_argument(case, index, place, LiteralStatement(fresh_id(case), value))


def fresh_id(case: TestCase) -> int:
    """An id that no statement of the test case has."""
    return max(statement.id for statement in case.statements) + 1


def _replacements(argument: Statement, wanted: list[TypeRef], subject: Subject) -> list[TypeRef]:
    """The types of plain values to try in place of an argument or of a call; none if it is fine."""
    if isinstance(argument, LiteralStatement):
        return [] if fits(argument.value, wanted) else wanted
    if isinstance(argument, CollectionStatement):
        return wanted if wanted and all(kind.name in PLAIN for kind in wanted) else []
    called = subject.callables.get(argument.callable) if isinstance(argument, CallStatement) else None
    if called is not None and called.returns.name in PLAIN:
        return [called.returns]
    if called is None or called.kind != "constructor" or _admits(called.id, wanted, subject):
        return []
    return wanted or [TypeRef("str"), TypeRef("int")]


def _admits(class_id: str, wanted: list[TypeRef], subject: Subject) -> bool:
    """Whether an instance of a class of the subject is of one of the types."""
    known = subject.classes.get(class_id)
    own = {class_id, *(known.bases if known is not None else ())}
    return any(kind.is_class and (kind.name in own or kind.name not in subject.classes) for kind in wanted)


def wanted_types(parameter: Parameter, subject: Subject) -> list[TypeRef]:
    """The types that an argument should have; empty if nothing is known."""
    if parameter.type.name == "any":
        if parameter.has_default and parameter.default is not None:
            return [type_of_literal(parameter.default)]
        return plausible_types(parameter, subject)
    return _alternatives(parameter.type)


def fits(value: Scalar, wanted: list[TypeRef]) -> bool:
    """Whether a literal is of one of the types; an int is as good as a float, but a bool is no number."""
    own = type_of_literal(value).name
    names = {kind.name for kind in wanted}
    return (
        own in names
        or bool(names & {"any", "object", "literal", "callable", "type"})
        or (own == "int" and bool(names & {"float", "complex"}))
    )


def _alternatives(kind: TypeRef) -> list[TypeRef]:
    if kind.name == "union":
        return [part for arg in kind.args for part in _alternatives(arg)]
    return [kind]


def _arguments(statement: CallStatement, subject: Subject) -> Iterator[tuple[int | str, Parameter, int]]:
    """The position or the name of each argument, its parameter and its value."""
    called = subject.callables.get(statement.callable)
    if called is None:
        return
    by_name = {parameter.name: parameter for parameter in called.parameters}
    positional = [p for p in called.parameters if p.kind in ("positional", "either")]
    for place, (parameter, value) in enumerate(zip(positional, statement.args, strict=False)):
        yield place, parameter, value
    for name, value in statement.kwargs:
        if name in by_name:
            yield name, by_name[name], value


def _values(wanted: list[TypeRef], fresh: int, subject: Subject) -> Iterator[Statement]:
    for kind in wanted:
        for value in PLAIN.get(kind.name, ()):
            yield LiteralStatement(fresh, value)
        known = subject.classes.get(kind.name)
        if known is not None:
            for member in known.enum_members[:3]:
                yield ReferenceStatement(fresh, f"{kind.name}.{member}")
        if kind.name in COLLECTIONS:
            yield CollectionStatement(fresh, COLLECTIONS[kind.name], ())


def with_argument(case: TestCase, index: int, place: int | str, value: Statement) -> TestCase:
    """The statement at `index` with `value`, made just before it, as its argument at `place`."""
    statement = case.statements[index]
    assert isinstance(statement, CallStatement)
    changed = replace(
        statement,
        args=tuple(value.id if n == place else arg for n, arg in enumerate(statement.args)),
        kwargs=tuple((name, value.id if name == place else arg) for name, arg in statement.kwargs),
    )
    return TestCase((*case.statements[:index], value, changed, *case.statements[index + 1 :]))
