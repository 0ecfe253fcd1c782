"""Descriptions of tests in phrases: subject, outcome, conditions, arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import filterfalse
from pathlib import PurePosixPath
from typing import TypeAlias, TypeGuard

from testloom.model.observed import (
    Class,
    Dict,
    List,
    Member,
    Set,
    Tuple,
    Value,
    is_message,
    is_none,
    reference_of,
)
from testloom.model.observed import Scalar as Observed
from testloom.model.properties import Property
from testloom.model.requests import METHODS
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    CommandStatement,
    EnterStatement,
    ReferenceStatement,
    Statement,
)
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, Subject
from testloom.model.suite import (
    AssertedTest,
    Assertion,
    ExceptionAssertion,
    FileAssertion,
    LogAssertion,
    OutputAssertion,
    StateAssertion,
    ValueAssertion,
    WarningAssertion,
)
from testloom.model.texts.names import QUESTION, WITHOUT_RESULT, is_calls, is_question
from testloom.model.types import NONE, Scalar
from testloom.writer.layout.usage import arguments_of
from testloom.writer.naming.arguments import arguments_in_words, left_out, optional
from testloom.writer.naming.callees import found_in, heir_in, read_of
from testloom.writer.naming.messages import message_in_words
from testloom.writer.naming.met import conditions_of
from testloom.writer.syntax.words import in_digits, slug, snake
from testloom.writer.values.operators import WORDS

WRITTEN = "getvalue()"
"""The attribute for text written into an in-memory stream."""
ASKED = {"__iter__": "items", "__str__": "text", "__repr__": "text"}
"""Words for the results of an object's special methods."""
MAX_ATTRIBUTES = 2
MAX_LENGTH = 79
"""The greatest length of the name of a test."""
FIRST_REDIRECT, FIRST_ERROR = 300, 400
"""The lowest status codes of responses that redirect, and of responses that report an error."""
EXIT_CODE, WRONG_USAGE = "exit_code", 2
REJECTS = "rejects"
"""The phrase for a model that rejects values; the rejected values follow."""


_Changed: TypeAlias = tuple[str, Value | None]
"""The word for a value changed by a call, and its new value; None if that is not stated."""


@dataclass(frozen=True, slots=True)
class Description:
    """Phrases about one test; `informative` says that the outcome alone is a good name.

    `left_out` are omitted arguments that have a default, `optional` those that are given; `inner` are
    conditions about positions within the code, which its callers do not know. For a table the phrases
    are those shared by all of its tests; the differences are in its rows. `of_object`: the outcome is
    an object, so that phrases about arguments could be misread as about the object. `said` is what an
    exception says, `of_parameters` are the conditions that readers of its call know.
    """

    subject: str
    outcome: str
    informative: bool
    conditions: tuple[str, ...]
    arguments: tuple[str, ...]
    left_out: tuple[str, ...] = ()
    inner: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    is_table: bool = False
    of_object: bool = False
    said: str = ""
    of_parameters: tuple[str, ...] = ()


def describe(test: AssertedTest, subject: Subject) -> Description:
    """Find the phrases for a test."""
    if test.as_property is not None:
        outcome = _lawful(test, test.as_property, subject)
        return Description(_subject(test.callable, subject), outcome, True, (), ())
    outcome, informative = _outcome(test, subject)
    heir = heir_in(test, subject)
    name = found_in(test) or f"{_subject(test.callable, subject, heir)} {read_of(test)}".strip()
    of_parameters, others, inner = conditions_of(test, subject)
    conditions, said = (*of_parameters, *others), _said(test, f"test {name} {outcome} ")
    if outcome.startswith(REJECTS):
        conditions = (f"when {outcome.removeprefix(REJECTS).strip()}", *conditions)
    given, defaults = tuple(arguments_in_words(test, subject)), tuple(left_out(test, subject))
    of_object = outcome != "" and outcome == _returned(subject.callables.get(test.callable))
    own = tuple(optional(test, subject))
    return Description(
        name,
        outcome,
        informative,
        conditions,
        given,
        defaults,
        inner,
        own,
        of_object=of_object,
        said=said,
        of_parameters=of_parameters,
    )


