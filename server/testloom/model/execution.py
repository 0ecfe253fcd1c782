"""Results of running test cases, and the interface of their executors."""

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
"""A touch: a part of the environment and its piece: `("variable", "HOME")` (docs/agent-protocol.md)."""
PathStep: TypeAlias = str | tuple[str, int | str]
"""A step from a value to a part of it: the name of an attribute, or a collection's kind and a key."""
CLOCK_START = 1_704_164_645.0
"""The time of the clock unless a test sets it: 2024-01-02 03:04:05 UTC, in seconds since the epoch."""
Line: TypeAlias = Annotated[int, msgspec.Meta(ge=0, lt=2**31)]
EndKind: TypeAlias = Literal["passed", "raised", "timeout", "crashed", "killed", "memory", "skipped"]


@dataclass(frozen=True, slots=True)
class Trace:
    """The trace of an execution: the probes it hit, and each predicate's smallest distances.

    Each predicate has a distance to true and a distance to false: ≥ 0, not normalised, 0 where the
    outcome was reached. Results with the same trace share one object, so that fitness is computed once
    for all of them.
    """

    hits: frozenset[int]
    distances: Mapping[int, tuple[float, float]] = field(default_factory=dict, hash=False)


class Missing(msgspec.Struct, frozen=True):
    """What is missing according to an exception: an attribute, a variable, a module or a key.

    `name` is the name of the attribute, variable or module; `key` is the missing key. `of` is the type
    of the object without the attribute, or with `is_class` the class that lacks the attribute itself;
    "" if unknown.
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
        """The unqualified name of the type."""
        return self.of.rpartition(":")[2].rpartition(".")[2]


class FieldError(msgspec.Struct, frozen=True, array_like=True):
    """A validation error in a model: the keys and indexes that locate it, and its kind.

    `kind` is the library's name for the error. The `message` is set only if a validator of the project
    wrote it, else it is empty.
    """

    place: tuple[str | int, ...]
    kind: str
    message: str = ""


class RaisedException(msgspec.Struct, frozen=True):
    """An exception that left a statement.

    `type` is `module:Qualname`. `explicit`: a `raise` or `assert` of the subject's project raised it,
    or a function that the project called in order to raise it and that never returns. `in_subject`: the
    exception passed through the subject's code. `hint` is a message that a library printed before it
    raised, such as the parser of a command line. `through` is the name of the foreign function or class
    that the subject was calling when the exception was raised, or of the foreign object that the
    subject holds and was using; "" if the subject itself failed. `cause` is the first of the exceptions
    that were being handled when a `raise` of the project raised this one. `where` is `module:qualname`,
    or `module:name`, of the last function of the project that the exception came from. `line` is the
    last line of the subject that it passed through, 0 for none. `lacks` says what is missing, as far as
    Python notes it. `errors` are the validation errors of a model, each with its place and kind. `text`
    is the text of a response that was raised, empty if the response has none.
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
        """The original exception: the cause if there is one, else this exception."""
        return self.cause or self


@dataclass(frozen=True, slots=True)
class ExecutionResult:
    """How a test case ended; `statement` is the id of the statement that did not finish.

    `denied` lists the actions that the guard blocked: the behaviour is then not what a user would see.
    `touched` are the parts of the environment that the test case used.
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

    `denied` lists the actions of the statement that the guard blocked, `driven` is its result after a
    coroutine or generator was run to its end, `touched` are the parts of the environment that it used.
    `logs` are the messages that reached the root logger, `errors` is the output on standard error. Only
    after the last statement: `files` are the files in the working folder if anything was written there,
    each with its text, or None if it is not a short text; `states` are the public names of modules,
    `module:Qual.NAME`, whose values the test has changed, with these values.
    """

    statement: int
    value: Value | None = None
    exception: RaisedException | None = None
    receiver: Value | None = None
    arguments: Mapping[int, Encoded] = {}
    output: str = ""
    denied: tuple[str, ...] = ()
    driven: Literal[
        "",
        "generator",
        "coroutine",
        "asynchronous generator",
        "asynchronous manager",
        "asynchronous request",
    ] = ""
    touched: tuple[Touch, ...] = ()
    warnings: tuple[Warned, ...] = ()
    logs: tuple[str, ...] = ()
    errors: str = ""
    files: Mapping[str, str | None] | None = None
    states: Mapping[str, Encoded] = {}


