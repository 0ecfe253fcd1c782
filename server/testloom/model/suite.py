"""Test cases with assertions: what the oracle hands to the writer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.model.execution import FieldError
from testloom.model.observed import Value
from testloom.model.properties import Property
from testloom.model.statements import TestCase


@dataclass(frozen=True, slots=True)
class ValueAssertion:
    """The value of statement `statement` (or its attribute `attribute`) equals `expected`.

    An `attribute` that ends with `()` is what the value says when it is asked (`keys()`, `__len__()`); others
    may lie within what the value holds (`lines[0].price`).
    What is `unchanged` was the same before that statement.
    The assertion stands right after the statement `after`, so that it sees the state of that moment.
    """

    statement: int
    expected: Value
    after: int
    attribute: str | None = None
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class ExceptionAssertion:
    """Statement `statement`, the last one, raises `type` (`module:Qualname`).

    `match` is literal text of the message, empty if the message says nothing stable; `ending` is what follows
    somewhere behind it in the same line. `errors` are the places and kinds of what is wrong in a model, which
    say more than the message, `text` is that of a response that is raised.
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
    """What the test printed on a standard stream, from its start until after the statement `after`."""

    text: str
    after: int
    stream: Literal["out", "err"] = "out"


@dataclass(frozen=True, slots=True)
class FileAssertion:
    """A file in the test's folder has this text after the statement `after`; None: it is not there."""

    path: str
    text: str | None
    after: int


@dataclass(frozen=True, slots=True)
class StateAssertion:
    """What a name of a module, `module:Qual.NAME`, holds after the statement `after`."""

    path: str
    expected: Value
    after: int


@dataclass(frozen=True, slots=True)
class LogAssertion:
    """The messages that the test logged, from its start until after the statement `after`.

    `level` is the name of the lowest level that is looked at; below WARNING the test has to ask for it.
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
    """A test case with its assertions; `callable` is what it is about, `covers` labels its goals.

    `id` is stable: derived from the content, so that the same test has the same id in every process.
    `meets` are the labels of all outcomes of conditions in the callable's own code that the test saw, in
    source order: what tells it from the other tests of the callable. Of a test of a pair, those of the callee
    that it is kept for come after them. `goals` are the ids of its goals, `hits` all probes that it runs.
    `driven` are the calls whose results were coroutines or generators without being defined so, and what
    was entered asynchronously, `extended` the doubles that got attributes which they do not offer. `warned`
    is all that its statements warn of, asserted or not.
    With `as_property`, the test says this of all values, and nothing of the one that the case has.
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

    `callable` is what it is about, `signature` what that looked like. Until a test `was_seen` in its file,
    nobody knows whether the edit that brings it there was accepted.
    """

    name: str
    source: str
    callable: str = ""
    signature: str = ""
    was_seen: bool = False