def _lawful(test: AssertedTest, stated: Property, subject: Subject) -> str:
    """The phrase for a property: its second call `is idempotent`, or `undoes` the first."""
    first, second = (s.callable for s in test.case.calls)
    if stated.law == "idempotent":
        return "is idempotent"
    return f"undoes {'itself' if first == second else _subject(first, subject)}"


def _said(test: AssertedTest, name: str) -> str:
    """What an exception says, as far as the name of the test has room for it; empty if it says nothing."""
    raised = test.assertions[0] if test.assertions else None
    if not isinstance(raised, ExceptionAssertion) or raised.errors:
        return ""
    return message_in_words(raised.match or raised.text, MAX_LENGTH - len(name))


def _subject(callable_id: str, subject: Subject, heir: str = "") -> str:
    """The callable in words, with its class if the name alone is unclear, or with the `heir`, a subclass."""
    module, _, qualname = callable_id.partition(":")
    owner, _, name = qualname.rpartition(".")
    owner = heir.partition(":")[2] or owner
    known = subject.callables.get(callable_id)
    if known is not None and known.kind == "constructor":
        return snake(name)
    if known is not None and known.kind == "definition":
        return f"class of {snake(name)}" if known.is_metaclass else f"subclass of {snake(owner)}"
    owner = snake(owner.rpartition(".")[2])
    special = name.startswith("__") and name.endswith("__")
    word = WORDS.get(name, name.strip("_")) if special else snake(name)
    same = [entry for entry in subject.callables.values() if entry.name == name and entry.in_subject]
    is_alone, is_verb = (
        _is_alone_in_view(known, subject),
        name in METHODS and known is not None and known.request,
    )
    if owner and (heir or special or is_alone or is_verb or len(same) > 1):
        return owner if is_alone else f"{owner} {word}".strip()
    return word or module.rpartition(".")[2]


def _is_alone_in_view(called: Callable | None, subject: Subject) -> bool:
    """Whether only one method of a class takes requests: people speak of the view then, not of its method."""
    if called is None or called.request is None or called.owner is None:
        return False
    reached = [one for one in subject.callables.values() if one.request and one.owner == called.owner]
    return len(reached) == 1


def _outcome(test: AssertedTest, subject: Subject) -> tuple[str, bool]:
    last = test.case.statements[-1] if test.case.statements else None
    found: tuple[str, bool] = ("", False)
    held = [assertion for assertion in test.assertions if isinstance(assertion, StateAssertion)]
    changed: list[_Changed] = [(_word(a.path.partition(":")[2]), a.expected) for a in held]
    if said := _suppressed(test) or _answered(test):
        return said, True
    for assertion in filterfalse(_is_of_calls, test.assertions):
        if isinstance(assertion, ExceptionAssertion):
            return _raised(assertion), True
        if not isinstance(assertion, ValueAssertion) or assertion.unchanged:
            continue
        if assertion.attribute and _is_made(assertion, last, subject):
            found = _of_made(assertion, last, subject), False
        elif assertion.attribute == WRITTEN and isinstance(last, CallStatement):
            changed.append((_role(assertion.statement, last, subject, otherwise="output"), None))
        elif assertion.attribute:
            name = "message" if is_message(assertion.expected) else _word(assertion.attribute)
            changed.append((name, assertion.expected))
        elif last is not None and assertion.statement == last.id:
            found = _result(assertion, last, subject)
        elif isinstance(last, CallStatement):
            changed.append((_role(assertion.statement, last, subject), assertion.expected))
    if found[1]:
        return found
    if effect := next(filter(None, map(_effect, test.assertions)), ""):
        return effect, True
    return _change(changed, last, subject) if changed else found if found[0] else _kept(test, last, subject)


def _is_of_calls(assertion: Assertion) -> TypeGuard[ValueAssertion]:
    return isinstance(assertion, ValueAssertion) and is_calls(assertion.attribute or "")


