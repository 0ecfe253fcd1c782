"""Pin down what a test looked at in its environment and did not set, where its outcome depends on it.

A search sees an empty folder, no variables, a clock that starts on one day. A user's machine is different:
what a test relies on has to be said in the test. What makes no difference is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from testloom.model.environment import (
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FileStatement,
    FolderStatement,
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

PROGRAM = "program"
IN_FOLDER = ("file", "listing", "folder")


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
) -> list[TestCase]:
    """The test cases with what they need to know of their environment; `names` gives unused ids.

    `reached` are the probes that each test is there to reach, which it has to go on to do anywhere.
    """
    cases = [_with_names(case, touched) for case, touched in tests]
    changed = [_left_changed(observations) for observations in executor.observe(cases)]
    pins = [
        list(_pins(case, (*touched, *left), names))
        for case, (_, touched), left in zip(cases, tests, changed, strict=True)
    ]
    variants = [
        variant
        for case, own in zip(cases, pins, strict=True)
        if own
        for variant in (_with(case, own), *(_disturbed(case, own, pin) for pin in own if not pin.sure))
    ]
    observed = iter(executor.observe(variants) if variants else [])
    hits = iter([result.trace.hits for result in executor.execute(variants)] if variants and reached else [])
    wanted = reached or [frozenset[int]()] * len(cases)
    return [
        _settled(case, own, observed, _astray(own, probes, hits)) if own else case
        for case, own, probes in zip(cases, pins, wanted, strict=True)
    ]


def _astray(pins: Sequence[Pin], wanted: frozenset[int], hits: Iterator[frozenset[int]]) -> list[bool]:
    """Of each pin whether the test does not reach what it must without it, if that can be told."""
    here = next(hits, wanted)
    there = [here if pin.sure else next(hits, here) for pin in pins]
    return [wanted <= here and not wanted <= found for found in there]


def _left_changed(observations: Iterable[Observation]) -> list[Touch]:
    return [touch for entry in observations for touch in entry.touched if touch[0] == "state"]


def _settled(
    case: TestCase, pins: list[Pin], observed: Iterator[Sequence[Observation]], astray: Sequence[bool]
) -> TestCase:
    """The test case with those pins that make a difference."""
    expected = next(observed)
    outcomes = [None if pin.sure else next(observed) for pin in pins]
    told = _told(expected, case)
    needed = [
        pin
        for pin, outcome, leads_away in zip(pins, outcomes, astray, strict=True)
        if outcome is None or leads_away or _told(outcome, case) != told
    ]
    return _with(case, needed)


def _told(observations: Sequence[Observation], case: TestCase) -> list[Observation]:
    """What the statements of the test itself produced."""
    own = {statement.id for statement in case.statements}
    return [replace(entry, touched=()) for entry in observations if entry.statement in own]


def _with(case: TestCase, pins: Iterable[Pin]) -> TestCase:
    return TestCase((*(statement for pin in pins for statement in pin.statements), *case.statements))


def _disturbed(case: TestCase, pins: Sequence[Pin], one: Pin) -> TestCase:
    others = [statement for pin in pins if pin is not one for statement in pin.statements]
    own = [] if one.disturbed is None else [one.disturbed]
    return TestCase((*others, *own, *case.statements))


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


def _pins(case: TestCase, touched: Sequence[Touch], names: Iterator[int]) -> Iterator[Pin]:
    parts = {touch[0] for touch in touched}
    own = [statement for statement in case.statements if isinstance(statement, EnvironmentStatement)]
    known = {statement.part for statement in own}
    yield from _folder_pins(own, touched, names)
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
    yield from _state_pins(own, touched, names)
    variables = {statement.name for statement in own if isinstance(statement, VariableStatement)}
    for touch in touched:
        if touch[0] == "variable" and touch[1] not in variables:
            name = touch[1]
            set_ = VariableStatement(next(names), name, "1")
            yield Pin((VariableStatement(next(names), name, None),), set_)


def _folder_pins(
    own: Sequence[EnvironmentStatement], touched: Sequence[Touch], names: Iterator[int]
) -> Iterator[Pin]:
    """A folder of its own for a test that looks at files beside it or in the home."""
    asked = {touch[1].startswith("~") for touch in touched if touch[0] in IN_FOLDER}
    given = {statement.path.startswith("~") for statement in own if isinstance(statement, FileStatement)}
    for home in sorted(asked - given):
        yield Pin((FolderStatement(next(names), home),), sure=True)


def _state_pins(
    own: Sequence[EnvironmentStatement], touched: Sequence[Touch], names: Iterator[int]
) -> Iterator[Pin]:
    """What a test changes in a module is set before, so that it is as expected, and is undone after it."""
    known = {statement.path for statement in own if isinstance(statement, StateStatement)}
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
