"""Reading of a recording: a SQLite file with a row for each call (docs/recording.md)."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from testloom.model.checks import Form, flag, optional, path, read_json, scalar, text, without_null
from testloom.model.errors import ProjectError, StoreError
from testloom.model.statements import (
    AttributeStatement,
    CallStatement,
    EnterStatement,
    InvokeStatement,
    TestCase,
)
from testloom.model.statements.decoding import DEEPEST, depth_of
from testloom.recording.definitions import ProjectNames, is_named_after
from testloom.recording.doubling import Unanswerable
from testloom.recording.opening import opened, rows
from testloom.recording.recipes import ForeignName, check_steps
from testloom.recording.records import Record
from testloom.recording.stops import BY_HAND, NOWHEN, Span, own_calls, read_stops, span_of

CALLS = (CallStatement, AttributeStatement, InvokeStatement, EnterStatement)
UNREADABLE = "its record is damaged"
NAMELESS = "its module cannot be imported by its name"


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A recorded call: the test case that repeats it, and how it ended.

    `raised` and `returned` are the classes, `module:Qualname`, of the exception and the result; one of
    them is "". `result` has the `value` of a plain result, `span` is the time of the call. With
    `is_withheld`, secrets and the contents of private files and variables that the call used are
    replaced by other values.
    """

    callable: str
    case: TestCase
    raised: str = ""
    returned: str = ""
    record: Record | None = None
    result: Mapping[str, Any] = field(default_factory=dict)
    span: Span = NOWHEN
    is_withheld: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """The calls of one or more runs, in the order in which they ended.

    `root` is the folder of the recorded code, and all files that a recording names are below it;
    `modules` are the files of the recorded modules; `lost` counts calls without a record, by reason.
    `gone` are modules with recorded calls whose files have been deleted since.
    """

    root: Path
    python: Path
    modules: Mapping[str, Path]
    calls: tuple[RecordedCall, ...]
    lost: Mapping[str, int]
    gone: Mapping[str, Path] = field(default_factory=dict)

    def of(self, module: str) -> list[RecordedCall]:
        """List the recorded calls of callables that a module defines."""
        return [call for call in self.calls if module_of(call.callable) == module]

    def chosen(self, callables: Collection[str]) -> Recording:
        """Restrict the recording to the calls of some functions; keep all if none are named."""
        if not callables:
            return self
        calls = tuple(call for call in self.calls if call.callable in callables)
        modules = {module_of(name) for name in callables}
        gone = {name: file for name, file in self.gone.items() if name in modules}
        return replace(self, calls=calls, lost={}, gone=gone)


def deleted(files: Iterable[Path]) -> ProjectError:
    """Create the error that reports recorded files as deleted."""
    names = ", ".join(map(str, files))
    return ProjectError(
        f"Deleted since the recording: {names}.", "Restore the file, or delete its recorded calls."
    )


def settle(file: Path) -> None:
    """Merge the recorder's write-ahead log into a recording, unless it is still being written.

    Raises:
        StoreError: if there is no recording in the file.
    """
    with opened(file, "rw") as connection, suppress(sqlite3.OperationalError):
        connection.execute("pragma journal_mode=delete")


def number_of_calls(file: Path) -> int:
    """Count the calls in a recording without checking them.

    Raises:
        StoreError: if there is no recording in the file.
    """
    with opened(file, "ro") as connection:
        return len(rows(connection, "calls", ("callable",)))


