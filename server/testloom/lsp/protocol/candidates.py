"""Tests that wait for the user. The client's half is client/src/protocol/candidates.ts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from testloom.lsp.protocol.generating import EditedFile

CANDIDATES = "testloom/candidates"
CANDIDATES_CHANGED = "testloom/candidatesChanged"
PREVIEW = "testloom/preview"
EDIT = "testloom/edit"
RESET = "testloom/reset"
FORGET_DECISIONS = "testloom/forgetDecisions"
RUN_CANDIDATES = "testloom/runCandidates"
ACCEPT = "testloom/accept"
DISCARD = "testloom/discard"
RESTORE = "testloom/restore"


@dataclass(frozen=True, slots=True)
class FileParams:
    """The parameter of `testloom/forgetDecisions`: the URI of a source or test file."""

    uri: str


@dataclass(frozen=True, slots=True)
class ChosenTests:
    """Candidates, by their ids."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class EditParams:
    """The parameters of `testloom/edit`: the text that a user made of the preview of candidates."""

    ids: frozenset[str]
    text: str


@dataclass(frozen=True, slots=True)
class TrialParams:
    """The parameters of `testloom/runCandidates`."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class AcceptParams:
    """The parameters of `testloom/accept`; `where` answers the question which file."""

    ids: frozenset[str]
    where: Literal["extend", "new"] | None = None


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A line (from 0) and what is said of it."""

    line: int
    label: str


@dataclass(frozen=True, slots=True)
class WaitingTest:
    """A test function that waits; `uri` is the file that it belongs into, `subject` what it tests.

    `target` is the qualified name of that. One that is not `verified` comes from a search that goes on; one
    that is `edited` was changed by its user. When the project's tests ran last, others reached all that one
    reaches which is `covered`. It `covers` what no other of its job does, puts `doubles` for what has no
    other way to be built, calls `private` names, and `kills` small faults in the code; all in words. What it
    reaches of its subject are `lines` and `branches`.
    """

    id: str
    name: str
    source: str
    uri: str
    subject: str
    target: str
    verified: bool
    edited: bool
    covered: bool
    covers: tuple[str, ...]
    doubles: tuple[str, ...]
    private: tuple[str, ...]
    kills: tuple[str, ...]
    lines: tuple[int, ...]
    branches: tuple[LabelledLine, ...]


@dataclass(frozen=True, slots=True)
class WaitingTests:
    """The answer to `testloom/candidates`; while `searching`, some come and go.

    It is `restorable` what was discarded last.
    """

    tests: tuple[WaitingTest, ...]
    searching: bool
    restorable: bool


@dataclass(frozen=True, slots=True)
class RestoredTests:
    """The answer to `testloom/restore`: the ids of the candidates that wait again."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """A test file as it will be once candidates are accepted, and whether it `exists` already.

    The first of the candidates begins on `line` (from 0).
    """

    uri: str
    exists: bool
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TrialResult:
    """How a candidate ended; `line` (from 0) is where it failed, in its preview."""

    id: str
    outcome: str
    message: str
    report: str
    line: int | None


@dataclass(frozen=True, slots=True)
class TrialResults:
    """The answer to `testloom/runCandidates`."""

    results: tuple[TrialResult, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """The URIs of both files that tests may go into."""

    extend: str
    new: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The files that accepting has changed; or the `choices` that the user has to make first.

    The tests that `failed` go on waiting; a `message` says how many these are, and why the first does.
    """

    files: tuple[EditedFile, ...] = ()
    choices: Choices | None = None
    failed: tuple[TrialResult, ...] = ()
    message: str = ""
