"""Possible assertions about a test: its result, its changes, its output, or its exception."""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from testloom.model.execution import Observation, RaisedException
from testloom.model.observed import (
    Instance,
    Made,
    Same,
    Scalar,
    Tuple,
    Value,
    attributes_of,
    is_none,
    reference_of,
    type_of,
    walk,
)
from testloom.model.statements import (
    DEFINED,
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    ClassStatement,
    EnterStatement,
    InvokeStatement,
    TestCase,
    endings,
    receiver_of,
)
from testloom.model.suite import (
    Assertion,
    ExceptionAssertion,
    ValueAssertion,
)
from testloom.model.texts.messages import DOUBLES, informative_ends
from testloom.model.texts.names import (
    ASKED_BY,
    CALL_LIST,
    WITHOUT_RESULT,
    is_calls,
    is_given,
    is_hash,
    is_name,
    is_question,
    is_readable,
    is_reading,
)
from testloom.model.texts.numbers import is_exact
from testloom.model.texts.stability import UNSTABLE
from testloom.oracle.assertions.effects import about_effects, about_exit
from testloom.oracle.assertions.informativeness import CALLABLE, is_trivial, is_vacuous, says_little
from testloom.oracle.assertions.sessions import unused
from testloom.oracle.assertions.showing import MAX_ITEMS, is_assertable, shown_part

MAX_ATTRIBUTES = 5
CALLS = (CallStatement, InvokeStatement)
"""Statements that may change their receiver and their arguments."""
RESULTS = (CallStatement, AttributeStatement, InvokeStatement, EnterStatement, ClassStatement)
OF_THE_SYSTEM = re.compile(r"\[Errno -?\d+\] ")
"""The beginning of messages that come from the operating system."""
FUNCTION_TYPES = ("builtins:function", "builtins:method", "builtins:builtin_function_or_method")


def usual_assertions(case: TestCase, observations: Sequence[Observation]) -> tuple[Assertion, ...]:
    """Choose the assertions that a reader expects; none if nothing about the test can be asserted."""
    found = tuple(_choose(case, observations))
    if not all(map(says_little if len(found) > 1 else is_vacuous, found)):
        return found
    return tuple(_about_answers(case, observations)) or found or tuple(_about_type(case, observations))


def possible_assertions(case: TestCase, observations: Sequence[Observation]) -> tuple[Assertion, ...]:
    """List all possible assertions about the effects of the last statement, the most readable first.

    These are its result, then changes of its receiver, then of its arguments, then its output. Observer
    calls such as `len` are added only if all these assertions say nothing.
    """
    usual = usual_assertions(case, observations)
    if not observations or observations[-1].exception is not None:
        return usual
    last, statement = observations[-1], case.statements[len(observations) - 1]
    states = states_before(observations[:-1])
    possible = [
        *_about_value(case, last, most=MAX_ITEMS),
        *_changes(statement, last, states, most=MAX_ITEMS),
        *about_effects(case, observations),
    ]
    if all(map(is_vacuous, possible)):
        possible = [*_about_answers(case, observations), *possible]
    return tuple(possible or usual)


def further_assertions(case: TestCase, observations: Sequence[Observation]) -> tuple[Assertion, ...]:
    """List assertions on what objects answer that the last statement changed, and on `len` and such of all.

    What a new object answers to other calls is left to tests that make these. Calls of functions that a test
    hands over are included; calls of a double's attributes are not: they are implementation details of the
    subject.
    """
    answers = list(_about_answers(case, observations, most=MAX_ITEMS))
    told = [answer for answer in answers if answer.attribute in (*ASKED_BY, CALL_LIST)]
    made = observations[-1].statement if observations else None
    changed = [
        answer
        for answer in answers
        if answer not in told and answer.statement != made and not is_calls(answer.attribute or "")
    ]
    return (*told, *changed)


def background_assertions(case: TestCase, observations: Sequence[Observation]) -> tuple[ValueAssertion, ...]:
    """List possible assertions about attributes of the last statement's receiver that it left unchanged."""
    if not observations or len(observations) < len(case.statements):
        return ()
    last, statement = observations[-1], case.statements[-1]
    receiver = getattr(statement, "receiver", getattr(statement, "source", None))
    if receiver is None:
        return ()
    before = attributes_of(states_before(observations[:-1]).get(receiver))
    return tuple(
        ValueAssertion(receiver, shown, after=last.statement, attribute=name, unchanged=True)
        for name, value in attributes_of(last.receiver).items()
        if is_name(name) and before.get(name) == value and (shown := shown_part(value))
    )


def _choose(case: TestCase, observations: Sequence[Observation]) -> Iterator[Assertion]:
    last = observations[-1] if observations else None
    if last is None:
        return
    if last.exception is not None:
        yield about_exception(last.statement, last.exception)
        yield from about_exit(observations)
        return
    statement = case.statements[len(observations) - 1]
    states = states_before(observations[:-1])
    changes = list(_changes(statement, last, states))
    effects = list(about_effects(case, observations))
    if not ((changes or effects) and is_none(last.value)):
        yield from _about_value(case, last)
    yield from changes
    yield from effects


