"""Different test cases with the same source: an attribute is asserted, or is read and its value asserted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from testloom.model.suite import AssertedTest
from testloom.writer import RenderedTest


def joined_twins(tests: Sequence[AssertedTest], rendered: Iterable[RenderedTest]) -> tuple[AssertedTest, ...]:
    """Join the tests of a unit that have the same source.

    The joined test is for the goals of all of them.
    """
    texts = {
        entry.id: entry.source.replace(entry.name, "", 1) for entry in rendered if entry.case == entry.name
    }
    found: dict[tuple[str, str], AssertedTest] = {}
    for test in tests:
        key = texts.get(test.id, test.id), _unit(test)
        found[key] = _joined(found[key], test) if key in found else test
    return tuple(found.values())


def _joined(one: AssertedTest, other: AssertedTest) -> AssertedTest:
    """The second test, which calls more, with the goals and the coverage of both."""
    return replace(
        other,
        covers=tuple(dict.fromkeys([*one.covers, *other.covers])),
        goals=tuple(dict.fromkeys([*one.goals, *other.goals])),
        hits=one.hits | other.hits,
    )


def _unit(test: AssertedTest) -> str:
    module, _, name = test.callable.partition(":")
    return f"{module}:{name.partition('.')[0]}"
