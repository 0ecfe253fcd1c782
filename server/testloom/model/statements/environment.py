"""Statements that prepare what surrounds the calls of a test case.

That is files, variables, console, clock, chance, and what modules and classes hold. They yield no value, hold
for the statements behind them, and what they did is undone when the test has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from json.encoder import JSONEncoder
from typing import Any, ClassVar

from testloom.model.types import Scalar

SEEDED: Mapping[str, str] = {
    "secrets.choice": "choice",
    "secrets.randbelow": "randrange",
    "secrets.randbits": "getrandbits",
    "random.Random": "",
    "random.SystemRandom": "",
    "generator": "",
}
"""Draws that follow from a seed, and the method of `random.Random` that makes the same of it.

Without one it is the generator itself: one that a module holds, or a class that makes one.
"""
HELD = "generator"
MODULES = "sys.modules:"
"""What stands before the name of a module that a test provides."""
IDENTIFIERS = ("uuid.uuid1", "uuid.uuid4")
PAUSES = ("sleep", "pause")
"""Of `time` and of asyncio: what waits by the clock without reading it."""
CHECKED = "isinstance"
"""What the name of a class of dates stands for beside its methods: what objects are checked for."""
READINGS = ("time", "monotonic", "perf_counter", "process_time")
"""Functions of `time` that read a clock in seconds."""
EARLIEST, LATEST = -62_135_596_800.0, 253_402_300_799.0
"""The first and the last moment that a calendar of Python has, in seconds since the epoch."""
TOKENS = ("secrets.token_hex", "secrets.token_urlsafe", "secrets.token_bytes", "os.urandom")
_encode = JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class EnvironmentStatement:
    """The base of all of them; `part` is what an execution says that it touched (docs/agent-protocol.md)."""

    part: ClassVar[str]
    named_by: ClassVar[str] = ""
    """The field that says which piece of its part a statement is about, if there are several."""
    id: int
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "wire", _encode([self.part, self.id, *self._arguments()]))

    def _arguments(self) -> tuple[Any, ...]:
        return ()

    @property
    def piece(self) -> tuple[str, ...]:
        """The piece of the environment that it is about, as a touch names it."""
        return (self.part, getattr(self, self.named_by)) if self.named_by else (self.part,)

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return ()

    def substituted(self, ids: Mapping[int, int]) -> EnvironmentStatement:
        """The same with its own id replaced where `ids` has it."""
        return replace(self, id=ids.get(self.id, self.id))


@dataclass(frozen=True, slots=True)
class FolderStatement(EnvironmentStatement):
    """The test runs in an empty folder of its own; with `home`, it has an empty home."""

    part: ClassVar[str] = "folder"
    home: bool = False

    def _arguments(self) -> tuple[Any, ...]:
        return (self.home,)


@dataclass(frozen=True, slots=True)
class FileStatement(EnvironmentStatement):
    """A file, or a folder if there is no content, at a path relative to the test's folder.

    A path that begins with `~/` lies in the home of the user, one that begins with `@/` where the test points
    constants to. A text may be compressed: `packing` is `gzip`, `bz2`, `lzma`, or `zip` for an archive in
    which it is the only `member`.
    """

    part: ClassVar[str] = "file"
    named_by: ClassVar[str] = "path"
    path: str
    content: str | bytes | None
    packing: str = ""
    member: str = ""

    def _arguments(self) -> tuple[Any, ...]:
        packing = (self.packing, self.member) if self.packing else ()
        return self.path, _plain(self.content), *packing


@dataclass(frozen=True, slots=True)
class AgeStatement(EnvironmentStatement):
    """A file of the test was changed so many seconds after the epoch."""

    part: ClassVar[str] = "age"
    named_by: ClassVar[str] = "path"
    path: str
    seconds: float

    def _arguments(self) -> tuple[Any, ...]:
        return self.path, self.seconds


@dataclass(frozen=True, slots=True)
class VariableStatement(EnvironmentStatement):
    """An environment variable has a value; None: there is no such variable."""

    part: ClassVar[str] = "variable"
    named_by: ClassVar[str] = "name"
    name: str
    value: str | None

    def _arguments(self) -> tuple[Any, ...]:
        return self.name, self.value


@dataclass(frozen=True, slots=True)
class ConsoleStatement(EnvironmentStatement):
    """Lines that are typed, after which the input ends.

    `secret` are the names through which the code under test asks for lines that are not shown, each as
    `module:NAME`.
    """

    part: ClassVar[str] = "console"
    lines: tuple[str, ...]
    secret: tuple[str, ...] = ()

    def _arguments(self) -> tuple[Any, ...]:
        return self.lines, self.secret


@dataclass(frozen=True, slots=True)
class ArgumentsStatement(EnvironmentStatement):
    """The command line, `sys.argv`, the program's name first."""

    part: ClassVar[str] = "arguments"
    values: tuple[str, ...]

    def _arguments(self) -> tuple[Any, ...]:
        return (self.values,)


