"""Classes of a test come to have what the subject asks of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from testloom.model.execution import Missing
from testloom.model.statements import ClassStatement, Member, MemberKind, TestCase
from testloom.model.subject import Parameter
from testloom.search.breeding.classes.definitions import OPEN
from testloom.search.breeding.factory import TestFactory
from testloom.search.directed.steps import Step

_VERBS = re.compile(
    r"_*(as|build|can|close|compute|create|do|find|from|get|has|is|load|make|open|parse|read|run|set|to|write)_"
)
CALLED = 0.8
"""How often what is named like a function is one."""
PLAIN = 0.3


def declaring(case: TestCase, missing: Missing, factory: TestFactory) -> Iterator[Step]:
    """The class of the test that lacks an attribute gets one, as a value or as a function."""
    for index, statement in enumerate(case.statements):
        if isinstance(statement, ClassStatement) and statement.name == missing.class_name:
            yield partial(_declared, case, index, statement, missing.name, missing.is_class, factory)


def _declared(
    case: TestCase, index: int, statement: ClassStatement, name: str, is_whole: bool, factory: TestFactory
) -> TestCase:
    """The class with one name more; what is asked of the class itself, a class method answers."""
    draft = factory.draft_of(case.statements[:index])
    is_function = factory.rng.random() < (CALLED if _VERBS.match(name) else PLAIN)
    function: MemberKind = "classmethod" if is_whole else "method"
    value = factory.argument(draft, Parameter(_VERBS.sub("", name, count=1)), depth=2)
    made = Member(function, name, value, parameters=OPEN) if is_function else Member("value", name, value)
    others = (member for member in statement.members if member.name != name)
    changed = statement.having((*others, made))
    return case.replaced(index, *draft.statements[index:], changed)
