"""The choice of the tests that a change affects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.affected.blocks import MODULE
from testloom.affected.state import CODE, DATA, SETTINGS, WHOLE, State
from testloom.model.progress.records import Block, TestRecord

Kind: TypeAlias = Literal["failed", "changed"]


@dataclass(frozen=True, slots=True)
class AffectedTest:
    """A test that has to run, and the reason.

    Attributes:
        test: its node id.
        kind: whether the test failed when it ran with this code, or its code has changed since.
        block: a part of the project that has changed; None if none has.
    """

    test: str
    kind: Kind
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """The known tests, divided into affected and unaffected ones; unknown tests have to run in any case."""

    affected: Sequence[AffectedTest] = ()
    unaffected: Sequence[str] = ()


def choose(
    known: Mapping[str, Sequence[TestRecord]], now: State, environment: str, before: State | None = None
) -> Choice:
    """Choose the tests to run.

    A test need not run if it has passed, or was skipped, in this environment and with the present state of
    everything that it depended on.

    Args:
        known: the records of each test, the last first.
        now: the present state of the project.
        environment: a digest of the environment of tests.
        before: a former state of the project: parts that have changed since count even if tests have run with
            them.
    """
    affected, unaffected = [], []
    for test, records in known.items():
        found = _affected(test, records, now, environment, before)
        if found is None:
            unaffected.append(test)
        else:
            affected.append(found)
    return Choice(tuple(affected), tuple(unaffected))


def _affected(
    test: str, records: Sequence[TestRecord], now: State, environment: str, before: State | None
) -> AffectedTest | None:
    here = [record for record in records if record.environment == environment]
    nearest = min(here or records, key=lambda record: len(_changed(record.blocks, now)))
    changed = _changed(nearest.blocks, now)
    if changed or not here:
        return AffectedTest(test, "changed", _most_specific(changed))
    if nearest.outcome == "failed":
        return AffectedTest(test, "failed")
    since = [] if before is None else _since(nearest.blocks, before, now)
    return AffectedTest(test, "changed", _most_specific(since)) if since else None


def _changed(blocks: Iterable[Block], state: State) -> list[Block]:
    """Return the parts that have changed."""
    return [block for block in blocks if state.digest(block.file, block.name) != block.digest]


def _since(blocks: Iterable[Block], before: State, now: State) -> list[Block]:
    """Return the parts that have changed; files that are unknown because git ignores them do not count."""
    return [
        block
        for block in _changed(blocks, before)
        if block.name in _OF_MANY or now.has(block.file) or before.digest(block.file, block.name)
    ]


def _most_specific(changed: Iterable[Block]) -> Block | None:
    """Return the most specific part: a function rather than a file."""
    return min(changed, key=lambda block: (_GENERALITY.get(block.name, 0), block), default=None)


_OF_MANY = (DATA, CODE, SETTINGS)
"""The names of parts that do not belong to a single file."""
_GENERALITY = {MODULE: 1, WHOLE: 2, DATA: 3, CODE: 4, SETTINGS: 5}
