"""Messages about candidates. The client's half is client/src/protocol/candidates.ts."""

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
    """The parameters of `testloom/edit`: the preview of candidates, as edited by the user."""

    ids: frozenset[str]
    text: str


@dataclass(frozen=True, slots=True)
class TrialParams:
    """The parameters of `testloom/runCandidates`."""

    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class AcceptParams:
    """The parameters of `testloom/accept`; `where` answers the question which file to use."""

    ids: frozenset[str]
    where: Literal["extend", "new"] | None = None


@dataclass(frozen=True, slots=True)
class LabelledLine:
    """A line (from 0) and its label."""

    line: int
    label: str


@dataclass(frozen=True, slots=True)
class WaitingTest:
    """A test function that waits; `uri` is the file that it belongs into, `subject` the file that it tests.

    `target` is the qualified name of the code it tests. A test that is not `verified` comes from a
    search under way; an `edited` test was changed by its user. A test is `covered` if the last run of
    the project's tests reached everything that it reaches. It `covers` goals that no other test of its
    job covers, uses `doubles` for objects that cannot be built otherwise, calls `private` names, and
    `kills` mutants; all in words. `lines` and `branches` are those that it reaches in its subject,
    and empty if that has changed since.
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
    """The answer to `testloom/candidates`; during a search (`searching`), some tests come and go.

    `restorable` says whether the last discarded tests can be restored.
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

    The first candidate begins on `line` (from 0).
    """

    uri: str
    exists: bool
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class TrialResult:
    """The outcome of a candidate; `line` (from 0) is where it failed, in its preview."""

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
    """The URIs of the two files that tests may go into."""

    extend: str
    new: str


@dataclass(frozen=True, slots=True)
class Accepted:
    """The files changed by accepting; or the `choices` that the user has to make first.

    The tests that `failed` go on waiting; a `message` says how many have failed, and why the first one
    did.
    """

    files: tuple[EditedFile, ...] = ()
    choices: Choices | None = None
    failed: tuple[TrialResult, ...] = ()
    message: str = ""
