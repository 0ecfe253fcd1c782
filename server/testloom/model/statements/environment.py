"""Statements that prepare what surrounds the calls of a test case.

That is files, variables, console, clock, chance, and what modules and classes hold. They yield no value, hold
for the statements behind them, and what they did is undone when the test has ended.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from testloom.model.checks import (
    Form,
    fact,
    flag,
    integer,
    is_within,
    many,
    matching,
    number,
    one_of,
    optional,
    path,
    text,
    without_null,
)
from testloom.model.statements.attributes import dotted
from testloom.model.statements.parts import Statement
from testloom.model.statements.roles import Reference, Role, id_, plain, word
from testloom.model.statements.values import short
from testloom.model.statements.wire import encode, encode_scalar, scalar_text
from testloom.model.texts.names import is_name
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
LARGEST_SEED = 2**63
PACKINGS = ("", "gzip", "bz2", "lzma", "zip")
HOME, PLACE = "~/", "@/"
CLASSES_OF_TIME = ("datetime", "date")


def _is_place(place: str) -> bool:
    """Whether a path lies in a folder of the test."""
    return is_within(place[2:] if place.startswith((HOME, PLACE)) else place)


def _is_clock(function: str) -> bool:
    """Whether a text is a function of `time`, or a method of a class of `datetime`."""
    kind, _, method = function.rpartition(".")
    return is_name(method) and (not kind or kind in CLASSES_OF_TIME)


def _is_error(number: str) -> bool:
    return number.startswith("E") and number.isascii() and number.isalnum() and number.isupper()


def _told(value: Any) -> Any:
    """What a function tells of the machine."""
    read = short(value)
    fact(not isinstance(read, complex), value, "an answer")
    return read


def content(value: Any) -> Any:
    """Check what is in a file: a text, bytes, or nothing if it is a folder."""
    read = short(value)
    fact(read is None or isinstance(read, str | bytes), value, "the content of a file")
    return read


place = matching(_is_place, "a path in a folder of the test")
moment = number(EARLIEST, LATEST)
_CLOCK = Form.of(lambda path, kind: (path, kind), path=path, kind=matching(_is_clock, "a clock"))
_ANSWERS = Role(many(_told, least=1), lambda answers: encode([encode_scalar(one) for one in answers]))
_END = Form.of(lambda id, name: (id, name), id=id_, name=matching(is_name, "a name"))
_ENDS = Role(
    many(_END.from_list),
    references=lambda ends: [reference for reference, _ in ends],
    substituted=lambda ends, ids: tuple([(ids.get(reference, reference), name) for reference, name in ends]),
)


class EnvironmentStatement(Statement, frozen=True):
    """The base of all of them; the tag is what an execution says that it touched (docs/agent-protocol.md)."""

    named_by: ClassVar[str] = ""
    """The field that says which piece of its part a statement is about, if there are several."""

    @property
    def piece(self) -> tuple[str, ...]:
        """The piece of the environment that it is about, as a touch names it."""
        return (self.tag, getattr(self, self.named_by)) if self.named_by else (self.tag,)


class FolderStatement(EnvironmentStatement, frozen=True):
    """The test runs in an empty folder of its own; with `home`, it has an empty home."""

    tag: ClassVar[str] = "folder"
    home: Annotated[bool, plain(flag)] = False


class FileStatement(EnvironmentStatement, frozen=True):
    """A file, or a folder if there is no content, at a path relative to the test's folder.

    A path that begins with `~/` lies in the home of the user, one that begins with `@/` where the test points
    constants to. A text may be compressed: `packing` is `gzip`, `bz2`, `lzma`, or `zip` for an archive in
    which it is the only `member`.
    """

    tag: ClassVar[str] = "file"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(place)]
    content: Annotated[str | bytes | None, Role(content, scalar_text)]
    packing: Annotated[str, plain(one_of(*PACKINGS), is_left_out=True)] = ""
    member: Annotated[str, plain(text, is_left_out=True)] = ""


class AgeStatement(EnvironmentStatement, frozen=True):
    """A file of the test was changed so many seconds after the epoch."""

    tag: ClassVar[str] = "age"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(place)]
    seconds: Annotated[float, plain(moment)]


class VariableStatement(EnvironmentStatement, frozen=True):
    """An environment variable has a value; None: there is no such variable."""

    tag: ClassVar[str] = "variable"
    named_by: ClassVar[str] = "name"
    name: Annotated[str, word(without_null)]
    value: Annotated[str | None, plain(optional(without_null))]


class ConsoleStatement(EnvironmentStatement, frozen=True):
    """Lines that are typed, after which the input ends.

    `secret` are the names through which the code under test asks for lines that are not shown, each as
    `module:NAME`.
    """

    tag: ClassVar[str] = "console"
    lines: Annotated[tuple[str, ...], plain(many(text))]
    secret: Annotated[tuple[str, ...], plain(many(path))] = ()


class ArgumentsStatement(EnvironmentStatement, frozen=True):
    """The command line, `sys.argv`, the program's name first."""

    tag: ClassVar[str] = "arguments"
    values: Annotated[tuple[str, ...], plain(many(text))]


