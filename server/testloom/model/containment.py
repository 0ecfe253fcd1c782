"""Containment of Testloom's own failures: an unforeseen one costs a step, not the work before it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import TypeAlias, TypeVar

from testloom.model.errors import TestloomError

log = logging.getLogger(__name__)
Item = TypeVar("Item")
Made = TypeVar("Made")
Defect: TypeAlias = Callable[[Exception], None]
"""What an unforeseen failure is reported to."""


def raised(error: Exception) -> None:
    """Raise the failure: there is nobody to report it to."""
    raise error


@dataclass(frozen=True, slots=True)
class Contained:
    """Report an unforeseen failure of a step, and go on after it with what there was before.

    Errors that users can understand pass, as does what ends the work, such as EnoughError.
    """

    defect: Defect

    def __enter__(self) -> None:
        """Begin the step."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        """Report the failure, if there is one."""
        if not isinstance(error, Exception) or isinstance(error, TestloomError):
            return False
        self.defect(error)
        return True


def most_of(
    items: Sequence[Item], step: Callable[[Sequence[Item]], Made], defect: Defect
) -> tuple[Sequence[Item], Made | None]:
    """Find the items with which a step does not fail, and what it makes of these; None if it always fails.

    Halves are taken as long as it fails (Zeller, Hildebrandt 2002). Where it fails with two halves together
    only, the larger one is left.
    """
    with Contained(defect):
        return items, step(items)
    if len(items) < 2:
        return (), None
    middle = len(items) // 2
    first, second = (most_of(half, step, defect) for half in (items[:middle], items[middle:]))
    if first[0] and second[0] and len(first[0]) + len(second[0]) < len(items):
        both = [*first[0], *second[0]]
        with Contained(defect):
            return both, step(both)
    return max(first, second, key=lambda part: len(part[0]))


def conclude_aside(work: Future[None], defect: Defect, lost: str) -> None:
    """Wait for work beside a search, which goes on without it: `lost` says in the log what is missing."""
    with Contained(defect):
        try:
            work.result()
        except TestloomError as error:
            log.warning("%s: %s", lost, error)
