"""Causes named in an exception's message: optional arguments, and functions passed as arguments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from testloom.model.execution import RaisedException
from testloom.model.statements import ReferenceStatement, TestCase
from testloom.model.subject import Subject
from testloom.model.types import TypeRef
from testloom.search.operators.directed.comparisons.retyping import exchanged
from testloom.search.operators.directed.guide import Step
from testloom.search.operators.directed.keywords import without
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.experience.blames import BlamedArgument, blamed_in
from testloom.search.providers.knowledge import Knowledge

_MISCALLED = re.compile(r"(?P<name>[\w.]+)\(\) (?:missing \d+ required|takes )")


def leaving_out(case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
    """Calls without an optional argument whose value the message shows."""
    for blamed in blamed_in(case, error, knowledge.subject):
        yield partial(_without, case, blamed, knowledge.subject)


def _without(case: TestCase, blamed: BlamedArgument, subject: Subject) -> TestCase | None:
    """The test whose call goes without an argument, and passes those after it by name."""
    index, called, where, _ = blamed
    if isinstance(where, str):
        return without(case, index, called, {where})
    given = [(p, value) for place, p, value in arguments_of(called, subject) if isinstance(place, int)]
    if any(parameter.kind != "either" for parameter, _ in given[where + 1 :]):
        return None
    named = tuple((parameter.name, value) for parameter, value in given[where + 1 :])
    return case.replaced(index, called.replace(args=called.args[:where], kwargs=(*named, *called.kwargs)))


def handing_another(case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
    """Another function in place of one of the subject that takes more or fewer arguments than it got."""
    if (miscalled := _MISCALLED.match(error.message)) is None:
        return
    for statement in case.statements:
        if isinstance(statement, ReferenceStatement) and statement.path.endswith(f":{miscalled['name']}"):
            yield partial(exchanged, case, statement.id, TypeRef("callable"), knowledge)