def _called(test: AssertedTest, subject: Subject) -> str:
    """`calls NAME` or `does not call NAME`, after a double's attribute, place or parameter; else empty.

    The place may be the attribute of an object that it was assigned to.
    """
    assertion = next(filter(_is_of_calls, test.assertions), None)
    if assertion is None:
        return ""
    *_, name = ["", *(assertion.attribute or "").split(".")[:-1]]
    places = {
        s.value: (s.path if isinstance(s, StateStatement) else s.name).rpartition(":")[2].rpartition(".")[2]
        for s in test.case.statements
        if isinstance(s, StateStatement | AssignmentStatement)
    }
    name = name or places.get(assertion.statement, "")
    taken = (dict(arguments_of(call, subject.callables.get(call.callable))) for call in test.case.calls)
    name = name or next((given[assertion.statement] for given in taken if assertion.statement in given), "")
    return f"{'does not call' if assertion.unchanged else 'calls'} {snake(name) or 'function'}"


def _kept(test: AssertedTest, last: Statement | None, subject: Subject) -> tuple[str, bool]:
    """What a call calls, or keeps if nothing else is asserted, and whether that is informative."""
    if said := _called(test, subject):
        return said, True
    left = [a for a in test.assertions if isinstance(a, ValueAssertion) and a.unchanged]
    if not isinstance(last, CallStatement) or not left or len(left) < len(test.assertions):
        return "", False
    words = (_word(a.attribute) if a.attribute else _role(a.statement, last, subject) for a in left)
    return f"keeps {' and '.join(dict.fromkeys(words))}", False


def _answered(test: AssertedTest) -> str:
    """How a web application answers other than with success: it redirects, or returns the status of an error.

    For a command, how it fails: with its exit code if that is unusual. Empty if all went well.
    """
    last = test.case.statements[-1] if test.case.statements else None
    if isinstance(last, CommandStatement):
        return next((_exit(a.expected) for a in test.assertions if _is_exit_code(a)), "")
    if not isinstance(last, CallStatement) or not last.yields_response:
        return ""
    for assertion in test.assertions:
        match assertion:
            case ValueAssertion(attribute="status_code", expected=Observed(value=int(status))):
                if assertion.statement == last.id and status >= FIRST_REDIRECT:
                    return f"returns {status}" if status >= FIRST_ERROR else "redirects"
    return ""


def _is_exit_code(assertion: Assertion) -> TypeGuard[ValueAssertion]:
    return isinstance(assertion, ValueAssertion) and assertion.attribute == EXIT_CODE


def _exit(code: Value) -> str:
    match code:
        case Observed(value=0):
            return ""
        case Observed(value=1):
            return "fails"
        case Observed(value=int(other)):
            return "rejects its arguments" if other == WRONG_USAGE else f"exits with {other}"
    return "fails"


def _raised(assertion: ExceptionAssertion) -> str:
    """Which exception is raised, or which fields a model rejects."""
    refused = [snake(str(error.place[-1])) for error in assertion.errors if error.place]
    return f"{REJECTS} {' and '.join(refused)}" if refused else f"raises {_type_name(assertion.type)}"


def _role(value: int, last: CallStatement, subject: Subject, otherwise: str = "its argument") -> str:
    """What a changed value is to the call: its object, one of its arguments, or `otherwise` if unknown."""
    called = subject.callables.get(last.callable)
    if value == last.receiver and called is not None and called.owner:
        return _type_name(called.owner)
    return snake(dict(arguments_of(last, called)).get(value, "")) or otherwise


def _word(attribute: str) -> str:
    """The word for an attribute, or for what a method of the object or a function of it returns."""
    name = attribute.rpartition(" ")[2].rpartition(".")[2].removesuffix(QUESTION)
    return ASKED.get(name) or WORDS.get(name) or snake(name)


def _suppressed(test: AssertedTest) -> str:
    """A phrase if the last statement is a `with` that suppresses the exception of its body; else empty."""
    last = test.case.statements[-1] if test.case.statements else None
    if not isinstance(last, EnterStatement) or last.error is None:
        return ""
    if any(isinstance(assertion, ExceptionAssertion) for assertion in test.assertions):
        return ""
    error = next(statement for statement in test.case.statements if statement.id == last.error)
    name = _type_name(error.path) if isinstance(error, ReferenceStatement) else "exception"
    return f"suppresses {name}"


