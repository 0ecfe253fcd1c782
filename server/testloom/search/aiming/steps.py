"""Ways to change a test case, one of which is taken."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from testloom.model.statements import Statement, TestCase

Step: TypeAlias = Callable[[], TestCase | None]
"""Makes the changed test case; None if that is not possible after all."""


def replaced_at(case: TestCase, index: int, before: Sequence[Statement], statement: Statement) -> TestCase:
    """The test case with a statement, and others before it, in place of the one at `index`."""
    return TestCase((*case.statements[:index], *before, statement, *case.statements[index + 1 :]))