class ClockStatement(EnvironmentStatement, frozen=True):
    """It is so many seconds after the epoch, and time stands still, or goes on by a `step` with each reading.

    `names` are those through which the code under test reads the clock, each as `module:NAME` and with what
    it stands for: `time`, `sleep`, `datetime`, `date`, …; `pause` for `asyncio.sleep`
    """

    tag: ClassVar[str] = "clock"
    seconds: Annotated[float, plain(moment)]
    names: Annotated[tuple[tuple[str, str], ...], plain(many(_CLOCK.from_list))] = ()
    step: Annotated[float, plain(number(0, LATEST), is_left_out=True)] = 0.0


class ChanceStatement(EnvironmentStatement, frozen=True):
    """The draws of `random` follow from a seed."""

    tag: ClassVar[str] = "chance"
    seed: Annotated[int, plain(integer(-LARGEST_SEED, LARGEST_SEED))]


class FactStatement(EnvironmentStatement, frozen=True):
    """A function that tells of the machine, or draws what nobody foretells, answers as the test says.

    Attributes:
        path: where the code under test looks it up, `module:NAME`.
        name: what it is: `os.cpu_count`, `uuid.uuid4`, …, or `isatty` of a standard stream.
        answers: one for each call, or the only one; an identifier is a text, and draws such as
            `secrets.choice` follow from a seed.
    """

    tag: ClassVar[str] = "fact"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(path)]
    name: Annotated[str, word(dotted)]
    answers: Annotated[tuple[Scalar, ...], _ANSWERS]


class PathStatement(EnvironmentStatement, frozen=True):
    """A constant that says where files lie, `module:Qual.NAME`, points to a place that begins with `@/`."""

    tag: ClassVar[str] = "path"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(path)]
    place: Annotated[str, word(place)]


class FailureStatement(EnvironmentStatement, frozen=True):
    """A function or method that reaches files, `module:Qual.NAME`, fails with an error of the system.

    `error` is its name in `errno`, `text` what it says.
    """

    tag: ClassVar[str] = "failure"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(path)]
    error: Annotated[str, word(matching(_is_error, "a name in errno"))]
    text: Annotated[str, word(text)]


class StateStatement(EnvironmentStatement, frozen=True):
    """A module-level variable or a class attribute, `module:Qual.NAME`, has an earlier value.

    `sys.modules:NAME` is a module that is not installed; importing it yields the value.
    """

    tag: ClassVar[str] = "state"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(path)]
    value: Reference


class RestoreStatement(EnvironmentStatement, frozen=True):
    """A setting of the process that the test changes is put back behind it.

    `name` is the function that sets it, such as `locale.setlocale`, and perhaps what of it behind a colon:
    `signal.signal:SIGINT`, `logging.setLevel:shop`, `sys.modules:shop`.
    """

    tag: ClassVar[str] = "restore"
    named_by: ClassVar[str] = "name"
    name: Annotated[str, word(without_null)]


class LibraryStatement(EnvironmentStatement, frozen=True):
    """The test needs a library that the code can do without; where it is missing, it is skipped."""

    tag: ClassVar[str] = "library"
    named_by: ClassVar[str] = "name"
    name: Annotated[str, word(dotted)]


class ThreadsStatement(EnvironmentStatement, frozen=True):
    """When the test has done all, the threads that were started since are waited for.

    First the methods of objects are called that end them: each is the id of an object and a name.
    """

    tag: ClassVar[str] = "threads"
    ends: Annotated[tuple[tuple[int, str], ...], _ENDS] = ()
