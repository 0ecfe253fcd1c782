"""Handling of the tests of units that have been moved."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from pathlib import Path

from testloom.continuous.planning.order import Order
from testloom.continuous.planning.plan import Plan
from testloom.model.errors import TestloomError
from testloom.model.events.jobs import REMOVED, Outdated
from testloom.model.progress.history import UnitRecord
from testloom.subject import find_project

_log = logging.getLogger(__name__)


def withdraw_moved(plan: Plan, records: Mapping[str, UnitRecord], order: Order) -> None:
    """Remove the tests of units that were moved to another module from their former test files.

    The search for a unit in its new module begins with these tests. A run that only offers tests leaves them.
    """
    moved = [change for change in plan.changes.values() if change.status == "moved"]
    left = [records[change.was] for change in moved if _module(change.was) != change.unit.module]
    if not left or not order.write:
        return
    from testloom.generation.earlier.memory import emitted_tests
    from testloom.generation.earlier.withdrawal import withdraw

    with emitted_tests(order.state) as emitted:
        for record in left:
            functions = record.functions.difference(*_known(plan, record.test_file))
            if emitted is None or not functions:
                continue
            try:
                file = Path(order.folder, record.test_file)
                withdraw(file, functions, emitted, _border(file, order))
            except TestloomError as error:
                _log.warning("%s keeps tests of %s: %s", record.test_file, record.id, error)


def _border(file: Path, order: Order) -> Path:
    """Return the root folder of a test file: that of the run, or the project's as in an earlier run."""
    from testloom.writer import find_test_root

    is_there = order.out is not None and file.is_relative_to(order.out)
    return find_test_root(find_project(order.folder / "_"), order.out if is_there else None)


def _known(plan: Plan, test_file: str) -> Iterator[frozenset[str]]:
    """Yield the test functions of each present unit whose tests are in a file."""
    for change in plan.changes.values():
        if change.record is not None and change.record.test_file == test_file:
            yield change.record.functions


def _module(id: str) -> str:
    return id.partition(":")[0]


def removed_tests(plan: Plan, records: Mapping[str, UnitRecord], order: Order) -> Iterator[Outdated]:
    """Yield an event for each test of a unit that is gone for good."""
    moved = {change.was for change in plan.changes.values() if change.status == "moved"}
    for id in plan.gone:
        record = records.get(id)
        if record is None or id in moved:
            continue
        for function in sorted(record.functions):
            file = str(Path(order.folder, record.test_file))
            yield Outdated(function, file, REMOVED, f"{id.partition(':')[2]} is gone")
