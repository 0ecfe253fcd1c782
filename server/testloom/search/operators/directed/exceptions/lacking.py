"""Provides what an object lacks: by doubles, by assignment to objects, as an argument or an answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from testloom.model.execution import Missing, RaisedException
from testloom.model.statements import (
    Answer,
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    DoubleStatement,
    TestCase,
)
from testloom.model.subject import Parameter
from testloom.model.types import ANY, NONE, TypeRef
from testloom.search.operators.directed.guide import Step
from testloom.search.operators.missing_keys import missed_at
from testloom.search.providers.arguments import argument
from testloom.search.providers.doubles.doubles import changed, unpacked
from testloom.search.providers.inputs.types.vocabulary import suggested_type
from testloom.search.providers.knowledge import Knowledge

DOUBLED = 0.6
"""The probability that the assigned value is a double."""
DOUBLES = "unittest.mock:"
"""The module of the classes of doubles."""
OBJECT = re.compile(r"'(?P<type>\w+)' object")
SINGLE = re.compile(r"non-iterable (?P<type>\w+) object")
_ATTRIBUTE = re.compile(r"has no attribute '(?P<name>\w+)'")


def missing_of(error: RaisedException) -> Missing | None:
    """Find the attribute that an error reports as missing.

    Python notes it for attributes that are read; that others cannot be set or deleted only the message
    says.
    """
    if error.type != "builtins:AttributeError" or error.lacks is not None:
        return error.lacks
    missing, lacking = _ATTRIBUTE.search(error.message), OBJECT.search(error.message)
    return None if missing is None else Missing(missing["name"], lacking["type"] if lacking else "")


def offering(case: TestCase, missing: Missing, knowledge: Knowledge) -> Iterator[Step]:
    """Doubles that offer the attribute that was asked for, too.

    A class does not say which attributes its constructor sets: a double of it has to be given them.
    """
    if not missing.of.startswith(DOUBLES):
        return
    for index, statement in enumerate(case.statements):
        if not isinstance(statement, DoubleStatement):
            continue
        if statement.names and missing.name not in statement.names:
            better = statement.replace(names=(*statement.names, missing.name))
            yield partial(case.replaced, index, better)
        if statement.spec and missing.name not in [answer.path for answer in statement.answers]:
            yield partial(_given, case, index, statement, missing.name, knowledge)


def _given(case: TestCase, index: int, double: DoubleStatement, name: str, knowledge: Knowledge) -> TestCase:
    """With an attribute of the double that holds what its name suggests, or another double."""
    builder = knowledge.builder(case.statements[:index])
    suggested = suggested_type(name)
    value = builder.double() if suggested is None else builder.value(TypeRef(suggested), depth=1)
    better = double.replace(answers=(*double.answers, Answer(name, value)))
    return case.replaced(index, *builder.draft.statements[index:], better)


def assigning(case: TestCase, missing: Missing, knowledge: Knowledge) -> Iterator[Step]:
    """Objects of the subject that get the attribute which they lack, as those of a mixin do from others."""
    if not missing.of or missing.is_class or not _may_assign(missing.name, knowledge):
        return
    for index, statement in enumerate(case.statements):
        kind = knowledge.type_of(statement) if isinstance(statement, CallStatement) else None
        if (
            kind is not None
            and kind.name in knowledge.subject.classes
            and kind.name.rpartition(":")[2] == missing.class_name
        ):
            yield partial(_with_attribute, case, index, missing.name, knowledge)


def filling(case: TestCase, knowledge: Knowledge) -> Iterator[Step]:
    """Objects that get an attribute which a method of theirs reads, where it was None."""
    places = {statement.id: place for place, statement in enumerate(case.statements)}
    for statement in case.statements:
        called = knowledge.subject.callables.get(getattr(statement, "callable", ""))
        if isinstance(statement, CallStatement) and statement.receiver is not None and called is not None:
            for name in called.reads:
                if _may_assign(name, knowledge):
                    yield partial(_with_attribute, case, places[statement.receiver], name, knowledge)


def entering(case: TestCase, missing: Missing, knowledge: Knowledge) -> Iterator[Step]:
    """Dictionaries that get what has an attribute which None lacked, under a key that they missed."""
    for place in range(len(case)):
        for key in missed_at(case, place, knowledge):
            yield partial(_entered, case, place, key, missing.name, knowledge)


def _entered(case: TestCase, place: int, key: str, lacked: str, knowledge: Knowledge) -> TestCase:
    dictionary, builder = case.statements[place], knowledge.builder(case.statements[:place])
    assert isinstance(dictionary, CollectionStatement)
    kinds = knowledge.types_with(lacked)
    if not kinds and knowledge.last_resort.has_doubles:
        value = builder.double("", (lacked,))
    else:
        value = builder.at(1).value(knowledge.rng.choice(kinds or [ANY]))
    better = dictionary.replace(items=(*dictionary.items, builder.literal(key), value))
    return case.replaced(place, *builder.draft.statements[place:], better)


def _may_assign(name: str, knowledge: Knowledge) -> bool:
    """Whether a test may assign an attribute now; what is private as a last resort."""
    return not name.startswith("_") or ("__" not in name and knowledge.last_resort.private(knowledge.rng))


def supplying(case: TestCase, knowledge: Knowledge) -> Iterator[Step]:
    """Calls that get an argument which they were left without, where None lacked something."""
    for index, called in enumerate(case.statements):
        known = (
            knowledge.subject.callables.get(called.callable) if isinstance(called, CallStatement) else None
        )
        if known is None or not isinstance(called, CallStatement):
            continue
        given = {name for name, _ in called.kwargs}
        for place, parameter in enumerate(known.parameters):
            is_left_out = parameter.name not in given and place >= len(called.args)
            may_be_none = parameter.has_default and parameter.default is None
            if is_left_out and may_be_none and parameter.kind in ("either", "keyword"):
                yield partial(_with_argument, case, index, called, parameter, knowledge)


def _with_argument(
    case: TestCase, index: int, called: CallStatement, parameter: Parameter, knowledge: Knowledge
) -> TestCase:
    """With what the parameter takes by its type; a double, or anything, where nothing is said of it."""
    builder = knowledge.builder(case.statements[:index])
    kinds = parameter.type.args if parameter.type.name == "union" else (parameter.type,)
    is_told = not set(kinds) <= {ANY, NONE}
    is_double = not is_told and knowledge.last_resort.has_doubles and knowledge.rng.random() < DOUBLED
    value = builder.double() if is_double else argument(builder.at(1), parameter)
    better = called.replace(kwargs=(*called.kwargs, (parameter.name, value)))
    return case.replaced(index, *builder.draft.statements[index:], better)


def _with_attribute(case: TestCase, index: int, name: str, knowledge: Knowledge) -> TestCase:
    """With an attribute of the object under test, which is a double only where nothing else has done."""
    builder = knowledge.builder(case.statements[: index + 1])
    is_double = knowledge.last_resort.doubles(knowledge.rng) and knowledge.rng.random() < DOUBLED
    value = builder.double() if is_double else builder.value(ANY, depth=1)
    value = builder.something(value)
    builder.add(AssignmentStatement(knowledge.next_id(), case.statements[index].id, name, value))
    return TestCase((*builder.draft.statements, *case.statements[index + 1 :]))


def answering(case: TestCase, size: int, knowledge: Knowledge) -> Iterator[Step]:
    """Doubles of whose answers one is a tuple of so many further doubles."""
    for index, double in enumerate(case.statements):
        if isinstance(double, DoubleStatement):
            yield partial(_answering, case, index, double, size, knowledge)


def answered(case: TestCase, knowledge: Knowledge) -> Iterator[Step]:
    """Doubles with an answer more or another, where one of what they answered by themselves did not do."""
    for index, double in enumerate(case.statements):
        if isinstance(double, DoubleStatement) and knowledge.experience.learned.asked(double.id):
            yield partial(_answered, case, index, double, knowledge)


def _answered(case: TestCase, index: int, double: DoubleStatement, knowledge: Knowledge) -> TestCase:
    builder = knowledge.builder(case.statements[:index])
    better = changed(double, builder)
    return case.replaced(index, *builder.draft.statements[index:], better)


def _answering(
    case: TestCase, index: int, double: DoubleStatement, size: int, knowledge: Knowledge
) -> TestCase | None:
    builder = knowledge.builder(case.statements[:index])
    better = unpacked(double, size, builder)
    return case.replaced(index, *builder.draft.statements[index:], better) if better else None
