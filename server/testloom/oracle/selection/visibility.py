"""Visibility of differences: which differences an assertion detects."""

from __future__ import annotations

from testloom.model.mutation import Difference, Way
from testloom.model.observed import Collection, Instance, Long, Made, Opaque, Prefix, Scalar, Sized, Value
from testloom.model.suite import (
    Assertion,
    ExceptionAssertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.texts.names import PLAIN, steps_of


def sees(assertion: Assertion, difference: Difference) -> bool:
    """Check whether the assertion fails because of the difference."""
    match assertion:
        case ExceptionAssertion():
            return difference.statement == assertion.statement and _is_unexpected(assertion, difference)
        case OutputAssertion(stream=stream):
            return difference.facet == ("output" if stream == "out" else "errors")
        case FileAssertion(path=path):
            return difference.facet == "files" and difference.way == (path,)
        case StateAssertion(path=path, expected=expected):
            is_about = difference.facet == "state" and difference.way[0] == path
            return is_about and _shows(expected, difference.way[1:])
        case LogAssertion():
            return difference.facet == "logs"
        case WarningAssertion(statement=statement):
            return difference.facet == "warnings" and difference.statement == statement
        case ValueAssertion():
            way = _way_from(assertion, difference)
            return way is not None and _is_shown(assertion, way)


def _is_unexpected(assertion: ExceptionAssertion, difference: Difference) -> bool:
    """Whether there is another exception than is expected, or none, or its message is another."""
    if difference.facet == "message":
        return not any(_says(str(message), assertion) for message in difference.way)
    return difference.facet == "exception"


def _says(message: str, assertion: ExceptionAssertion) -> bool:
    if assertion.text:
        return message == assertion.text
    at = message.find(assertion.match)
    rest = message[at + len(assertion.match) :].partition("\n")[0]
    return at >= 0 and assertion.ending in rest


def _way_from(assertion: ValueAssertion, difference: Difference) -> Way | None:
    """The way to the difference from the value that is asserted; None if it is none of that value."""
    if difference.statement != assertion.after:
        return None
    if assertion.statement == assertion.after:
        return difference.way if difference.facet == "value" else None
    is_own = difference.facet in ("receiver", "argument") and difference.way[0] == assertion.statement
    return difference.way[1:] if is_own else None


def _is_shown(assertion: ValueAssertion, way: Way) -> bool:
    """Whether the expected value shows what the way leads to."""
    if assertion.attribute is not None and way:
        steps = steps_of(assertion.attribute)
        return way[: len(steps)] == steps and _shows(assertion.expected, way[len(steps) :])
    return _shows(assertion.expected, way)


def _shows(expected: Value, way: Way) -> bool:
    if isinstance(expected, Opaque | Long | Sized | Prefix):
        return False
    match expected, way:
        case Scalar(), (step, *_):  # an object shown as its plain value, without its other attributes
            return step == PLAIN
        case Instance(attributes=attributes), (step, *rest):
            part = attributes.get(str(step))
            return part is not None and _shows(part, tuple(rest))
        case Made(fields=fields), (step, *_) if fields:
            return step in fields
        case Collection(items=items), (int(place), *rest):
            # With a mutant there may be more items than expected, which shows by itself.
            return place >= len(items) or _shows(items[place], tuple(rest))
    return True
