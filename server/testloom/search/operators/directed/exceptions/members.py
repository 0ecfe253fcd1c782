"""Members for classes of a test, or new classes, with the attributes and methods the subject uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from testloom.model.execution import Missing
from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    MakeStatement,
    Member,
    MemberKind,
    TestCase,
)
from testloom.model.subject import Parameter
from testloom.search.operators.directed.guide import Step
from testloom.search.providers.arguments import argument
from testloom.search.providers.classes.definitions import OPEN, subclass
from testloom.search.providers.classes.lacked import lacked_member
from testloom.search.providers.knowledge import Knowledge

_VERBS = re.compile(
    r"_*(as|build|can|close|compute|create|do|find|from|get|has|is|load|make|open|parse|read|run|set|to|write)_"
)
CALLED = 0.8
"""The probability that a member named like a function is a function."""
PLAIN = 0.3


def declaring(case: TestCase, missing: Missing, knowledge: Knowledge) -> Iterator[Step]:
    """Yield steps that add the missing attribute to a test's class, as a value or as a function."""
    for index, statement in enumerate(case.statements):
        if isinstance(statement, ClassStatement) and statement.name == missing.class_name:
            yield partial(_declared, case, index, statement, missing.name, missing.is_class, knowledge)


def completing(case: TestCase, missing: Missing, knowledge: Knowledge) -> Iterator[Step]:
    """Objects of a class whose methods use what it lacks become objects of a subclass which has that.

    A class method is called on such a subclass.
    """
    if not knowledge.last_resort.defines_classes:
        return
    for index, statement in enumerate(case.statements):
        called = knowledge.subject.callables.get(getattr(statement, "callable", ""))
        if type(statement) is not CallStatement or statement.receiver is not None or called is None:
            continue
        makes_it = called.kind == ("classmethod" if missing.is_class else "constructor")
        lacks = knowledge.experience.lacks
        if makes_it and called.owner == missing.of and lacks.lacked(missing.of, missing.name):
            yield partial(_completed, case, index, statement, missing, knowledge)


def _completed(
    case: TestCase, index: int, statement: CallStatement, missing: Missing, knowledge: Knowledge
) -> TestCase:
    builder = knowledge.builder(case.statements[:index])
    kind = subclass(builder.at(1), missing.of)
    if missing.is_class:
        return case.replaced(index, *builder.draft.statements[index:], statement.replace(receiver=kind))
    made = MakeStatement(statement.id, missing.of, kind, statement.args, statement.kwargs)
    return case.replaced(index, *builder.draft.statements[index:], made)


def _declared(
    case: TestCase, index: int, statement: ClassStatement, name: str, is_whole: bool, knowledge: Knowledge
) -> TestCase:
    """The class with one name more; what is asked of the class itself, a class method answers."""
    builder = knowledge.builder(case.statements[:index])
    others = [member for member in statement.members if member.name != name]
    for base in statement.bases:
        if (lacked := knowledge.experience.lacks.lacked(base, name)) is not None:
            made = lacked_member(base, lacked, builder.at(1))
            return case.replaced(index, *builder.draft.statements[index:], statement.having((*others, made)))
    is_function = knowledge.rng.random() < (CALLED if _VERBS.match(name) else PLAIN)
    function: MemberKind = "classmethod" if is_whole else "method"
    value = argument(builder.at(2), Parameter(_VERBS.sub("", name, count=1)))
    made = Member(function, name, value, parameters=OPEN) if is_function else Member("value", name, value)
    return case.replaced(index, *builder.draft.statements[index:], statement.having((*others, made)))
