"""What a test calls or reads at its end, where the name of the callable alone does not say it."""

from __future__ import annotations

from testloom.model.statements import AttributeStatement, CallStatement, InvokeStatement, LiteralStatement
from testloom.model.subject import Subject
from testloom.model.suite import AssertedTest
from testloom.writer.layout.usage import is_item
from testloom.writer.syntax.words import snake


def found_in(test: AssertedTest) -> str:
    """Name where a test found the function that it calls at its end: in a registry, or in attributes.

    The name is empty if it is neither.
    """
    known = {statement.id: statement for statement in test.case.statements}
    last = test.case.statements[-1] if test.case.statements else None
    found = known.get(last.function) if isinstance(last, InvokeStatement) else None
    names: list[str] = []
    while isinstance(found, AttributeStatement):
        names.insert(0, snake(found.name))
        found = known[found.source]
    if names or found is None or not is_item(found):
        return " ".join(names)
    match known[found.args[0]]:
        case LiteralStatement(value=str(key)) if key.isidentifier():
            return snake(key)
    return ""


def heir_in(test: AssertedTest, subject: Subject) -> str:
    """Return the class of the object whose inherited method a test calls; "" for one of its own class."""
    known = {statement.id: statement for statement in test.case.statements}
    called = subject.callables.get(test.callable)
    for statement in reversed(test.case.statements):
        if isinstance(statement, CallStatement) and statement.callable == test.callable:
            made = known.get(statement.receiver) if statement.receiver is not None else None
            kind = made.callable if isinstance(made, CallStatement) else ""
            is_heir = called is not None and called.owner and kind != called.owner
            return kind if is_heir and kind in subject.classes else ""
    return ""


def read_of(test: AssertedTest) -> str:
    """Name the attribute that a test reads at its end of what its callable returned; "" if there is none."""
    last = test.case.statements[-1] if test.case.statements else None
    if not isinstance(last, AttributeStatement):
        return ""
    source = next(statement for statement in test.case.statements if statement.id == last.source)
    return snake(last.name) if getattr(source, "callable", None) == test.callable else ""