def about_exception(statement: int, error: RaisedException) -> ExceptionAssertion:
    """Say what is raised, with what it says in words, or of which fields.

    A validator of the project says it in words; what the operating system says is none of the project's, and
    the kind of its errors says enough. Of a response that is raised the text is asserted: its message is
    mostly the phrase of its status.
    """
    is_of_a_kind = error.type != "builtins:OSError" and not error.explicit
    if is_of_a_kind and OF_THE_SYSTEM.match(error.message):
        return ExceptionAssertion(statement, error.type)
    if len(error.errors) == 1 and error.errors[0].message:
        return ExceptionAssertion(statement, error.type, *informative_ends(error.errors[0].message))
    if error.text is not None and not (UNSTABLE.search(error.text) or DOUBLES.search(error.text)):
        return ExceptionAssertion(statement, error.type, text=error.text)
    if error.errors:
        return ExceptionAssertion(statement, error.type, errors=error.errors)
    return ExceptionAssertion(statement, error.type, *informative_ends(error.message))


def _about_type(case: TestCase, observations: Sequence[Observation]) -> Iterator[Assertion]:
    """The last resort: of a result that shows nothing else, what it is."""
    if not observations or len(observations) < len(case.statements):
        return
    last = observations[-1]
    if last.value is None:
        return
    name = type_of(last.value)
    name = CALLABLE if name in FUNCTION_TYPES else name
    name = name if ":" in name else f"builtins:{name}"
    if can_import(name):
        yield ValueAssertion(last.statement, Instance(name, {}), after=last.statement)


def _about_answers(
    case: TestCase, observations: Sequence[Observation], most: int = 1
) -> Iterator[ValueAssertion]:
    """What the result says when it is asked, and what the receiver and the arguments say that is new.

    A receiver also shows the effect of a call that never returns anything: that nothing has changed is a
    result, too.
    """
    last = observations[-1] if observations else None
    if last is None or last.exception is not None:
        return
    statement, states = case.statements[len(observations) - 1], states_before(observations[:-1])
    if isinstance(statement, RESULTS) and last.value is not None:
        yield from _about_questions(last.statement, last.value, None, last.statement, most)
    if isinstance(statement, CALLS):
        receiver = receiver_of(statement)
        if receiver in states and last.receiver is not None:
            is_without = isinstance(statement, CallStatement) and statement.callable.endswith(WITHOUT_RESULT)
            before = None if is_without else states[receiver]
            yield from _about_questions(receiver, last.receiver, before, last.statement, most)
        for reference, value in last.arguments.items():
            if reference in states and reference != receiver:
                yield from _about_questions(reference, value, states[reference], last.statement, most)


def _about_questions(
    reference: int, value: Value, before: Value | None, after: int, most: int
) -> Iterator[ValueAssertion]:
    """The first things that an object says and did not say before, or the calls that a double got."""
    known = attributes_of(before)
    new = (
        ValueAssertion(reference, told, after=after, attribute=name)
        for name, answer in attributes_of(value).items()
        if known.get(name) != answer and (told := _told(name, answer)) is not None
    )
    yield from islice(new, most)


def _told(name: str, answer: Value) -> Value | None:
    """What can be said of an answer, or of calls: at least how many there were."""
    if is_calls(name):
        return shown_part(answer) if answer.parts() else None
    return answer if is_question(name) and is_assertable(answer) else None


def can_import(path: str) -> bool:
    """Check whether a test can and should name the type `module:Qualname`, by an import or as its own.

    That something is an object is no news.
    """
    module, _, qualname = path.partition(":")
    if path == "builtins:object":
        return False
    if module == DEFINED:
        return True
    parts = [*module.split("."), *qualname.split(".")]
    if not all(part.isidentifier() and not part.startswith("_") for part in parts):
        return False
    return module != "builtins" or hasattr(builtins, qualname)


def states_before(observations: Sequence[Observation]) -> dict[int, Value]:
    """Collect the last known state of each value, by its statement."""
    states: dict[int, Value] = {}
    for entry in observations:
        if entry.value is not None:
            states[entry.statement] = entry.value
        states.update(entry.arguments)
        known = reference_of(entry.receiver)
        if entry.receiver is not None and known is not None:
            states[known] = entry.receiver
    return states


