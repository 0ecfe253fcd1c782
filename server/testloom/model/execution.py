"""What happened when test cases ran, and who can run them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from testloom.model.checks import fact, scalar
from testloom.model.observed import Encoded, Named, Value
from testloom.model.statements import TestCase
from testloom.model.types import Scalar

Touch: TypeAlias = tuple[str, ...]
"""A part of the environment and which piece of it: `("variable", "HOME")` (docs/agent-protocol.md)."""
Step: TypeAlias = str | tuple[str, int | str]
"""How a test gets at what a value holds: the name of an attribute, or the kind of a collection and a key."""
CLOCK_START = 1_704_164_645.0
"""What the clock shows where a test does not set it: 2024-01-02 03:04:05 UTC, in seconds since the epoch."""
Line: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
EndKind: TypeAlias = Literal["passed", "raised", "timeout", "crashed", "killed", "memory", "skipped"]


@dataclass(frozen=True, slots=True)
class Trace:
    """Which probes ran, and for each predicate the smallest distance to true and to false.

    Distances are ≥ 0, not normalised, 0 where the outcome was reached. A trace is shared by the
    results that have it, so that fitness can be computed once for all of them.
    """

    hits: frozenset[int]
    distances: Mapping[int, tuple[float, float]] = field(default_factory=dict, hash=False)


class Missing(msgspec.Struct, frozen=True):
    """What an exception says is missing: the `name` of an attribute, a variable or a module, or the `key`.

    `of` is the type of the object without the attribute, or with `is_class` the class that has none itself;
    "" if it is not known.
    """

    name: Annotated[str, msgspec.Meta(pattern=r"^[\w.]*\Z")] = ""
    of: Named = ""
    is_class: bool = False
    key: Any = None

    def __post_init__(self) -> None:
        force_setattr(self, "key", scalar(self.key) if isinstance(self.key, dict) else self.key)
        fact(isinstance(self.key, Scalar), self.key, "a plain value")

    @property
    def class_name(self) -> str:
        """The last part of the type's name."""
        return self.of.rpartition(":")[2].rpartition(".")[2]


class FieldError(msgspec.Struct, frozen=True, array_like=True):
    """What is wrong in a model: the keys and indexes that lead there, and what its library calls it.

    The `message` is that of a validator of the project, else empty.
    """

    place: tuple[str | int, ...]
    kind: str
    message: str = ""


class RaisedException(msgspec.Struct, frozen=True):
    """An exception that left a statement.

    `type` is `module:Qualname`. `explicit` says that a `raise` or `assert` of the subject's project raised
    it, or a function that the project called for that, since that never returns; `in_subject` that it
    passed through the subject's code. `hint` is what a library said before it raised, such as the parser of
    a command line. `through` is the name of the function or class of others that the subject called when it
    was raised, or of the object of others that it holds and worked with then, "" if the subject itself
    failed. `cause` is the first of the exceptions that were handled when a `raise` of the project raised
    this one. `where` is `module:qualname`, or `module:name`, of the last function of the project that it
    came from. `line` is the last line of the subject that it passed through, 0 for none. `lacks` is what it
    is about, as far as Python notes that. `errors` are the places in a model and the kinds of what is wrong
    there. `text` is that of a response that is raised, empty if it has none of its own.
    """

    type: Named
    message: str
    explicit: bool
    in_subject: bool
    hint: str = ""
    through: str = ""
    cause: RaisedException | None = None
    where: str = ""
    line: Line = 0
    lacks: Missing | None = None
    errors: tuple[FieldError, ...] = ()
    text: str | None = None

    @property
    def first(self) -> RaisedException:
        """What went wrong at first: the cause, or this if there is none."""
        return self.cause or self


@dataclass(frozen=True, slots=True)
class ExecutionResult:
    """How a test case ended; `statement` is the id of the one that did not finish.

    `denied` says what the guard kept it from doing: its behaviour is then not what a user would see.
    `touched` are the parts of the environment that it looked at.
    """

    end: EndKind
    trace: Trace
    statement: int | None = None
    exception: RaisedException | None = None
    denied: tuple[str, ...] = ()
    touched: tuple[Touch, ...] = ()


class Warned(msgspec.Struct, frozen=True):
    """A warning that code of the project issued; `type` is `module:Qualname`."""

    type: Named
    message: str


