"""How much an assertion says: whether a reader learns more from it than that a call has returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testloom.model.execution import Observation
from testloom.model.observed import Collection, Instance, Scalar, Value, is_none, type_of
from testloom.model.statements import CallStatement, TestCase
from testloom.model.suite import Assertion, ValueAssertion
from testloom.model.texts.names import is_given

STATUS = frozenset({"status", "status_code"})
"""The names that responses use for their status."""
CALLABLE = "collections.abc:Callable"
TYPED_BY_PYTHON: Mapping[str, str] = {
    **dict.fromkeys(("__repr__", "__str__", "__format__"), "builtins:str"),
    **dict.fromkeys(("__hash__", "__len__", "__index__", "__int__"), "builtins:int"),
    "__bool__": "builtins:bool",
    "__bytes__": "builtins:bytes",
    "__float__": "builtins:float",
}
"""The special methods whose results always have one type."""


def is_vacuous(assertion: Assertion) -> bool:
    """Check whether an assertion is only that nothing was returned, or of which type a result is."""
    if not isinstance(assertion, ValueAssertion) or assertion.attribute is not None:
        return False
    return is_none(assertion.expected) or says_type(assertion)


def says_little(assertion: Assertion) -> bool:
    """Check whether an assertion is vacuous, or shows an attribute in its initial state, made or left so."""
    if not isinstance(assertion, ValueAssertion) or assertion.attribute is None:
        return is_vacuous(assertion)
    is_initial = assertion.unchanged or assertion.after == assertion.statement
    return is_initial and is_trivial(assertion.expected)


def says_type(assertion: Assertion) -> bool:
    """Check whether an assertion is only about the type of a result."""
    if not isinstance(assertion, ValueAssertion) or assertion.attribute is not None:
        return False
    return isinstance(assertion.expected, Instance) and not assertion.expected.attributes


def says_function(assertion: Assertion) -> bool:
    """Check whether an assertion is only that a result can be called."""
    return (
        says_type(assertion)
        and isinstance(assertion, ValueAssertion)
        and type_of(assertion.expected) == CALLABLE
    )


def holds_always(assertion: Assertion, case: TestCase) -> bool:
    """Check whether an assertion is of a type that Python ensures: that of `repr`, or of a constructor."""
    if not isinstance(assertion, ValueAssertion) or not says_type(assertion):
        return False
    called = next(statement for statement in case.statements if statement.id == assertion.statement)
    path = called.callable if isinstance(called, CallStatement) else ""
    return type_of(assertion.expected) in (path, TYPED_BY_PYTHON.get(path.rpartition(".")[2]))


def about_response(case: TestCase, observations: Sequence[Observation], assertion: Assertion) -> bool:
    """Check whether an assertion is about the response to a request, which tests always look at.

    Values handed to a template do not count: they are asserted only where they are informative. A handler
    that a test calls directly may have returned the response.
    """
    if not isinstance(assertion, ValueAssertion) or is_given(assertion.attribute or ""):
        return False
    responses = {s.id for s in case.calls if s.yields_response}
    last = observations[-1] if observations else None
    is_returned = last is not None and last.statement == assertion.statement and _is_response(last.value)
    return is_returned or assertion.statement in responses


def _is_response(value: Value | None) -> bool:
    """Whether a value is described by its status and by one other attribute."""
    if not isinstance(value, Instance) or value.own or len(value.attributes) > 2:
        return False
    return bool(STATUS & value.attributes.keys())


def is_trivial(value: Value) -> bool:
    """Check whether a value is that of an attribute in its initial state: None, false, zero or empty."""
    if isinstance(value, Scalar):
        return not value.value
    return isinstance(value, Collection) and not value.items
