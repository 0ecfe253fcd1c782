"""Events of a job while it runs.

An event is one JSON object; `event` names its kind. The command line prints them with `--json`, a worker
sends them to the language server, one per line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any, TypeAlias

from testloom.model.errors import ProjectError, SubjectError, TestloomError
from testloom.model.events.coverage import ChosenTest, CoverageSummary, FileCoverage, RanTest, TestsSummary
from testloom.model.events.nearness import NearMiss
from testloom.model.events.units import ProjectSummary, UnitDone, UnitSuite


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a job: `fraction` lies in 0 to 1.

    `phase` is `load`, `search`, `assert` or `verify`, `repeat` while recorded calls are repeated, `project`
    for all jobs of a project, or `test` while the project's own tests run. For a job about several files,
    `file` is the number of the present one, from 1. For `verified` of the `covered` goals there are
    verified tests.
    """

    phase: str
    fraction: float
    goals: int = 0
    covered: int = 0
    executions_per_second: float = 0.0
    file: int = 1
    files: int = 1
    verified: int = 0


@dataclass(frozen=True, slots=True)
class GoalCovered:
    """A goal was reached for the first time."""

    goal: str
    line: int
    label: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """A test that passed verification; `source` is the test function, `covers` the goals only it covers.

    `doubles` are the replaced objects (`module:NAME`, or the names that are looked up in an object),
    `private` the private names it calls: there was no other way to its goals. `kills` are the mutants
    that it kills, in words. `lines` and `branches` (line and label) are those that it reaches in the
    file it tests.
    """

    id: str
    name: str
    source: str
    file: str
    target: str
    covers: tuple[str, ...] = ()
    doubles: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    kills: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    branches: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Draft(Candidate):
    """A test that a search has found so far; it has not been verified, and may be replaced."""


@dataclass(frozen=True, slots=True)
class Drafted:
    """All present drafts, by their ids; `text` is the test file with these drafts."""

    file: str
    text: str
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Discarded:
    """A test that was not kept, and the reason."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Withheld:
    """Private files that the code under test read: hidden, ignored by git or outside of the project.

    Tests contain nothing of their contents.
    """

    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SlowImport:
    """The import of the module takes this many seconds, in each process that runs its tests."""

    file: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Outdated:
    """A test that an earlier run wrote, that nobody has edited, and that no longer passes.

    `reason` is one of the three below, `what` gives details. `source` is the test as it would be written now;
    if the signature has changed, it is already in the file. If it is empty, the test is best deleted.
    """

    name: str
    file: str
    reason: str
    what: str
    source: str = ""


BEHAVIOUR_CHANGED = "behaviour-changed"
SIGNATURE_CHANGED = "signature-changed"
REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Unreached:
    """A goal that no written test covers; `reason` is one of `events.reasons`, `nearest` the best distance.

    `denied` lists the actions that the guard refused on the way there, if that is the reason. `decided` is
    the line of the condition that decides whether the goal is reached, and `outcome` the required outcome;
    the line is the goal's own if no condition decides. `closest` is the comparison at which the nearest test
    failed, if known. `because` gives details of the reason: the line that raises an exception, or why a test
    was discarded. `tries` counts, for each operator of the search, the tests that it made in order to come
    nearer to the goal.
    """

    goal: str
    line: int
    label: str
    reason: str
    nearest: float | None = None
    denied: tuple[str, ...] = ()
    decided: int = 0
    outcome: bool | None = None
    closest: NearMiss | None = None
    because: str = ""
    tries: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Covered:
    """A goal that a written test covers.

    `test` is the function in the test file `file`, both empty for tests that earlier runs have written.
    `operator` is the operator that made the first test which reached it, empty for seeds; `decided` and
    `tries` are as in `Unreached`.
    """

    goal: str
    line: int
    label: str
    decided: int = 0
    test: str = ""
    file: str = ""
    operator: str = ""
    tries: Mapping[str, int] = field(default_factory=dict)


DOCUMENTATION = "documentation:"


@dataclass(frozen=True, slots=True)
class Finding:
    """Plausible arguments make a callable raise or return what contradicts its documentation.

    `target` is the callable's id, `line` its first line. `exception` is `module:Qualname`; for a call that
    crashes the interpreter, it is `signal:NAME`; for a contradiction, `documentation:` followed by the text
    that is contradicted: the code has `returned` another value, or else raises the `message`. `source` is the
    shortest test that shows the finding, `complete` a file with only that test, empty if the test would end
    its run.
    """

    target: str
    line: int
    exception: str
    message: str
    source: str
    complete: str = ""
    returned: str = ""

    @property
    def is_crash(self) -> bool:
        """Whether the call crashes the interpreter."""
        return self.exception.startswith("signal:")

    @property
    def is_contradiction(self) -> bool:
        """Whether it is a contradiction of the documentation."""
        return self.exception.startswith(DOCUMENTATION)

    @property
    def said(self) -> str:
        """The statement of the documentation that is contradicted."""
        return self.exception.removeprefix(DOCUMENTATION)


@dataclass(frozen=True, slots=True)
class Survivor:
    """A mutant of the subject, `after` for `before` in `line`, that no delivered test kills.

    `function` is the qualified name of the function that contains the line; `operator` is the mutation
    operator. `reached` says that a test ran the mutated code.
    """

    line: int
    function: str
    operator: str
    before: str
    after: str
    reached: bool


@dataclass(frozen=True, slots=True)
class FileReady:
    """The whole new text of a test file; `created` says that there was none before.

    If the text is the same as before, the file is not `changed`. If its tests pass only with another folder
    in pytest's `pythonpath`, this folder is `lacking`. A file outside of pytest's `testpaths` is `apart`.
    """

    path: str
    text: str
    created: bool
    changed: bool = True
    lacking: str = ""
    apart: bool = False


@dataclass(frozen=True, slots=True)
class SameName:
    """Other `files` that tests import under the module name of the file that tests were made for.

    pytest cannot run tests of both at once.
    """

    module: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """The job, or one of its targets, cannot go on: what happened, to what, and what to do next.

    `line` is the line where code failed to load, or where a file is not valid Python, if known.
    """

    code: str
    what: str
    advice: str
    target: str = ""
    line: int | None = None

    @classmethod
    def of(cls, error: TestloomError, target: str = "") -> Failed:
        """Create the event for an error, about the error's file or else the target."""
        if isinstance(error, SubjectError):
            return cls(error.code, error.what, error.advice, target, error.line)
        if isinstance(error, ProjectError) and error.file:
            return cls(type(error).__name__, error.what, error.advice, str(error.file), error.line)
        return cls(type(error).__name__, error.what, error.advice, target)


