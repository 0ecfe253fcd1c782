"""Pin down what a test looked at in its environment and did not set, where its outcome depends on it.

A search sees an empty folder, no variables, a clock that starts on one day. A user's machine is different:
what a test relies on has to be said in the test. What makes no difference is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from testloom.model.environment import (
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    StateStatement,
    VariableStatement,
)
from testloom.model.execution import CLOCK_START, Executor, Observation, Touch
from testloom.model.statements import (
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
    decode_scalar,
)
from testloom.model.subject import PathConstant
from testloom.model.types import Scalar

PROGRAM = "program"
MOST_ANSWERS = 4
"""A function that answers differently more often than this is not pinned: nobody would read the test."""
OTHERWISE: Mapping[str, tuple[Scalar, ...]] = {
    "isatty": (True, False),
    "os.getuid": (0, 1),
    "os.geteuid": (0, 1),
    "platform.system": ("Windows", "Linux"),
    "platform.machine": ("arm64", "x86_64"),
}
"""What other machines say; the agent has more that vary from one observation to the next."""
NO_PATHS: Mapping[str, PathConstant] = MappingProxyType({})
IN_FOLDER = ("file", "listing", "folder")
_Outcome: TypeAlias = tuple[Sequence[Observation], frozenset[int]]


@dataclass(frozen=True, slots=True)
class Pin:
    """Statements that say what a test saw; `disturbed` says otherwise, None leaves it to the machine.

    A pin that is `sure` stays even if nothing is seen to depend on it.
    """

    statements: tuple[Statement, ...]
    disturbed: EnvironmentStatement | None = None
    sure: bool = False


def pinned(
    tests: Sequence[tuple[TestCase, Sequence[Touch]]],
    executor: Executor,
    names: Iterator[int],
    reached: Sequence[frozenset[int]] = (),
    paths: Mapping[str, PathConstant] = NO_PATHS,
) -> list[TestCase]:
    """The test cases with what they need to know of their environment; `names` gives unused ids.

    `reached` are the probes that each test is there to reach, which it has to go on to do anywhere; `paths`
    the constants that say where files lie.
    """
    cases = [_with_names(case, touched) for case, touched in tests]
    changed = [_left_changed(observations) for observations in executor.observe(cases)]
    trials = [
        _Trial(case, tuple(_pins(case, (*touched, *left), names, paths)), probes)
        for case, (_, touched), left, probes in zip(
            cases, tests, changed, reached or [frozenset[int]()] * len(cases), strict=True
        )
    ]
    _try(trials, executor, has_wanted=bool(reached))
    return [trial.settled() for trial in trials]


@dataclass(slots=True)
class _Trial:
    """A test case with its possible pins; `needed` are those that make a difference."""

    case: TestCase
    pins: tuple[Pin, ...]
    wanted: frozenset[int]
    needed: list[Pin] = field(default_factory=list)

    @property
    def loose(self) -> list[Pin]:
        """Pins of which it has to be seen whether they are needed."""
        return [pin for pin in self.pins if not pin.sure]

    def settled(self) -> TestCase:
        """The test case with its needed pins."""
        return _with(self.case, [pin for pin in self.pins if pin.sure or pin in self.needed])

    def without(self, pins: Sequence[Pin]) -> TestCase:
        """The test case where some pins are disturbed."""
        others = [statement for pin in self.pins if pin not in pins for statement in pin.statements]
        own = [pin.disturbed for pin in pins if pin.disturbed is not None]
        return TestCase((*others, *own, *self.case.statements))

    def differs(self, here: _Outcome, there: _Outcome) -> bool:
        """Whether a test does something else, or no longer reaches what it must."""
        leads_away = self.wanted <= here[1] and not self.wanted <= there[1]
        return leads_away or _told(here[0], self.case) != _told(there[0], self.case)


def _try(trials: Sequence[_Trial], executor: Executor, has_wanted: bool) -> None:
    """Find out which pins are needed: first whether any of a test's are, then which.

    Where only several together make a difference, they are let go one by one, as long as nothing differs.
    """
    loose = [trial for trial in trials if trial.loose]
    whole = _outcomes([trial.without(()) for trial in loose], executor, has_wanted)
    shaken = _outcomes([trial.without(trial.loose) for trial in loose], executor, has_wanted)
    suspects = [
        (trial, here)
        for trial, here, there in zip(loose, whole, shaken, strict=True)
        if trial.differs(here, there)
    ]
    single = iter(
        _outcomes(
            [trial.without([pin]) for trial, _ in suspects for pin in trial.loose], executor, has_wanted
        )
    )
    for trial, here in suspects:
        trial.needed = [pin for pin in trial.loose if trial.differs(here, next(single))]
    for trial, here in suspects:
        trial.needed = trial.needed or _fewest(trial, here, executor, has_wanted)


def _fewest(trial: _Trial, here: _Outcome, executor: Executor, has_wanted: bool) -> list[Pin]:
    """The pins that are left of all when each has been let go that is not missed beside those before it."""
    kept = trial.loose
    for pin in trial.loose:
        others = [other for other in kept if other is not pin]
        disturbed = [other for other in trial.loose if other not in others]
        [there] = _outcomes([trial.without(disturbed)], executor, has_wanted)
        if not trial.differs(here, there):
            kept = others
    return kept


def _outcomes(cases: Sequence[TestCase], executor: Executor, has_wanted: bool) -> list[_Outcome]:
    """What the statements of each test case produced, and what they reached if that matters."""
    if not cases:
        return []
    hits = [result.trace.hits for result in executor.execute(cases)] if has_wanted else []
    return list(zip(executor.observe(cases), hits or [frozenset[int]()] * len(cases), strict=True))


def _left_changed(observations: Iterable[Observation]) -> list[Touch]:
    return [touch for entry in observations for touch in entry.touched if touch[0] == "state"]


def _told(observations: Sequence[Observation], case: TestCase) -> list[Observation]:
    """What the statements of the test itself produced."""
    own = {statement.id for statement in case.statements}
    return [replace(entry, touched=()) for entry in observations if entry.statement in own]


def _with(case: TestCase, pins: Iterable[Pin]) -> TestCase:
    return TestCase((*(statement for pin in pins for statement in pin.statements), *case.statements))


def _with_names(case: TestCase, touched: Sequence[Touch]) -> TestCase:
    """The test case whose clock goes by all names through which it is read, its console likewise."""
    return TestCase(tuple(_named(statement, touched) for statement in case.statements))


def _named(statement: Statement, touched: Sequence[Touch]) -> Statement:
    match statement:
        case ClockStatement():
            return replace(statement, names=_clock_names(touched))
        case ConsoleStatement():
            return replace(statement, secret=_secret_names(touched))
        case _:
            return statement


def _secret_names(touched: Iterable[Touch]) -> tuple[str, ...]:
    return tuple(sorted({touch[1] for touch in touched if touch[0] == "secret"}))


def _clock_names(touched: Iterable[Touch]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted({(touch[1], touch[2]) for touch in touched if touch[0] == "clock"}))


def _pins(
    case: TestCase, touched: Sequence[Touch], names: Iterator[int], paths: Mapping[str, PathConstant]
) -> Iterator[Pin]:
    parts = {touch[0] for touch in touched}
    own = [statement for statement in case.statements if isinstance(statement, EnvironmentStatement)]
    known = {statement.part for statement in own}
    yield from _path_pins(own, touched, names, paths)
    yield from _folder_pins(own, touched, names, paths)
    if "console" in parts - known:
        yield Pin((ConsoleStatement(next(names), (), _secret_names(touched)),), sure=True)
    if "clock" in parts - known:
        read = _clock_names(touched)
        sleeps = any(name == "sleep" for _, name in read)
        yield Pin((ClockStatement(next(names), CLOCK_START, read),), sure=sleeps)
    if "chance" in parts - known:
        yield Pin((ChanceStatement(next(names), 0),))
    if "arguments" in parts - known:
        other = ArgumentsStatement(next(names), (PROGRAM, "-x", "1"))
        yield Pin((ArgumentsStatement(next(names), (PROGRAM,)),), other)
    yield from _fact_pins(own, touched, names)
    yield from _state_pins(own, touched, names)
    variables = {statement.name for statement in own if isinstance(statement, VariableStatement)}
    for touch in touched:
        if touch[0] == "variable" and touch[1] not in variables:
            name = touch[1]
            set_ = VariableStatement(next(names), name, "1")
            yield Pin((VariableStatement(next(names), name, None),), set_)


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


def _fact_pins(
    own: Sequence[EnvironmentStatement], touched: Sequence[Touch], names: Iterator[int]
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
            others = [answer for answer in OTHERWISE.get(name, ()) if answer not in given]
            other = FactStatement(next(names), path, name, (others[0],)) if others else None
            yield Pin((FactStatement(next(names), path, name, given),), other)


def _state_pins(
    own: Sequence[EnvironmentStatement], touched: Sequence[Touch], names: Iterator[int]
) -> Iterator[Pin]:
    """What a test changes in a module is set before, so that it is as expected, and is undone after it."""
    known = {s.path for s in own if isinstance(s, StateStatement | PathStatement)}
    for touch in touched:
        if touch[0] == "state" and touch[1] not in known:
            statements: list[Statement] = []
            value = _plain(json.loads(touch[2]), statements, names)
            yield Pin((*statements, StateStatement(next(names), touch[1], value)), sure=True)


def _plain(data: Mapping[str, Any], statements: list[Statement], names: Iterator[int]) -> int:
    """Append the statements that make a value; returns the id of the value."""
    if data["kind"] == "scalar":
        statements.append(LiteralStatement(next(names), decode_scalar(data["value"])))
    else:
        items = tuple(_plain(item, statements, names) for item in data["items"])
        statements.append(CollectionStatement(next(names), data["kind"], items))
    return statements[-1].id
