"""Statements that prepare the environment of the calls of a test case.

They yield no value, apply to the statements after them, and are undone after the test. Most kinds are
defined in `testloom.capabilities`, with all that belongs to them; the kinds here are those that the
search, the oracle or the recording refers to by name.
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
"""The prefix of the name of a module that a test provides."""
LOOP = "loop"
"""The entry for waits of event loops other than pauses, such as time limits."""
PAUSES = ("sleep", "pause", LOOP)
"""The functions of `time` and asyncio that wait by the clock without reading it."""
CHECKED = "isinstance"
"""The entry of a date class, besides its methods, for its use in `isinstance` checks of objects."""
READINGS = ("time", "monotonic", "perf_counter", "process_time")
"""The functions of `time` that read a clock in seconds."""
EARLIEST, LATEST = -62_135_596_800.0, 253_402_300_799.0
"""The first and the last time that `datetime` can represent, in seconds since the epoch."""
PACKINGS = ("", "gzip", "bz2", "lzma", "zip")
HOME, PLACE = "~/", "@/"
CLASSES_OF_TIME = ("datetime", "date")


def _is_place(place: str) -> bool:
    """Check whether a path is inside a folder of the test."""
    return is_within(place[2:] if place.startswith((HOME, PLACE)) else place)


def _is_method(name: str) -> bool:
    """Check for the name of a method of an object, or of one of its attributes: `pool.shutdown`."""
    return all(map(is_name, name.split(".")))


def _is_clock(function: str) -> bool:
    """Check for the name of a function of `time`, or of a method of a class of `datetime`."""
    kind, _, method = function.rpartition(".")
    return is_name(method) and (not kind or kind in CLASSES_OF_TIME)


def _is_error(number: str) -> bool:
    return number.startswith("E") and number.isascii() and number.isalnum() and number.isupper()


def content(value: Any) -> Any:
    """Check the content of a file: a string, bytes, or None for a folder."""
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
    """The base of environment statements; its tag names the touch of the environment it is for.

    Executions report touches under these tags (docs/agent-protocol.md).
    """

    named_by: ClassVar[str] = ""
    """The name of the field that names the piece of the environment, for statements with several pieces."""
    gives_folder: ClassVar[bool] = False
    """Whether the statement gives the test a folder, in which files may be left."""
    encloses: ClassVar[bool] = False
    """Whether the statement opens a block that contains the actions after it."""
    manages: ClassVar[bool] = False
    """Whether the block also contains the assertions after it."""
    is_asynchronous: ClassVar[bool] = False
    """Whether the statement requires the test to be a coroutine."""

    @property
    def piece(self) -> tuple[str, ...]:
        """The piece of the environment that the statement sets, in the form of a touch."""
        return (self.tag, getattr(self, self.named_by)) if self.named_by else (self.tag,)


class FileStatement(EnvironmentStatement, frozen=True):
    """A file, or a folder if there is no content, at a path relative to the test's folder.

    A path that begins with `~/` is in the home of the user; a path that begins with `@/` is in the
    folder to which the test redirects path constants. A text may be compressed: `packing` is `gzip`,
    `bz2`, `lzma`, or `zip` for an archive whose only `member` it is.
    """

    tag: ClassVar[str] = "file"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(place)]
    content: Annotated[str | bytes | None, Role(content, scalar_text)]
    packing: Annotated[str, plain(one_of(*PACKINGS), is_left_out=True)] = ""
    member: Annotated[str, plain(text, is_left_out=True)] = ""


class AgeStatement(EnvironmentStatement, frozen=True):
    """The modification time of a file of the test, in seconds since the epoch."""

    tag: ClassVar[str] = "age"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(place)]
    seconds: Annotated[float, plain(moment)]


class ArgumentsStatement(EnvironmentStatement, frozen=True):
    """The command line, `sys.argv`; the program's name comes first."""

    tag: ClassVar[str] = "arguments"
    values: Annotated[tuple[str, ...], plain(many(text))]


class ClockStatement(EnvironmentStatement, frozen=True):
    """The clock: the time in seconds since the epoch, which advances by `step` with each reading.

    Without a step, time stands still. `names` are the names through which the code under test reads the
    clock, each as `module:NAME` and with the function or class it stands for: `time`, `sleep`,
    `datetime`, `date`, …; `pause` for `asyncio.sleep`, `loop` for the time of event loops.
    """

    tag: ClassVar[str] = "clock"
    seconds: Annotated[float, plain(moment)]
    names: Annotated[tuple[tuple[str, str], ...], plain(many(_CLOCK.from_list))] = ()
    step: Annotated[float, plain(number(0, LATEST), is_left_out=True)] = 0.0


class FailureStatement(EnvironmentStatement, frozen=True):
    """The failure of a function or method that accesses files, `module:Qual.NAME`, with an OS error.

    `error` is its name in `errno`, `text` its message.
    """

    tag: ClassVar[str] = "failure"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(path)]
    error: Annotated[str, word(matching(_is_error, "a name in errno"))]
    text: Annotated[str, word(text)]


class StateStatement(EnvironmentStatement, frozen=True):
    """Set a module-level variable or a class attribute, `module:Qual.NAME`, to an earlier value.

    `sys.modules:NAME` is a module that is not installed; importing it yields the value.
    """

    tag: ClassVar[str] = "state"
    named_by: ClassVar[str] = "path"
    path: Annotated[str, word(path)]
    value: Reference


class ThreadsStatement(EnvironmentStatement, frozen=True):
    """Wait, at the end of the test, for the threads that were started in it.

    First the methods that end the threads are called: each is the id of an object and a name, such as
    `pool.shutdown` for a pool that the object holds.
    """

    tag: ClassVar[str] = "threads"
    encloses: ClassVar[bool] = True
    ends: Annotated[tuple[tuple[int, str], ...], _ENDS] = ()