@dataclass(frozen=True, slots=True)
class ClockStatement(EnvironmentStatement):
    """It is so many seconds after the epoch, and time stands still, or goes on by a `step` with each reading.

    `names` are those through which the code under test reads the clock, each as `module:NAME` and with what
    it stands for: `time`, `sleep`, `datetime`, `date`, …; `pause` for `asyncio.sleep`
    """

    part: ClassVar[str] = "clock"
    seconds: float
    names: tuple[tuple[str, str], ...] = ()
    step: float = 0.0

    def _arguments(self) -> tuple[Any, ...]:
        return (self.seconds, self.names, self.step) if self.step else (self.seconds, self.names)


@dataclass(frozen=True, slots=True)
class ChanceStatement(EnvironmentStatement):
    """The draws of `random` follow from a seed."""

    part: ClassVar[str] = "chance"
    seed: int

    def _arguments(self) -> tuple[Any, ...]:
        return (self.seed,)


@dataclass(frozen=True, slots=True)
class FactStatement(EnvironmentStatement):
    """A function that tells of the machine, or draws what nobody foretells, answers as the test says.

    Attributes:
        path: where the code under test looks it up, `module:NAME`.
        name: what it is: `os.cpu_count`, `uuid.uuid4`, …, or `isatty` of a standard stream.
        answers: one for each call, or the only one; an identifier is a text, and draws such as
            `secrets.choice` follow from a seed.
    """

    part: ClassVar[str] = "fact"
    named_by: ClassVar[str] = "path"
    path: str
    name: str
    answers: tuple[Scalar, ...]

    def _arguments(self) -> tuple[Any, ...]:
        return self.path, self.name, [_plain(answer) for answer in self.answers]


@dataclass(frozen=True, slots=True)
class PathStatement(EnvironmentStatement):
    """A constant that says where files lie, `module:Qual.NAME`, points to a place that begins with `@/`."""

    part: ClassVar[str] = "path"
    named_by: ClassVar[str] = "path"
    path: str
    place: str

    def _arguments(self) -> tuple[Any, ...]:
        return self.path, self.place


@dataclass(frozen=True, slots=True)
class FailureStatement(EnvironmentStatement):
    """A function or method that reaches files, `module:Qual.NAME`, fails with an error of the system.

    `error` is its name in `errno`, `text` what it says.
    """

    part: ClassVar[str] = "failure"
    named_by: ClassVar[str] = "path"
    path: str
    error: str
    text: str

    def _arguments(self) -> tuple[Any, ...]:
        return self.path, self.error, self.text


@dataclass(frozen=True, slots=True)
class StateStatement(EnvironmentStatement):
    """A module-level variable or a class attribute, `module:Qual.NAME`, has an earlier value.

    `sys.modules:NAME` is a module that is not installed; importing it yields the value.
    """

    part: ClassVar[str] = "state"
    named_by: ClassVar[str] = "path"
    path: str
    value: int

    def _arguments(self) -> tuple[Any, ...]:
        return self.path, self.value

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.value,)

    def substituted(self, ids: Mapping[int, int]) -> EnvironmentStatement:
        """The same with its own id and its reference replaced where `ids` has them."""
        return StateStatement(ids.get(self.id, self.id), self.path, ids.get(self.value, self.value))


def _plain(value: Scalar) -> Any:
    """A plain value as the agent reads it."""
    return {"bytes": value.decode("latin-1")} if isinstance(value, bytes) else value