def read_recording(file: Path) -> Recording:
    """Read a recording from a file; a damaged row costs one call.

    Raises:
        StoreError: if there is no recording in the file, or it names files outside of its folder.
    """
    if not file.is_file():
        raise StoreError(
            f"The recording {file} does not exist.", "Create one with `testloom record -- SCRIPT`."
        )
    with opened(file, "ro") as connection:
        about = dict(rows(connection, "about", ("name", "value")))
        named = rows(connection, "modules", ("name", "file"))
        told = rows(connection, "calls", ("callable", "data"), "id")
        lost = Counter(str(reason) for (reason,) in rows(connection, "lost", ("reason",)))
        stops = read_stops(connection)
    try:
        root, python = (Path(without_null(read_json(str(about[name])))) for name in ("root", "python"))
    except (ValueError, KeyError) as error:
        raise StoreError(
            f"The recording {file} cannot be used: {error}.", "Record the program again."
        ) from error
    root = root.resolve()
    modules = _modules(file, root, named)
    recorded = {module_of(name) for name, _ in told}
    gone = {name: place for name, place in modules.items() if name in recorded and not place.is_file()}
    told = [row for row in told if module_of(row[0]) not in gone]
    modules = {name: place for name, place in modules.items() if place.is_file()}
    calls = _calls(told, ProjectNames(root, modules), modules, lost)
    own = own_calls([call.span for call in calls], stops)
    lost.update(BY_HAND for call in calls if not own(call.span))
    kept = tuple(call for call in calls if own(call.span))
    return Recording(root, python, modules, kept, dict(lost), gone)


def module_of(callable: object) -> str:
    """Return the name of the module that defines a callable, from its id."""
    return str(callable).partition(":")[0]


def _modules(journal: Path, root: Path, named: Sequence[tuple[Any, Any]]) -> dict[str, Path]:
    """Return the files of the recorded modules that can be imported by their names.

    Raises:
        StoreError: if a file is outside of the recorded folder.
    """
    found: dict[str, Path] = {}
    for name, place in named:
        file = Path(str(place).replace("\0", ""))
        if not file.is_absolute() or ".." in file.parts or not file.resolve().is_relative_to(root):
            raise StoreError(
                f"{journal} names {file}, which is outside of {root}.", "Record the program again."
            )
        if is_named_after(str(name), file):
            found[str(name)] = file
    return found


def _calls(
    told: Sequence[tuple[Any, Any]], project: ProjectNames, modules: Mapping[str, Path], lost: Counter[str]
) -> list[RecordedCall]:
    """Decode the calls that can be repeated; count the others by reason."""
    calls = []
    for name, data in told:
        if module_of(name) not in modules:
            lost[NAMELESS] += 1
            continue
        try:
            calls.append(_call(path(name), read_json(data), project))
        except (Unanswerable, ForeignName) as reason:
            lost[str(reason)] += 1
        except (TypeError, ValueError):
            lost[UNREADABLE] += 1
    return calls


_ended = Form.of(
    dict,
    0,
    raised=text,
    returned=text,
    value=scalar,
    empty=flag,
    span=optional(span_of),
    withheld=flag,
)


def _call(name: str, data: Any, project: ProjectNames) -> RecordedCall:
    """Decode a call from its record.

    Raises:
        Unanswerable: if the answers of a double are not known.
        ForeignName: if a step uses a name that the project does not define.
        ValueError: if the record is damaged.
    """
    record = Record.decode(data)
    check_steps(record.steps, project)
    for place in record.places.values():
        if not project.is_own(place):
            raise ForeignName(place)
    case = _case(record)
    if not case.statements or not isinstance(case.statements[-1], CALLS):
        raise ValueError("the steps do not end with a call")
    if depth_of(case.statements) > DEEPEST:
        raise ValueError("the steps are nested too deeply")
    ended = _ended.from_object(data)
    result = {part: ended[part] for part in ("value", "empty") if part in ended}
    span = ended.get("span") or NOWHEN
    raised, returned = ended.get("raised", ""), ended.get("returned", "")
    name, is_withheld = name.removesuffix(".__init__"), ended.get("withheld", False)
    return RecordedCall(name, case, raised, returned, record, result, span, is_withheld)


def _case(record: Record) -> TestCase:
    """Make the test case of a record: with the real objects that modules look up, or else with doubles."""
    try:
        return record.case()
    except Unanswerable:
        if record.places:
            return record.case(placed=record.places)
        raise
