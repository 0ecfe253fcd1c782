"""The request for tests, and its progress. The client's half is client/src/protocol/generating.ts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from testloom.model.events.jobs import Carving, Failed, Summary

GENERATE_TESTS = "testloom.generateTests"
STATUS = "testloom/status"
FINISHED = "testloom/finished"
REMEDY = "testloom/remedy"
ANSWERED = "testloom/answered"
BUSY = "testloom/busy"


@dataclass(frozen=True, slots=True)
class Position:
    """A place in a document; line and character count from 0."""

    line: int
    character: int = 0


@dataclass(frozen=True, slots=True)
class GenerateArguments:
    """The argument of the command `testloom.generateTests`.

    The target is the definition around the `position`; with a `scope`, the whole file or folder, or the
    line itself, with an `outcome` that outcome of its condition. With `review`, tests are offered as
    candidates instead of being put into their file. A `pair`, the targets of a caller and its callee,
    replaces the position. The search takes `effort` times as long as the settings say. Tests that are
    `renewed`, by their names, may be written anew. Only with `everything`, tests are generated for code
    that other tests cover, too.
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
        """The line of the target, or a line inside it; None for a whole file or folder."""
        return None if self.position is None or self.scope == "file" else self.position.line


@dataclass(frozen=True, slots=True)
class Started:
    """The answer to `testloom.generateTests`: the id of the job, which is also the token of its progress."""

    job: str


@dataclass(frozen=True, slots=True)
class Status:
    """The state of the server; the message is empty when it is idle."""

    state: Literal["idle", "working"]
    message: str = ""


@dataclass(frozen=True, slots=True)
class Busy:
    """Whether the user runs or debugs a program now."""

    busy: bool


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A test file that an edit created or changed; `line` (from 0) is where the new part begins.

    A file that was `unsaved` before also has changes of its user, which only the user saves.
    """

    uri: str
    created: bool
    line: int = 0
    unsaved: bool = False


@dataclass(frozen=True, slots=True)
class Remedy:
    """An action that the editor offers as a button to resolve an error.

    `line` (from 0) of the file `uri` is the place to go to, or to generate tests for with the scope
    `text`; otherwise `text` is to be copied or to be run in a terminal. The error may be that of a `job`,
    by its id.
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
    job: str = ""


@dataclass(frozen=True, slots=True)
class Answered:
    """The parameters of `testloom/answered`: the user has pressed a button of a `message`, or closed it."""

    message: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The end of a job; it has no summary if it was cancelled or its worker died.

    `offered` are the ids of the candidates that wait for the user, `message` is a description in words,
    and `remedies` are the possible actions.
    """

    job: str
    summary: Summary | Carving | None = None
    files: tuple[EditedFile, ...] = ()
    errors: tuple[Failed, ...] = ()
    cancelled: bool = False
    offered: tuple[str, ...] = ()
    message: str = ""
    remedies: tuple[Remedy, ...] = ()
