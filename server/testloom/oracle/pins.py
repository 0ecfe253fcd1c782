"""What a test may have to say of its environment: for each thing that it touched and did not set."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from testloom.model.execution import CLOCK_START, Touch
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    Statement,
    TestCase,
    decode_scalar,
)
from testloom.model.statements.environment import (
    CHECKED,
    PAUSES,
    SEEDED,
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    RestoreStatement,
    StateStatement,
    VariableStatement,
)
from testloom.model.subject import PathConstant
from testloom.model.types import Scalar
from testloom.oracle.drives import answers as elsewhere
from testloom.oracle.drives import moments, texts

PROGRAM = "program"
COUNTED = 7
"""How many steps a counter is ahead where it is seen whether that matters."""
MOST_ANSWERS = 4
"""A function that answers differently more often than this is not pinned: nobody would read the test."""
NO_PATHS: Mapping[str, PathConstant] = MappingProxyType({})
IN_FOLDER = ("file", "listing", "folder")


Drive: TypeAlias = tuple[Statement, ...]
"""Statements that replace those of a pin with something else; empty to leave it to the machine."""
AS_IT_COMES: tuple[Drive, ...] = ((), (), ())
"""Nothing is set: each variant runs on another day and machine, with other random values."""

VARIABLES = "os:environ"
HOME, HOMES = "HOME", ("/root", "/home/user", "/Users/user", "/")


@dataclass(frozen=True, slots=True)
class Pin:
    """Statements that say what a test saw, and the drives by which it is seen whether that matters.

    A pin that is `sure` stays even if nothing is seen to depend on it.
    """

    statements: tuple[Statement, ...]
    drives: tuple[Drive, ...] = AS_IT_COMES
    sure: bool = False


def secret_names(touched: Iterable[Touch]) -> tuple[str, ...]:
    """The names, `module:NAME`, through which lines are asked for that are not shown."""
    return tuple(sorted({touch[1] for touch in touched if touch[0] == "secret"}))


def clock_names(touched: Iterable[Touch]) -> tuple[tuple[str, str], ...]:
    """The names through which the clock is read, each as `module:NAME` and with what it stands for.

    Where objects are checked for being of a class of dates, that is another thing that its name stands for.
    """
    touched = list(touched)
    read = {(touch[1], touch[2]) for touch in touched if touch[0] == "clock"}
    checked = {touch[1] for touch in touched if touch[0] == "class"}
    kinds = {(path, name.partition(".")[0]) for path, name in read if path in checked and "." in name}
    return tuple(sorted(read | {(path, f"{kind}.{CHECKED}") for path, kind in kinds}))


def clock_drives(names: Iterator[int], constants: Iterable[Scalar]) -> tuple[Drive, ...]:
    """Other dates and hours; first two clocks that run, which reveal most of what depends on the clock."""
    return ((), (), *((ClockStatement(next(names), moment),) for moment in moments(constants)))


def pins_of(
    case: TestCase,
    touched: Sequence[Touch],
    names: Iterator[int],
    paths: Mapping[str, PathConstant],
    constants: Sequence[Scalar] = (),
) -> Iterator[Pin]:
    """What a test may have to say.

    `names` gives unused ids, `paths` say where files lie, `constants` are those that the code compares with.
    """
    parts = {touch[0] for touch in touched}
    own = [statement for statement in case.statements if isinstance(statement, EnvironmentStatement)]
    known = {statement.tag for statement in own}
    yield from _path_pins(own, touched, names, paths)
    yield from _folder_pins(own, touched, names, paths)
    if "console" in parts - known:
        yield Pin((ConsoleStatement(next(names), (), secret_names(touched)),), sure=True)
    if "clock" in parts - known:
        read = clock_names(touched)
        sleeps = any(name in PAUSES for _, name in read)
        clock = ClockStatement(next(names), CLOCK_START, read)
        yield Pin((clock,), clock_drives(names, constants), sure=sleeps)
    if "chance" in parts - known:
        # No number of draws shows that a rarer one makes no difference.
        yield Pin((ChanceStatement(next(names), 0),), sure=True)
    if "arguments" in parts - known:
        other = ArgumentsStatement(next(names), (PROGRAM, "-x", "1"))
        yield Pin((ArgumentsStatement(next(names), (PROGRAM,)),), ((other,),))
    yield from _restore_pins(own, touched, names)
    yield from _fact_pins(own, touched, names, constants)
    yield from _state_pins(own, touched, names)
    yield from _variable_pins(own, touched, names, constants)


def _variable_pins(
    own: Sequence[EnvironmentStatement],
    touched: Sequence[Touch],
    names: Iterator[int],
    constants: Sequence[Scalar],
) -> Iterator[Pin]:
    """Variables that are not set; those that the code under test sets or deletes are put back thereby."""
    known = {statement.name for statement in own if isinstance(statement, VariableStatement)}
    written = {touch[1] for touch in touched if touch[0] == "written"}
    asked = dict.fromkeys(touch[1] for touch in touched if touch[0] in ("variable", "written"))
    for name in asked:
        if name in known:
            continue
        if name in written:
            yield Pin((VariableStatement(next(names), name, None),), sure=True)
            continue
        drives = tuple((VariableStatement(next(names), name, text),) for text in texts(constants))
        yield Pin((VariableStatement(next(names), name, None),), drives)
    if ("emptied",) in touched:
        statements: list[Statement] = []
        copy = _copied(VARIABLES, {"type": "dict"}, statements, names)
        yield Pin((*statements, StateStatement(next(names), VARIABLES, copy)), sure=True)


def _path_pins(
    own: Sequence[EnvironmentStatement],
    touched: Sequence[Touch],
    names: Iterator[int],
    paths: Mapping[str, PathConstant],
) -> Iterator[Pin]:
    """An empty folder for each constant through which a test looks at files that are not of its project."""
    known = {statement.path for statement in own if isinstance(statement, PathStatement)}
    for name, constant in paths.items():
        places = (constant.place(touch[1]) for touch in touched if touch[0] in IN_FOLDER)
        place = next((place for place in places if place is not None), None)
        if place is not None and name not in known and not constant.is_shipped:
            yield Pin((PathStatement(next(names), name, place),), sure=True)


def _folder_pins(
    own: Sequence[EnvironmentStatement],
    touched: Sequence[Touch],
    names: Iterator[int],
    paths: Mapping[str, PathConstant],
) -> Iterator[Pin]:
    """A folder of its own for a test that looks at files beside it or in the home."""
    looked_at = {touch[1] for touch in touched if touch[0] in IN_FOLDER and touch[1][:1] not in ("@", "/")}
    free = [path for path in looked_at if all(known.place(path) is None for known in paths.values())]
    asked = {path.startswith("~") for path in free}
    given = {s.path.startswith("~") for s in own if isinstance(s, FileStatement) and s.path[:1] != "@"}
    for home in sorted(asked - given):
        yield Pin((FolderStatement(next(names), home),), sure=True)
    is_told = any(isinstance(s, VariableStatement) and s.name == HOME for s in own)
    if ("home",) in touched and True not in asked | given and not is_told:
        drives = tuple((VariableStatement(next(names), HOME, place),) for place in HOMES)
        yield Pin((FolderStatement(next(names), True),), drives)


def _restore_pins(
    own: Sequence[EnvironmentStatement], touched: Sequence[Touch], names: Iterator[int]
) -> Iterator[Pin]:
    """Settings of the process that a test changes are put back."""
    known = {statement.name for statement in own if isinstance(statement, RestoreStatement)}
    known |= {statement.path for statement in own if isinstance(statement, StateStatement)}
    for touch in touched:
        if touch[0] == "restore" and touch[1] not in known:
            yield Pin((RestoreStatement(next(names), touch[1]),), sure=True)


def _fact_pins(
    own: Sequence[EnvironmentStatement],
    touched: Sequence[Touch],
    names: Iterator[int],
    constants: Sequence[Scalar],
) -> Iterator[Pin]:
    """Functions that tell of the machine, or draw, answer what they answered when the test was found."""
    known = {statement.path for statement in own if isinstance(statement, FactStatement)}
    told: dict[tuple[str, str], list[Any]] = {}
    for touch in touched:
        if touch[0] == "fact" and touch[1] not in known:
            told.setdefault((touch[1], touch[2]), []).append(decode_scalar(json.loads(touch[3])[1]))
    for (path, name), answers in told.items():
        distinct = tuple(dict.fromkeys(answers))
        if len(distinct) == 1 or len(answers) <= MOST_ANSWERS:
            given = distinct if len(distinct) == 1 else tuple(answers)
            others = [answer for answer in elsewhere(name, constants) if answer not in given]
            drives = tuple((FactStatement(next(names), path, name, (answer,)),) for answer in others)
            pin = FactStatement(next(names), path, name, given)
            yield Pin((pin,), (*AS_IT_COMES, *drives), sure=name in SEEDED)


def _state_pins(
    own: Sequence[EnvironmentStatement], touched: Sequence[Touch], names: Iterator[int]
) -> Iterator[Pin]:
    """What a test changes in a module is set before, so that it is as expected, and is undone after it.

    All names of a container stand for the same one again. A number, as of a counter, is only set if the test
    depends on it: whoever reads it sets it.
    """
    known = {s.path for s in own if isinstance(s, StateStatement | PathStatement)}
    for touch in touched:
        if touch[0] == "state" and touch[1] not in known:
            statements: list[Statement] = []
            data = json.loads(touch[2])
            value = (_copied if data["kind"] == "copied" else _plain)(touch[1], data, statements, names)
            state = StateStatement(next(names), touch[1], value)
            others = [StateStatement(next(names), path, value) for path in touch[3:] if path not in known]
            other = _another_number(statements, state, names)
            yield Pin((*statements, state, *others), (tuple(other),), sure=not other)


def _another_number(
    statements: Sequence[Statement], state: StateStatement, names: Iterator[int]
) -> list[Statement]:
    """What gives a variable that holds a number another one; nothing for other values."""
    match statements:
        case [LiteralStatement(value=int() | float() as number)] if not isinstance(number, bool):
            other = LiteralStatement(next(names), number + COUNTED)
            return [other, state.replace(id=next(names), value=other.id)]
    return []


def _copied(path: str, data: Mapping[str, Any], statements: list[Statement], names: Iterator[int]) -> int:
    """Append the statements that copy what is there, which no test can show; returns the id of the copy."""
    there = ReferenceStatement(next(names), path)
    copy = CallStatement(next(names), f"builtins:{data['type']}", None, (there.id,))
    statements += [there, copy]
    return copy.id


def _plain(path: str, data: Mapping[str, Any], statements: list[Statement], names: Iterator[int]) -> int:
    """Append the statements that make a value; returns the id of the value."""
    if data["kind"] == "scalar":
        statements.append(LiteralStatement(next(names), decode_scalar(data["value"])))
    else:
        items = tuple(_plain(path, item, statements, names) for item in data["items"])
        statements.append(CollectionStatement(next(names), data["kind"], items))
    return statements[-1].id
