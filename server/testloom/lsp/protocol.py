"""What client and server say to each other beyond the Language Server Protocol.

The client's half is client/src/protocol.ts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from testloom.model.errors import UsageError
from testloom.model.events import Failed, Summary

GENERATE_TESTS = "testloom.generateTests"
STATUS = "testloom/status"
FINISHED = "testloom/finished"
RUN_TESTS = "testloom/runTests"
TEST = "testloom/test"
COVERAGE = "testloom/coverage"
TESTS_OF_LINE = "testloom/testsOfLine"
CANDIDATES = "testloom/candidates"
CANDIDATES_CHANGED = "testloom/candidatesChanged"
PREVIEW = "testloom/preview"
ACCEPT = "testloom/accept"
DISCARD = "testloom/discard"
SHOW_LOG = "testloom/showLog"
EXPECT_EXCEPTION = "testloom.expectException"
FAILING_TEST = "testloom/failingTest"
ADD_FAILING_TEST = "testloom.addFailingTest"
EDIT = "testloom/edit"
RESET = "testloom/reset"
RUN_CANDIDATES = "testloom/runCandidates"
ACCEPT_VALUE = "testloom.acceptNewValue"
RENEW_TEST = "testloom.renewTest"
KNOWN_BUG = "testloom.knownBug"


@dataclass(frozen=True, slots=True)
class GenerateArguments:
    """The argument of the command `testloom.generateTests`.

    `line` counts from 0 and is None for the whole file or folder. With `is_exact`, the line itself is
    meant instead of what encloses it, with an `outcome` that way out of the condition on it. `python` is the
    interpreter that the editor's Python extension or a setting names. With `review`, tests are offered as
    candidates instead of being put into their file. A `pair` are the targets of a caller and its callee,
    which are meant instead. The search takes `effort` times as long as the settings say. Tests that are
    `renewed`, by their names, may be written anew.
    """

    uri: str
    line: int | None = None
    python: str | None = None
    is_exact: bool = False
    outcome: bool | None = None
    review: bool = False
    pair: tuple[str, str] | None = None
    effort: float = 1.0
    renewed: tuple[str, ...] = ()

    @classmethod
    def decode(cls, data: object) -> GenerateArguments:
        """Read `{uri, position?: {line, character}, scope?: "file" | "line", outcome?, python?, review?}`.

        For a pair it also has `pair: [caller, callee]`, for a longer search `effort: times`.

        Raises:
            UsageError: if it is anything else.
        """
        match data:
            case {"uri": str(uri), **rest}:
                outcome = rest.get("outcome")
                return cls(
                    uri,
                    _line(rest),
                    _text(rest.get("python")),
                    is_exact=rest.get("scope") == "line",
                    outcome=outcome if isinstance(outcome, bool) else None,
                    review=rest.get("review") is True,
                    pair=_pair(rest.get("pair")),
                    effort=_effort(rest.get("effort")),
                )
        raise UsageError(f"{GENERATE_TESTS} takes an object with a uri, not {data!r}.")


@dataclass(frozen=True, slots=True)
class FindingArguments:
    """The argument of commands and questions about findings: an exception of a callable in a file.

    The test that shows it is wanted, too, if it comes `with_test`.
    """

    uri: str
    target: str
    exception: str
    with_test: bool = False

    @classmethod
    def decode(cls, data: object) -> FindingArguments:
        """Read `{uri, target, exception, withTest?}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"uri": str(uri), "target": str(target), "exception": str(exception), **rest}:
                return cls(uri, target, exception, with_test=rest.get("withTest") is True)
        raise UsageError(f"A finding is named by its uri, target and exception, not by {data!r}.")


@dataclass(frozen=True, slots=True)
class StaleArguments:
    """The argument of commands about stale tests: a function of a test file, with the id of its row."""

    uri: str
    test: str

    @classmethod
    def decode(cls, data: object) -> StaleArguments:
        """Read `{uri, test}`.

        Raises:
            UsageError: if it is anything else.
        """
        match data:
            case {"uri": str(uri), "test": str(test)}:
                return cls(uri, test)
        raise UsageError(f"A stale test is named by an object with a uri and a test, not by {data!r}.")


@dataclass(frozen=True, slots=True)
class RunTestsParams:
    """The parameters of `testloom/runTests`: run the tests of the project that `uri` belongs to.

    `tests` are node ids, none for all; with `affected_by`, those that reach that file; `generated`, those
    that Testloom wrote. With `record`, what they call is recorded. `run` is in every `testloom/test` that
    tells how it goes.
    """

    run: str
    uri: str
    tests: tuple[str, ...] = ()
    affected_by: str | None = None
    python: str | None = None
    generated: bool = False
    record: bool = False

    @classmethod
    def decode(cls, data: object) -> RunTestsParams:
        """Read `{run, uri, tests?, affectedBy?, python?, generated?, record?}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"run": str(run), "uri": str(uri), **rest}:
                tests = rest.get("tests")
                named = tuple(str(test) for test in tests) if isinstance(tests, list) else ()
                return cls(
                    run,
                    uri,
                    named,
                    _text(rest.get("affectedBy")),
                    _text(rest.get("python")),
                    generated=rest.get("generated") is True,
                    record=rest.get("record") is True,
                )
        raise UsageError(f"{RUN_TESTS} takes an object with a run and a uri, not {data!r}.")