def _effect(assertion: Assertion) -> str:
    """A phrase for an effect other than a value: a warning, output, a file or a log; empty for none."""
    match assertion:
        case WarningAssertion(type=name):
            return f"warns of {_type_name(name).removesuffix('_warning')}"
        case OutputAssertion(text=text):
            return f"prints {slug(text.strip())}".strip() if text else "prints nothing"
        case FileAssertion(path=path) if path.endswith("/"):
            return f"makes {slug(PurePosixPath(path).stem) or 'folder'}"
        case FileAssertion(path=path, text=text):
            return f"{'removes' if text is None else 'writes'} {slug(PurePosixPath(path).stem) or 'file'}"
        case LogAssertion(messages=messages):
            return f"logs {slug(messages[0])}".strip() if messages else "logs nothing"
    return ""


def _type_name(path: str) -> str:
    return snake(path.rpartition(":")[2].rpartition(".")[2])


def _change(changed: Sequence[_Changed], last: Statement | None, subject: Subject) -> tuple[str, bool]:
    names = list(dict.fromkeys(name for name, _ in changed))
    if not isinstance(last, CallStatement) or last.callable.endswith(WITHOUT_RESULT):
        return "", False
    known = subject.callables.get(last.callable)
    sets = known is not None and known.kind == "constructor"
    if len(changed) == 1 and (said := _set_to(*changed[0], sets)):
        return said, True
    if len(names) > MAX_ATTRIBUTES:
        return ("sets attributes", True) if sets else ("", False)
    return f"{'sets' if sets else 'updates'} {' and '.join(names)}", True


def _set_to(name: str, value: Value | None, is_made: bool) -> str:
    """A phrase for a change to a truth value, None or an empty collection; empty if the name will do."""
    match value:
        case Observed(value=True):
            return f"sets {name}"
        case Observed(value=False | None as other):
            return f"sets {name} to {str(other).lower()}"
        case List(items=()) | Set(items=()) | Dict(items=()) if not is_made:
            return f"empties {name}"
    return ""


def _is_made(assertion: ValueAssertion, last: Statement | None, subject: Subject) -> bool:
    """Whether an assertion is about an object that the last call returned, or a question to a new one."""
    if last is None or assertion.statement != last.id or not isinstance(last, CallStatement):
        return False
    return not _is_constructed(last, subject) or is_question(assertion.attribute or "")


def _is_constructed(last: CallStatement, subject: Subject) -> bool:
    known = subject.callables.get(last.callable)
    return known is not None and known.kind == "constructor"


def _of_made(assertion: ValueAssertion, last: Statement | None, subject: Subject) -> str:
    """What is said of a returned object: its annotated class, or the attribute that a newly built one has."""
    if isinstance(last, CallStatement) and _is_constructed(last, subject):
        return f"has {_word(assertion.attribute or '')}"
    return _returned(subject.callables.get(getattr(last, "callable", "")))


def _returned(known: Callable | None) -> str:
    """`returns CLASS`, as annotated; empty if no class is."""
    return f"returns {_type_name(known.returns.name)}" if known and known.returns.is_class else ""


def _result(assertion: ValueAssertion, last: Statement, subject: Subject) -> tuple[str, bool]:
    """What is returned, and whether that is informative; empty if None is all that it can return."""
    known = subject.callables.get(getattr(last, "callable", ""))
    if known is not None and known.returns == NONE and is_none(assertion.expected):
        return "", False
    verb = "is" if isinstance(last, AttributeStatement) else "returns"
    if isinstance(last, CallStatement) and reference_of(assertion.expected) == last.receiver is not None:
        return "returns itself", True
    word, informative = _value(assertion.expected)
    return (f"{verb} {word}", informative) if word else ("", False)


def _value(value: Value) -> tuple[str, bool]:
    """A value in words, and whether they are informative: numbers are not. Empty if there are none."""
    match value:
        case Member(path=path) | Class(path=path):
            return snake(path.rpartition(":")[2].rpartition(".")[2]), True
        case List(items=()) | Tuple(items=()) | Set(items=()) | Dict(items=()):
            return f"empty {value.kind}", True
        case Observed():
            return _scalar(value.value)
    return "", False


def _scalar(value: Scalar) -> tuple[str, bool]:
    match value:
        case None | bool():
            return str(value).lower(), True
        case str() if not value:
            return "empty string", True
        case str():
            return slug(value), True
        case int():
            return in_digits(value), False
    return "", False