@dataclass(frozen=True, slots=True)
class Behaviour:
    """The behaviour of a test: what each statement produced, and the trace of all statements together."""

    observations: tuple[Observation, ...]
    trace: Trace


@dataclass(frozen=True, slots=True)
class Operands:
    """The two operands of a comparison that a test made, as plain values.

    `op` is the comparison (`==`, `in`, …), `truth`, `isinstance`, `hasattr`, or the name of a string
    method such as `startswith`; an operand that is not a plain value is a `KnownType`, a `KnownClass`, a
    `KnownObject` or an `AnswerOf`. `origin` is the statement that produced the left operand, if it is
    an object.
    """

    predicate: int
    op: str
    left: Any
    right: Any
    outcome: bool
    origin: int | None = None


@dataclass(frozen=True, slots=True)
class KnownType:
    """A value of which only the type is known."""

    type: str


@dataclass(frozen=True, slots=True)
class KnownClass:
    """A class used as a value, `module:Qualname`."""

    path: str


@dataclass(frozen=True, slots=True)
class KnownObject:
    """An object that a module holds under a name: an enum member, a sentinel or a function."""

    path: str


@dataclass(frozen=True, slots=True)
class AnswerOf:
    """The default answer of a double at a path; with an empty path, the double itself."""

    double: int
    path: str


@dataclass(frozen=True, slots=True)
class SeenCall:
    """A call that was observed: its file and line, and the file and first line of the function it ran."""

    file: str
    line: int
    callee_file: str
    callee_line: int


@dataclass(frozen=True, slots=True)
class HeldObject:
    """An object that a value is or holds: the steps to it, its class and base classes, and its names."""

    steps: tuple[PathStep, ...]
    classes: tuple[str, ...]
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Watched:
    """What was observed while a test ran: its distinct comparisons, and the type of each value.

    `types` has the type of each statement's value: `module:Qualname`, followed by `()` if the value can
    be called and is not a class, and by `with` if it is a context manager. `patterns` are regular
    expressions that were compiled for the first time; `uses` has, for each double, the paths that were
    used on it (see `Answer`); `calls` are the calls between functions of the project, reported only
    when two modules are observed together; `held` are the objects that the values of statements hold;
    `missed` are the keys that code looked up in the dictionaries of a test without finding them.
    """

    comparisons: list[Operands] = field(default_factory=list)
    types: Mapping[int, str] = field(default_factory=dict)
    patterns: tuple[str, ...] = ()
    uses: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    calls: tuple[SeenCall, ...] = ()
    held: Mapping[int, tuple[HeldObject, ...]] = field(default_factory=dict)
    missed: Mapping[int, tuple[str, ...]] = field(default_factory=dict)

    @property
    def named(self) -> list[str]:
        """The paths of the named objects that the subject compared other values with."""
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

        Traces need only contain the distances of the `wanted` predicates; None means all. Test cases that
        were not begun within the given seconds are `skipped`.
        """
        ...

    def collect(self) -> list[ExecutionResult]:
        """Wait for the results of the test cases that were submitted first."""
        ...

    def watch(self, tests: Sequence[TestCase], wanted: Collection[int] | None = None) -> list[Watched]:
        """Run each test case and return its comparisons and the types of its values.

        Only comparisons that decide the `wanted` predicates need to be reported; None means all.
        """
        ...

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        """Run each test case in a fresh process and return what its statements produced.

        Those that run `together` share a process, as they will in pytest, unless one spoils it.
        """
        ...


class VaryingExecutor(Executor, Protocol):
    """An executor that can run a test in many environments."""

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        """Run variants of one test in different environments, unless the test sets them.

        They share a process, so that dozens cost little; None stands for a variant that did not end.
        """
        ...
