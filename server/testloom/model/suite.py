"""Test suites: test cases with assertions, as the oracle passes them to the writer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.model.execution import FieldError
from testloom.model.observed import Value
from testloom.model.properties import Property
from testloom.model.statements import TestCase


@dataclass(frozen=True, slots=True)
class ValueAssertion:
    """The value of statement `statement`, or of its attribute `attribute`, equals `expected`.

    An `attribute` that ends with `()` is the result of a call of the value's method (`keys()`,
    `__len__()`); others may lie within what the value holds (`lines[0].price`). `unchanged`: the value
    was the same before that statement. The assertion is placed right after the statement `after`, so
    that it sees the state of that moment.
    """

    statement: int
    expected: Value
    after: int
    attribute: str | None = None
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class ExceptionAssertion:
    """Statement `statement`, the last one, raises `type` (`module:Qualname`).

    `match` is literal text of the message, empty if nothing in the message is stable; `ending` is text
    that follows later in the same line. `errors` are the validation errors of a model, each with its
    place and kind, which are more specific than the message; `text` is the text of a response that is
    raised.
    """

    statement: int
    type: str
    match: str = ""
    ending: str = ""
    errors: tuple[FieldError, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True)
class WarningAssertion:
    """Statement `statement` warns with `type` (`module:Qualname`); `match` as in an ExceptionAssertion."""

    statement: int
    type: str
    match: str = ""


@dataclass(frozen=True, slots=True)
class OutputAssertion:
    """The output of the test on a standard stream, from its start until after statement `after`."""

    text: str
    after: int
    stream: Literal["out", "err"] = "out"


@dataclass(frozen=True, slots=True)
class FileAssertion:
    """A file in the test's folder has this text after statement `after`; None: it does not exist.

    A path that ends with a slash is that of a folder, which does exist.
    """

    path: str
    text: str | None
    after: int


@dataclass(frozen=True, slots=True)
class StateAssertion:
    """The value that a name of a module, `module:Qual.NAME`, holds after the statement `after`."""

    path: str
    expected: Value
    after: int


@dataclass(frozen=True, slots=True)
class LogAssertion:
    """The messages that the test logged, from its start until after the statement `after`.

    `level` is the name of the lowest level that is included; for a level below WARNING the test has to
    enable it.
    """

    messages: tuple[str, ...]
    after: int
    level: str = "WARNING"


Assertion: TypeAlias = (
    ValueAssertion
    | ExceptionAssertion
    | WarningAssertion
    | OutputAssertion
    | LogAssertion
    | FileAssertion
    | StateAssertion
)


@dataclass(frozen=True, slots=True)
class AssertedTest:
    """A test case with its assertions; `callable` is the callable under test, `covers` its goals.

    `covers` has the labels of the goals. `id` is stable: derived from the content, so that the same
    test has the same id in every process. `meets` are the labels of all outcomes of conditions in the
    callable's own code that the test observed, in source order: they distinguish it from the other
    tests of the callable. For a test of a pair, the outcomes in the callee that the test is kept for
    follow. `goals` are the ids of its goals, `hits` all probes that it runs. `driven` are the calls
    whose results were coroutines or generators without being defined so, and the values that were
    entered asynchronously; `extended` are the doubles that got attributes that they do not offer, and
    the stubs that were asked for any; `warned` are all warnings of its statements, asserted or not. With
    `as_property`, the test asserts the property for all values instead of the value in the test case.
    """

    id: str
    case: TestCase
    assertions: tuple[Assertion, ...]
    callable: str
    covers: tuple[str, ...] = ()
    meets: tuple[str, ...] = ()
    goals: tuple[str, ...] = ()
    hits: frozenset[int] = frozenset()
    driven: tuple[tuple[int, str], ...] = ()
    extended: frozenset[int] = frozenset()
    warned: tuple[WarningAssertion, ...] = ()
    as_property: Property | None = None


@dataclass(frozen=True, slots=True)
class EmittedTest:
    """A test function as Testloom wrote it into a file, with the name that it had then.

    `callable` is the callable under test, `signature` its signature at that time. Until a test
    `was_seen` in its file, it is unknown whether the edit that puts it there was accepted.
    """

    name: str
    source: str
    callable: str = ""
    signature: str = ""
    was_seen: bool = False
