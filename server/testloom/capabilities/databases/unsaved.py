"""Objects of mapped classes that a test has not stored, and which therefore lack the defaults of columns."""

from __future__ import annotations

from testloom.capabilities.databases.sessions import ADDING
from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Subject
from testloom.model.types import NONE, alternatives
from testloom.search.operators.directed.guide import Guide

NOTHING = "None"


class UnsavedGuide(Guide):
    """Recognises errors caused by objects that lack values which stored rows have."""

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether code found None because an object that is not stored lacks a column.

        Only columns that are never None in a stored object count.
        """
        return NOTHING in error.message and any(_leaves_out(call, subject) for call in unsaved(case, subject))


def unsaved(case: TestCase, subject: Subject) -> list[CallStatement]:
    """Find the calls in a test that create objects of mapped classes without storing them."""
    models = subject.databases.models
    calls = case.calls
    stored = {value for call in calls if call.callable in ADDING for value in call.args}
    made = (call for call in calls if models is not None and call.callable in models.classes)
    return [call for call in made if call.id not in stored]


def _leaves_out(made: CallStatement, subject: Subject) -> bool:
    """Whether an object leaves out a column that has a default."""
    constructor, said = subject.callables.get(made.callable), dict(made.kwargs)
    return constructor is not None and any(
        parameter.has_default and parameter.name not in said and NONE not in alternatives(parameter.type)
        for parameter in constructor.parameters
    )
