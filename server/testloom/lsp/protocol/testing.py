"""Runs of the project's tests, and their coverage. The client's half is client/src/protocol/testing.ts."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.lsp.protocol.generating import EditedFile

RUN_TESTS = "testloom/runTests"
DEBUG_TESTS = "testloom/debugTests"
DEBUGGED_TESTS = "testloom/debuggedTests"
PROJECTS = "testloom/projects"
TEST = "testloom/test"
COVERAGE = "testloom/coverage"
CHANGED_LINES = "testloom/changedLines"
DISCOVER = "testloom/discover"
TESTS_OF_LINE = "testloom/testsOfLine"
UPDATED = "testloom/updated"
ACCEPT_VALUE = "testloom.acceptNewValue"
RENEW_TEST = "testloom.renewTest"
KNOWN_BUG = "testloom.knownBug"


@dataclass(frozen=True, slots=True)
class RunTestsParams:
    """The parameters of `testloom/runTests`: run the tests of the project that `uri` belongs to.

    `tests` are node ids, none for all; `affected` selects the tests that changes affect, `generated`
    those that Testloom wrote. With `record`, their calls are recorded; with `covered`, the editor shows
    their coverage. `run` is in every `testloom/test` message about the run.
    """

    run: str
    uri: str
    tests: tuple[str, ...] = ()
    affected: bool = False
    generated: bool = False
    record: bool = False
    covered: bool = False


@dataclass(frozen=True, slots=True)
class DebugTestsParams:
    """The parameters of `testloom/debugTests`: how to debug tests of the project that a folder belongs to.

    `uri` is the folder; `tests` are node ids, none for all. The answer is `HowToDebug`.
    """

    run: str
    uri: str
    tests: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DebuggedTestsParams:
    """The parameters of `testloom/debuggedTests`: the debugger of a `run` has ended.

    The `testloom/test` messages about the run come before the answer.
    """

    run: str


@dataclass(frozen=True, slots=True)
class Files:
    """The parameters of `testloom/projects`: files; and its answer: one of these files for each project."""

    uris: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReachedFile:
    """The coverage of a file, each as (reached, total), and the tests that reach it."""

    uri: str
    lines: tuple[int, int]
    branches: tuple[int, int]
    tests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RanTests:
    """The answer to `testloom/runTests`: the coverage of all tests of the project, as far as it is known.

    `project` is the URI of its folder.
    """

    project: str
    files: tuple[ReachedFile, ...] = ()


@dataclass(frozen=True, slots=True)
class StaleChange:
    """The reason why a test fails since the code has changed; a part of `testloom/test`.

    `what` is in words, such as `total(3) was 9, is now 12`; `line` is that of the assertion. The change
    is `acceptable` if the new value can be put into the test, and the test is `generated` if Testloom
    wrote it and can write it anew.
    """

    what: str
    line: int
    expected: str
    actual: str
    acceptable: bool
    generated: bool


@dataclass(frozen=True, slots=True)
class StaleArguments:
    """The argument of commands about stale tests: a function of a test file, with the id of its table row."""

    uri: str
    test: str


@dataclass(frozen=True, slots=True)
class UpdatedFiles:
    """The parameters of `testloom/updated`: files that an edit has changed, to be saved."""

    files: tuple[EditedFile, ...]


@dataclass(frozen=True, slots=True)
class CoverageParams:
    """The parameters of `testloom/coverage`: a file, and a test; None for the coverage by all tests."""

    uri: str
    test: str | None = None


@dataclass(frozen=True, slots=True)
class BranchCount:
    """A branch in words, and the number of tests that take it."""

    label: str
    count: int


@dataclass(frozen=True, slots=True)
class StatementCount:
    """A statement, and the number of tests that reach it; its line counts from 0."""

    line: int
    count: int
    branches: tuple[BranchCount, ...]


@dataclass(frozen=True, slots=True)
class DeclarationCount:
    """A function, and the number of tests that call it; its line counts from 0."""

    name: str
    line: int
    count: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """The answer to `testloom/coverage`; empty if the file has not been measured."""

    statements: tuple[StatementCount, ...] = ()
    declarations: tuple[DeclarationCount, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedLinesParams:
    """The parameters of `testloom/changedLines`."""

    uri: str


@dataclass(frozen=True, slots=True)
class ChangedLines:
    """The lines of a document (from 0) that have changed since coverage was measured."""

    lines: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class LineParams:
    """The parameters of `testloom/testsOfLine`; `line` counts from 0."""

    uri: str
    line: int


@dataclass(frozen=True, slots=True)
class TestPlace:
    """A test that reaches a line, and its place; `line` counts from 0."""

    test: str
    uri: str
    line: int


@dataclass(frozen=True, slots=True)
class TestsOfLine:
    """The answer to `testloom/testsOfLine`."""

    tests: tuple[TestPlace, ...]


@dataclass(frozen=True, slots=True)
class DiscoverParams:
    """The parameters of `testloom/discover`: a folder of the workspace."""

    uri: str


@dataclass(frozen=True, slots=True)
class DiscoveredTest:
    """A test of the project, and whether it is an unedited test of Testloom.

    `file` is the one that pytest has collected it from. Its function stands in `uri`, on `line` (from 0): a
    class may inherit it from another file.
    """

    test: str
    file: str
    uri: str
    line: int
    generated: bool = False


@dataclass(frozen=True, slots=True)
class BrokenTests:
    """A folder, a file or a class that pytest cannot collect tests from, also a part of `testloom/test`.

    `test` is its node id, `file` its file; of a folder, the one with the cause. The first line of the
    `message` says what is wrong where, the rest is pytest's report. `uri` and `line` (from 0) are the place
    of the cause, which may be in another file.
    """

    test: str
    file: str
    message: str
    uri: str
    line: int


@dataclass(frozen=True, slots=True)
class DiscoveredTests:
    """The answer to `testloom/discover`."""

    tests: tuple[DiscoveredTest, ...]
    broken: tuple[BrokenTests, ...] = ()