@dataclass(frozen=True, slots=True)
class Summary:
    """The last event of every job. Coverage is coverage.py's percentage of the subject, 0 to 100.

    `mutants` counts the mutants of the code that the job is about, `killed` those that a delivered test
    kills. `operators` gives, for each operator of the search, the number of tests that it made (`tried`), of
    goals that these were the first to cover (`covered`), and of goals that they came `nearer` to; `providers`
    gives the same for value providers. `left_out` is the number of goals that were left out because the
    project's own tests cover them. If these tests were to count but do not, their run took longer than
    `uncounted` seconds; 0 means that some failed under the guard, or covered nothing of the code.
    """

    goals: int = 0
    covered: int = 0
    tests: int = 0
    executions: int = 0
    executions_per_second: float = 0.0
    seconds: float = 0.0
    mutants: int = 0
    killed: int = 0
    unreached: Mapping[str, int] = field(default_factory=dict)
    discarded: Mapping[str, int] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    coverage: float | None = None
    left_out: int = 0
    uncounted: float | None = None
    operators: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    providers: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PairSummary(Summary):
    """The last event of a job about a caller and a callee; what is covered is so by delivered tests."""

    coupled_branches: int = 0
    covered_coupled_branches: int = 0


@dataclass(frozen=True, slots=True)
class Carving:
    """The last event of a job that makes tests of a recording; `dropped` counts dropped calls by reason.

    `checks` counts the tests that check the answers of doubles in other tests.
    """

    calls: int = 0
    distinct_calls: int = 0
    tests: int = 0
    checks: int = 0
    dropped: Mapping[str, int] = field(default_factory=dict)
    files: tuple[str, ...] = ()


Event: TypeAlias = (
    Progress
    | GoalCovered
    | Candidate
    | Draft
    | Drafted
    | Discarded
    | Withheld
    | SlowImport
    | Outdated
    | Unreached
    | Covered
    | Finding
    | Survivor
    | UnitSuite
    | UnitDone
    | FileReady
    | SameName
    | Failed
    | Summary
    | PairSummary
    | Carving
    | ProjectSummary
    | RanTest
    | FileCoverage
    | CoverageSummary
    | ChosenTest
    | TestsSummary
)
EventSink: TypeAlias = Callable[[Event], None]

NAMES: Mapping[type, str] = {
    Progress: "progress",
    GoalCovered: "goal",
    Candidate: "candidate",
    Draft: "draft",
    Drafted: "drafted",
    Discarded: "discarded",
    Withheld: "withheld",
    SlowImport: "slow-import",
    Outdated: "outdated",
    Unreached: "unreached",
    Covered: "covered",
    Finding: "finding",
    Survivor: "survivor",
    UnitSuite: "suite",
    UnitDone: "unit",
    FileReady: "file",
    SameName: "same-name",
    Failed: "error",
    Summary: "summary",
    PairSummary: "summary",
    Carving: "summary",
    ProjectSummary: "summary",
    RanTest: "test",
    FileCoverage: "coverage",
    CoverageSummary: "summary",
    ChosenTest: "chosen",
    TestsSummary: "summary",
}


def encode_event(event: Event) -> dict[str, Any]:
    """Encode the event as a JSON object."""
    return {"event": NAMES[type(event)], **asdict(event)}


def decode_event(data: Mapping[str, Any]) -> Event:
    """Decode an event from the form that `encode_event` builds.

    Raises:
        ValueError: if the data is not an event: its name is unknown, or its fields are not the event's.
    """
    values = {name: _decoded(value) for name, value in data.items()}
    name = values.pop("event", None)
    kinds = [kind for kind, known in NAMES.items() if known == name and _has_fields(kind, values)]
    try:
        event: Event = kinds[0](**values)
    except (IndexError, TypeError) as error:
        raise ValueError(f"{name!r} is not an event with the fields {', '.join(sorted(values))}") from error
    return event


def _decoded(value: Any) -> Any:
    """Decode the value of a field."""
    match value:
        case list():
            return tuple(map(_decoded, value))
        case {"source": _, "seen": _, "wanted": _}:
            return NearMiss(**value)
    return value


def _has_fields(kind: Any, values: Mapping[str, Any]) -> bool:
    return {entry.name for entry in fields(kind)}.issuperset(values)
