"""Makes a test wait for the threads that it starts, and end those that do not end by themselves.

Its assertions then see the finished work of the threads, however fast they are, and no thread is left
over in another test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from testloom.model.execution import Executor, Observation
from testloom.model.statements import TestCase
from testloom.model.statements.environment import ThreadsStatement

STARTED = ("threads",)
LEFT = "leave a thread running"
"""The denied action that an observation reports if threads were still running at the end."""
MOST_TRIED = 8
MOST_IN_VAIN = 2
"""The most tests for which one way to end threads may fail: each wait takes the whole time limit."""
Ends: TypeAlias = tuple[tuple[int, str], ...]
"""Ids of statements, each with the method of its value that ends the threads."""


def with_threads_joined(
    cases: Sequence[TestCase],
    observed: Sequence[Sequence[Observation]],
    executor: Executor,
    names: Iterator[int],
    is_over: Callable[[], bool] = lambda: False,
) -> list[TestCase]:
    """Make the test cases that leave threads wait for them; others stay as they are.

    Without time left, test cases stay as they are, too: each way to end threads may have to be waited
    for.
    """
    in_vain = Counter[tuple[tuple[str, str], ...]]()
    return [
        next(_ending(case, observations, executor, names, is_over, in_vain), case)
        if any(STARTED in entry.touched for entry in observations[-1:])
        else case
        for case, observations in zip(cases, observed, strict=True)
    ]


def _ending(
    case: TestCase,
    observations: Sequence[Observation],
    executor: Executor,
    names: Iterator[int],
    is_over: Callable[[], bool],
    in_vain: Counter[tuple[tuple[str, str], ...]],
) -> Iterator[TestCase]:
    """The test case with what ends its threads, the shortest first, as long as there is time.

    `in_vain` counts what did not, by what made the objects.
    """
    if any(isinstance(statement, ThreadsStatement) for statement in case):
        return
    makers = {s.id: str(getattr(s, "callable", type(s).__name__)) for s in case}
    for chosen, variant in _variants(case, observations, names):
        way = tuple((makers[reference], name) for reference, name in chosen)
        if in_vain[way] >= MOST_IN_VAIN:
            continue
        if is_over():
            return
        [seen] = executor.observe([variant])
        is_whole = len(seen) == len(observations) + 1
        if is_whole and not any(entry.denied for entry in seen):
            yield variant
        in_vain[way] += bool(way)


def _variants(
    case: TestCase, observations: Sequence[Observation], names: Iterator[int]
) -> Iterator[tuple[Ends, TestCase]]:
    """The test case with each way to end its threads: by nothing, by one object, by all of them.

    By nothing if they were not left: where they were, they had as much time to end by themselves. What has to
    do with the statement that started the first of them is tried before other objects.
    """
    start = next(n for n, entry in enumerate(observations) if STARTED in entry.touched)
    starting = case.statements[start]
    near = {starting.id, *starting.references}
    ends = [
        (int(touch[1]), touch[2]) for entry in observations for touch in entry.touched if touch[0] == "end"
    ]
    ends.sort(key=lambda end: end[0] not in near)
    first = dict(reversed(ends))
    are_left = leaves_threads(observations)
    together = tuple((reference, first[reference]) for reference in sorted(first))
    for chosen in dict.fromkeys([(), *((end,) for end in ends[:MOST_TRIED]), together]):
        if are_left and not chosen:
            continue
        places = [n + 1 for n, entry in enumerate(case) if entry.id in {reference for reference, _ in chosen}]
        place = max([start, *places])
        if place < len(case.statements):
            said = ThreadsStatement(next(names), chosen)
            yield chosen, TestCase((*case.statements[:place], said, *case.statements[place:]))


def leaves_threads(observations: Iterable[Observation]) -> bool:
    """Check whether threads are still running when the test has ended."""
    return any(LEFT in entry.denied for entry in observations)
