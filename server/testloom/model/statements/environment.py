"""Statements that prepare what surrounds the calls of a test case.

They yield no value, hold for the statements behind them, and what they did is undone behind the test.
Most kinds stand in `testloom.capabilities`, with all that belongs to them; here are those that the search,
the oracle or the recording names itself.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from testloom.model.checks import (
    Form,
    fact,
    is_within,
    many,
    matching,
    number,
    one_of,
    path,
    text,
)
from testloom.model.statements.parts import Statement
from testloom.model.statements.roles import Reference, Role, id_, plain, word
from testloom.model.statements.values import short
from testloom.model.statements.wire import scalar_text
from testloom.model.texts.names import is_name

MODULES = "sys.modules:"
"""What stands before the name of a module that a test provides."""
LOOP = "loop"
"""What event loops wait for that is no pause, such as a time limit."""
PAUSES = ("sleep", "pause", LOOP)
"""Of `time` and of asyncio: what waits by the clock without reading it."""
CHECKED = "isinstance"
"""What the name of a class of dates stands for beside its methods: what objects are checked for."""
READINGS = ("time", "monotonic", "perf_counter", "process_time")
"""Functions of `time` that read a clock in seconds."""
EARLIEST, LATEST = -62_135_596_800.0, 253_402_300_799.0
"""The first and the last moment that a calendar of Python has, in seconds since the epoch."""
PACKINGS = ("", "gzip", "bz2", "lzma", "zip")
HOME, PLACE = "~/", "@/"
CLASSES_OF_TIME = ("datetime", "date")


def _is_place(place: str) -> bool:
    """Whether a path lies in a folder of the test."""
    return is_within(place[2:] if place.startswith((HOME, PLACE)) else place)


def _is_method(name: str) -> bool:
    """Whether this names a method of an object, or of what it holds: `pool.shutdown`."""
    return all(map(is_name, name.split(".")))


def _is_clock(function: str) -> bool:
    """Whether a text is a function of `time`, or a method of a class of `datetime`."""
    kind, _, method = function.rpartition(".")
    return is_name(method) and (not kind or kind in CLASSES_OF_TIME)


def _is_error(number: str) -> bool:
    return number.startswith("E") and number.isascii() and number.isalnum() and number.isupper()


def content(value: Any) -> Any:
    """Check what is in a file: a text, bytes, or nothing if it is a folder."""
    read = short(value)
    fact(read is None or isinstance(read, str | bytes), value, "the content of a file")
    return read


place = matching(_is_place, "a path in a folder of the test")
moment = number(EARLIEST, LATEST)
_CLOCK = Form.of(lambda path, kind: (path, kind), path=path, kind=matching(_is_clock, "a clock"))
_END = Form.of(lambda id, name: (id, name), id=id_, name=matching(_is_method, "a method"))
_ENDS = Role(
    many(_END.from_list),
    references=lambda ends: [reference for reference, _ in ends],
    substituted=lambda ends, ids: tuple([(ids.get(reference, reference), name) for reference, name in ends]),
)


class EnvironmentStatement(Statement, frozen=True):
    """The base of all of them; the tag is what an execution says that it touched (docs/agent-protocol.md)."""

    named_by: ClassVar[str] = ""
    """The field that says which piece of its part a statement is about, if there are several."""
    gives_folder: ClassVar[bool] = False
    """Whether the test has a folder by it, in which files may be left."""
    encloses: ClassVar[bool] = False
    """Whether what is done behind it stands in its body."""
    manages: ClassVar[bool] = False
    """Whether what is asserted behind it stands there, too."""
    is_asynchronous: ClassVar[bool] = False
    """Whether the test has to be a coroutine for it."""

    @property
    def piece(self) -> tuple[str, ...]:
        """The piece of the environment that it is about, as a touch names it."""
        return (self.tag, getattr(self, self.named_by)) if self.named_by else (self.tag,)


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


class ArgumentsStatement(EnvironmentStatement, frozen=True):
    """The command line, `sys.argv`, the program's name first."""

    tag: ClassVar[str] = "arguments"
    values: Annotated[tuple[str, ...], plain(many(text))]


class ClockStatement(EnvironmentStatement, frozen=True):
    """It is so many seconds after the epoch, and time stands still, or goes on by a `step` with each reading.

    `names` are those through which the code under test reads the clock, each as `module:NAME` and with what
    it stands for: `time`, `sleep`, `datetime`, `date`, …; `pause` for `asyncio.sleep`, `loop` for the time of
    event loops
    """

    tag: ClassVar[str] = "clock"
    seconds: Annotated[float, plain(moment)]
    names: Annotated[tuple[tuple[str, str], ...], plain(many(_CLOCK.from_list))] = ()
    step: Annotated[float, plain(number(0, LATEST), is_left_out=True)] = 0.0


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


class ThreadsStatement(EnvironmentStatement, frozen=True):
    """When the test has done all, the threads that were started since are waited for.

    First the methods that end them are called: each is the id of an object and a name, `pool.shutdown` of a
    pool that the object holds.
    """

    tag: ClassVar[str] = "threads"
    encloses: ClassVar[bool] = True
    ends: Annotated[tuple[tuple[int, str], ...], _ENDS] = ()
