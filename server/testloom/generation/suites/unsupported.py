"""Operands that a special method does not support: a test says what Python makes of that."""

from __future__ import annotations

from collections.abc import Sequence

from testloom.model.observed import Class
from testloom.model.statements import CallStatement, LiteralStatement, Statement, TestCase
from testloom.model.subject import Subject
from testloom.model.suite import Assertion, ExceptionAssertion, ValueAssertion
from testloom.search.providers.classes.kinds import ENUM
from testloom.writer import ARITHMETIC, ORDERINGS

NOT_IMPLEMENTED = Class("builtins:NotImplemented")
_OF_ARITHMETIC, _OF_ORDERINGS = "unsupported operand type", "not supported between instances of"
"""The texts in the messages of Python's TypeErrors that are the same for all operands and versions."""
_OF_SEQUENCES = ("__radd__", "__mul__", "__rmul__", "__mod__", "__rmod__")
"""The methods whose operators texts support for more operands than texts, or refuse in words of their own."""
_ABSTRACT = frozenset({"abc", "collections.abc", "typing"})
"""Modules whose classes are neither numbers nor texts."""


def raised_by_operators(
    assertions: Sequence[Assertion], case: TestCase, subject: Subject
) -> tuple[Assertion, ...]:
    """Assert that an operator raises a TypeError in place of its method returning NotImplemented.

    This is what users of a class see. It holds for the last call of a test if the other operand is a number,
    a text or None: these support no object of another class, either.
    """
    last = case.statements[-1] if case.statements else None
    message = _message(last, case)
    if not isinstance(last, CallStatement) or not message or _may_be_builtin(last, subject):
        return tuple(assertions)
    return tuple(
        ExceptionAssertion(last.id, "builtins:TypeError", message)
        if _says_not_implemented(entry, last)
        else entry
        for entry in assertions
    )


def _says_not_implemented(assertion: Assertion, statement: Statement) -> bool:
    return (
        isinstance(assertion, ValueAssertion)
        and assertion.statement == statement.id
        and not assertion.attribute
        and assertion.expected == NOT_IMPLEMENTED
    )


def _may_be_builtin(statement: CallStatement, subject: Subject) -> bool:
    """Whether the class with the method may be a number or a text itself, which others may support.

    That is unknown of a base that is not described, such as IntEnum, or has the id of its own subclass, as
    the base that `namedtuple` makes mostly has.
    """
    waiting, seen = [statement.callable.rpartition(".")[0]], set[str]()
    while waiting:
        name = waiting.pop()
        if name == ENUM or name.partition(":")[0] in _ABSTRACT:
            continue
        known = subject.classes.get(name)
        if known is None or name in known.bases:
            return True
        seen.add(name)
        waiting += [base for base in known.bases if base not in seen]
    return False


def _message(statement: Statement | None, case: TestCase) -> str:
    """The text in the message of the operator's TypeError; empty if it may support the operands."""
    if not isinstance(statement, CallStatement) or statement.receiver is None or statement.kwargs:
        return ""
    operands = [entry for entry in case if entry.id in statement.args]
    match operands:
        case [LiteralStatement(value=int() | float() | str() | None as value)]:
            name = statement.callable.rpartition(".")[2]
            if name in ORDERINGS:
                return _OF_ORDERINGS
            if name in ARITHMETIC and not (isinstance(value, str) and name in _OF_SEQUENCES):
                return _OF_ARITHMETIC
    return ""
