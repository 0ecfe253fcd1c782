"""The request for tests, and how it goes. The client's half is client/src/protocol/generating.ts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from testloom.model.events.jobs import Carving, Failed, Summary

GENERATE_TESTS = "testloom.generateTests"
STATUS = "testloom/status"
FINISHED = "testloom/finished"
REMEDY = "testloom/remedy"
BUSY = "testloom/busy"


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a document; both count from 0."""

    line: int
    character: int = 0


@dataclass(frozen=True, slots=True)
class GenerateArguments:
    """The argument of the command `testloom.generateTests`.

    What encloses the `position` is meant; with a `scope`, the whole file or folder, or the very line, with an
    `outcome` that way out of the condition on it. With `review`, tests are offered as candidates instead of
    being put into their file. A `pair` are the targets of a caller and its callee, which are meant instead.
    The search takes `effort` times as long as the settings say. Tests that are `renewed`, by their names, may
    be written anew. Only for `everything`, tests are generated for what others cover, too.
    """

    uri: str
    position: Position | None = None
    scope: Literal["file", "line"] | None = None
    outcome: bool | None = None
    review: bool = False
    pair: tuple[str, str] | None = None
    effort: float = 1.0
    renewed: tuple[str, ...] = ()
    everything: bool = False

    @property
    def line(self) -> int | None:
        """The line that is meant, or that stands for what encloses it; None for the whole file or folder."""
        return None if self.position is None or self.scope == "file" else self.position.line


@dataclass(frozen=True, slots=True)
class Started:
    """The answer to `testloom.generateTests`: the id of the job, which its progress has for a token."""

    job: str


@dataclass(frozen=True, slots=True)
class Status:
    """What the server is doing; the message is empty when it is idle."""

    state: Literal["idle", "working"]
    message: str = ""


@dataclass(frozen=True, slots=True)
class Busy:
    """Whether the user runs or debugs a program now."""

    busy: bool


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A test file that an edit made or changed; `line` (from 0) is where what is new begins.

    One that was `unsaved` before has changes of its user, too, which only they save.
    """

    uri: str
    created: bool
    line: int = 0
    unsaved: bool = False


@dataclass(frozen=True, slots=True)
class Remedy:
    """What the editor can do about an error once its user presses a button.

    `line` (from 0) of the file `uri` is where to go, or what to generate tests for with the scope `text`;
    else that is what to copy or to run in a terminal.
    """

    kind: Literal[
        "copy",
        "createEnvironment",
        "doctor",
        "generate",
        "goTo",
        "install",
        "runTests",
        "selectInterpreter",
        "showLog",
    ]
    title: str
    uri: str = ""
    line: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class Finished:
    """How a job ended; it has no summary if it was cancelled or its worker died.

    `offered` are the ids of the candidates that wait for the user, `message` says it in words, and `remedies`
    are what can be done about it.
    """

    job: str
    summary: Summary | Carving | None = None
    files: tuple[EditedFile, ...] = ()
    errors: tuple[Failed, ...] = ()
    cancelled: bool = False
    offered: tuple[str, ...] = ()
    message: str = ""
    remedies: tuple[Remedy, ...] = ()