@dataclass(frozen=True, slots=True)
class CoverageParams:
    """The parameters of `testloom/coverage`: what is reached of a file, by one test or by any."""

    uri: str
    test: str | None = None

    @classmethod
    def decode(cls, data: object) -> CoverageParams:
        """Read `{uri, test?}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"uri": str(uri), **rest}:
                return cls(uri, _text(rest.get("test")))
        raise UsageError(f"{COVERAGE} takes an object with a uri, not {data!r}.")


@dataclass(frozen=True, slots=True)
class LineParams:
    """The parameters of `testloom/testsOfLine`; `line` counts from 0."""

    uri: str
    line: int

    @classmethod
    def decode(cls, data: object) -> LineParams:
        """Read `{uri, line}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"uri": str(uri), "line": int(line)}:
                return cls(uri, line)
        raise UsageError(f"{TESTS_OF_LINE} takes an object with a uri and a line, not {data!r}.")


@dataclass(frozen=True, slots=True)
class EditParams:
    """The parameters of `testloom/edit`: the text that a user made of the preview of candidates."""

    ids: frozenset[str]
    text: str

    @classmethod
    def decode(cls, data: object) -> EditParams:
        """Read `{ids, text}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"text": str(text)}:
                return cls(decode_ids(data), text)
        raise UsageError(f"{EDIT} takes an object with ids and a text, not {data!r}.")


@dataclass(frozen=True, slots=True)
class TrialParams:
    """The parameters of `testloom/runCandidates`; `python` is the project's interpreter."""

    ids: frozenset[str]
    python: str | None = None

    @classmethod
    def decode(cls, data: object) -> TrialParams:
        """Read `{ids, python?}`.

        Raises:
            UsageError: if it is anything else.
        """
        ids, fields = decode_ids(data), fields_of(data)
        return cls(ids, _text(fields.get("python")) if isinstance(fields, Mapping) else None)


@dataclass(frozen=True, slots=True)
class AcceptParams:
    """The parameters of `testloom/accept`; `where` (`extend` or `new`) answers the question which file."""

    ids: frozenset[str]
    where: str | None = None

    @classmethod
    def decode(cls, data: object) -> AcceptParams:
        """Read `{ids, where?}`.

        Raises:
            UsageError: if it is anything else.
        """
        match fields_of(data):
            case {"where": "extend" | "new" as where}:
                return cls(decode_ids(data), where)
        return cls(decode_ids(data))


def decode_ids(data: object) -> frozenset[str]:
    """The ids of candidates, from `{ids}`.

    Raises:
        UsageError: if it is anything else.
    """
    match fields_of(data):
        case {"ids": list(ids)}:
            return frozenset(str(id) for id in ids)
    raise UsageError(f"Candidates are named by an object with ids, not by {data!r}.")


def fields_of(data: object) -> object:
    """The fields of what came as the parameters of a message that LSP does not know."""
    as_dict = getattr(data, "_asdict", None)
    return as_dict() if callable(as_dict) else data


def _line(data: Mapping[object, object]) -> int | None:
    match data:
        case {"scope": "file"}:
            return None
        case {"position": {"line": int(line)}}:
            return line
    return None


def _pair(data: object) -> tuple[str, str] | None:
    match data:
        case [str(caller), str(callee)]:
            return caller, callee
    return None


def _effort(value: object) -> float:
    return float(value) if isinstance(value, int | float) and value > 0 else 1.0


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


@dataclass(frozen=True, slots=True)
class Status:
    """What the server is doing; `message` is empty when it is idle."""

    message: str = ""

    def encode(self) -> dict[str, Any]:
        """The parameters of `testloom/status`."""
        return {"state": "working" if self.message else "idle", "message": self.message}


@dataclass(frozen=True, slots=True)
class EditedFile:
    """A test file that the edit of a job made or changed; `line` (from 0) is where what is new begins."""

    uri: str
    created: bool
    line: int = 0


@dataclass(frozen=True, slots=True)
class Finished:
    """How a job ended; it has no summary if it was cancelled or its worker died.

    `offered` are the ids of the candidates that wait for the user, `message` says it in words.
    """

    job: str
    summary: Summary | None = None
    files: tuple[EditedFile, ...] = ()
    errors: tuple[Failed, ...] = ()
    cancelled: bool = False
    offered: tuple[str, ...] = ()
    message: str = ""

    def encode(self) -> dict[str, Any]:
        """The parameters of `testloom/finished`."""
        return asdict(self)