def _about_value(case: TestCase, last: Observation, most: int | None = None) -> Iterator[Assertion]:
    """The result, or the attributes of a result that is an object: all up to `most`, or the informative.

    Nobody sees what the end of a `with` returns.
    """
    value = last.value
    statement = next(entry for entry in case.statements if entry.id == last.statement)
    if value is None or not isinstance(statement, RESULTS) or _is_hash(statement):
        return
    if last.statement in endings(case.statements):
        return
    if isinstance(statement, CallStatement) and statement.yields_response:
        yield from _about_response(last.statement, value, is_usual=most is None)
        return
    if isinstance(value, Same):
        yield ValueAssertion(last.statement, value, after=last.statement)
    elif (made := _made(value)) and not _is_of_its_constructor(statement, made) and _is_round(made):
        yield ValueAssertion(last.statement, made, after=last.statement)
    elif (whole := _as_object(value)) is not None:
        is_read = any(map(is_reading, whole.attributes))
        if most is not None and not (whole.own or is_read) and can_import(whole.type):
            yield ValueAssertion(last.statement, Instance(whole.type, {}), after=last.statement)
        yield from _about_attributes(last.statement, whole, None, last.statement, most)
    elif shown := shown_part(value):
        yield ValueAssertion(last.statement, shown, after=last.statement)


def _about_response(statement: int, value: Value, *, is_usual: bool) -> Iterator[Assertion]:
    """What came back of a request or a command: how it ended, and what it holds.

    That a template was given nothing, or zero, is not usually said.
    """
    for name, part in attributes_of(value).items():
        if is_usual and is_given(name) and is_trivial(part):
            continue
        if shown := shown_part(part):
            yield ValueAssertion(statement, shown, after=statement, attribute=name)


def _made(value: Value) -> Made | None:
    """What makes an object equal to an instance of a data class."""
    if not isinstance(value, Instance) or value.made is None:
        return None
    return Made(value.type, value.made.args, fields=value.made.fields)


def _is_of_its_constructor(statement: object, made: Made) -> bool:
    """Whether a result is what its class was called for: that it equals such another says nothing."""
    return isinstance(statement, CallStatement) and statement.callable == made.type


def _is_round(value: Value) -> bool:
    """Whether all numbers in a value are exact: of others it is enough to know about how much."""
    numbers = [part.value for part in walk(value) if isinstance(part, Scalar) and part.type == "float"]
    return all(math.isfinite(number) and is_exact(number) for number in numbers)


def _is_hash(statement: object) -> bool:
    """Whether a result is a hash, of which only the type is the same everywhere."""
    return isinstance(statement, CallStatement) and is_hash(statement.callable)


def _as_object(value: Value) -> Instance | None:
    """An object, or a named tuple that cannot be shown as a whole, as an object with attributes."""
    if isinstance(value, Tuple) and value.names is not None and not is_assertable(value):
        return Instance(value.type, dict(zip(value.names, value.items, strict=True)))
    return value if isinstance(value, Instance) else None


def _about_attributes(
    statement: int, value: Instance, before: Value | None, after: int, most: int | None
) -> Iterator[Assertion]:
    """Attributes that can be written down and that are not as they were: up to `most`, or the informative."""
    known = attributes_of(before)
    fresh = [
        ValueAssertion(statement, shown, after=after, attribute=name)
        for name, expected in value.attributes.items()
        if (is_readable(name) or is_reading(name)) and not is_calls(name)
        if known.get(name) != expected and (shown := shown_part(expected))
    ]
    if most is not None:
        yield from sorted(fresh, key=lambda assertion: is_trivial(assertion.expected))[:most]
        return
    informative = [assertion for assertion in fresh if known or not is_trivial(assertion.expected)]
    yield from (informative or fresh)[:MAX_ATTRIBUTES]


def _changes(
    statement: object,
    last: Observation,
    states: Mapping[int, Value],
    most: int | None = None,
) -> Iterator[Assertion]:
    """What the last call did to its receiver and to its arguments, or what came of the last assignment."""
    if isinstance(statement, AssignmentStatement) and last.receiver is not None:
        assigned = attributes_of(last.receiver).get(statement.name)
        if assigned is not None and (shown := shown_part(assigned)):
            yield ValueAssertion(statement.source, shown, after=last.statement, attribute=statement.name)
    if not isinstance(statement, CALLS):
        return
    receiver = receiver_of(statement)
    if receiver is not None and last.receiver is not None:
        yield from _about_change(
            receiver, last.receiver, {receiver: unused(last.receiver), **states}, last.statement, most
        )
    for reference, value in last.arguments.items():
        if reference == receiver:
            continue
        if most is not None and isinstance(statement, CallStatement) and statement.yields_response:
            yield from _about_rows(reference, value, last.statement, most)
        yield from _about_change(reference, value, states, last.statement, most)


def _about_rows(reference: int, value: Value, after: int, most: int) -> Iterator[Assertion]:
    """What tables hold after a request, even if they did before: rows may have come and gone."""
    if isinstance(value, Instance):
        rows = {name: part for name, part in value.attributes.items() if is_reading(name)}
        yield from _about_attributes(reference, Instance(value.type, rows), None, after, most)


def _about_change(
    reference: int,
    value: Value,
    states: Mapping[int, Value | None],
    after: int,
    most: int | None,
) -> Iterator[Assertion]:
    before = states.get(reference)
    if before is None or before == value:
        return
    if isinstance(value, Instance):
        yield from _about_attributes(reference, value, before, after, most)
    elif shown := shown_part(value):
        yield ValueAssertion(reference, shown, after=after)