class Observation(msgspec.Struct, frozen=True):
    """What one statement produced, or the exception it raised.

    `denied` says what the guard kept the statement from doing, `driven` what its result was if it was driven
    to its end, `touched` which parts of the environment it looked at.
    `logs` are the messages that reached the root logger, `errors` is what was printed on standard error.
    After the last statement, `files` are those in the working folder if anything was written there, each with
    its text, None for what is no short text, and `states` what public names of modules, `module:Qual.NAME`,
    hold that it has changed.
    """

    statement: int
    value: Value | None = None
    exception: RaisedException | None = None
    receiver: Value | None = None
    arguments: Mapping[int, Encoded] = {}
    output: str = ""
    denied: tuple[str, ...] = ()
    driven: Literal["", "generator", "coroutine", "asynchronous generator", "asynchronous manager"] = ""
    touched: tuple[Touch, ...] = ()
    warnings: tuple[Warned, ...] = ()
    logs: tuple[str, ...] = ()
    errors: str = ""
    files: Mapping[str, str | None] | None = None
    states: Mapping[str, Encoded] = {}


@dataclass(frozen=True, slots=True)
class Behaviour:
    """What each statement of a test produced, and the trace that they left together."""

    observations: tuple[Observation, ...]
    trace: Trace


@dataclass(frozen=True, slots=True)
class Operands:
    """The two sides of a comparison that a test made, as plain values.

    `op` is the comparison (`==`, `in`, …), `truth`, `isinstance`, `hasattr`, or the name of a method of text
    such as `startswith`; a side that is no plain value is an `Opaque`, a `KnownClass`, a `KnownObject` or an
    `AnswerOf`. `origin` is the statement whose value the left side is, if it is an object.
    """

    predicate: int
    op: str
    left: Any
    right: Any
    outcome: bool
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class Opaque:
    """A value of which only the type is known."""

    type: str


@dataclass(frozen=True, slots=True)
class KnownClass:
    """A class as a value, `module:Qualname`."""

    path: str


@dataclass(frozen=True, slots=True)
class KnownObject:
    """An object that a module holds under a name: a member of an enum, a sentinel, a function."""

    path: str


@dataclass(frozen=True, slots=True)
class AnswerOf:
    """What a double answered at a path by itself, or the double, if the path is empty."""

    double: int
    path: str


@dataclass(frozen=True, slots=True)
class SeenCall:
    """A call that was made: its file and line, and the file and first line of the function that it ran."""

    file: str
    line: int
    callee_file: str
    callee_line: int


@dataclass(frozen=True, slots=True)
class Held:
    """An object that a value is or holds: how a test gets at it, its class and bases, and what it offers."""

    steps: tuple[Step, ...]
    classes: tuple[str, ...]
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Watched:
    """What a test did: the distinct comparisons it made, and the type of the value of each statement.

    A type is `module:Qualname`, with `()` behind it if the value can be called and is no class, and `with`
    if it is a context manager. `patterns` are regular expressions that were compiled for the first time;
    `uses` has for each double the paths of what was asked of it (see `Answer`); `calls` are those between
    functions of the project, told only where two modules are watched together; `held` are the objects that
    the values of statements hold; `missed` are the keys that code looked up in the dictionaries of a test and
    did not find.
    """

    comparisons: list[Operands] = field(default_factory=list)
    types: Mapping[int, str] = field(default_factory=dict)
    patterns: tuple[str, ...] = ()
    uses: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    calls: tuple[SeenCall, ...] = ()
    held: Mapping[int, tuple[Held, ...]] = field(default_factory=dict)
    missed: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def named(self) -> list[str]:
        """The paths of the objects by whose names the subject looks for them in what it compares."""
        found: dict[str, None] = {}
        for operands in self.comparisons:
            right = operands.right
            parts = right if isinstance(right, list | tuple | set | frozenset | dict) else (right,)
            found.update(dict.fromkeys(part.path for part in parts if isinstance(part, KnownObject)))
        return list(found)


class Executor(Protocol):
    """Runs test cases somewhere; the search knows nothing else about the agent.

    Between `submit` and the `collect` that belongs to it, only these two may be called.
    """

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        """Run each test case by itself and return a result for each, in order."""
        ...

    def submit(
        self,
        tests: Sequence[TestCase],
        wanted: Collection[int] | None = None,
        seconds: float | None = None,
    ) -> None:
        """Start to run test cases and return at once.

        Traces need to have the distances of the `wanted` predicates only; None means all. What was not begun
        after so many seconds is `skipped`.
        """
        ...

    def collect(self) -> list[ExecutionResult]:
        """Wait for the results of the test cases that were submitted first."""
        ...

    def watch(self, tests: Sequence[TestCase], wanted: Collection[int] | None = None) -> list[Watched]:
        """Run each test case and say which comparisons and which types of values it made.

        Comparisons need to be those that decide the `wanted` predicates only; None means all.
        """
        ...

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        """Run each test case in a fresh process and return what its statements produced.

        Those that run `together` share a process, as they will in pytest, unless one spoils it.
        """
        ...


class VaryingExecutor(Executor, Protocol):
    """An executor that can have a test run in many environments."""

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        """Run variants of one test, each in another environment where it does not set it.

        They share a process, so that dozens cost little; None for one that did not end.
        """
        ...
