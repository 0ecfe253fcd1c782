"""What a run of tests yields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from testloom.measurement.said import kind_in

Outcome: TypeAlias = Literal["passed", "failed", "skipped"]
SEVERITY: Sequence[Outcome] = ("passed", "skipped", "failed")


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """How one test ended; `message` is one line, empty if it passed, and `report` all that pytest says."""

    outcome: Outcome
    message: str = ""
    report: str = ""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What coverage.py says of the subject; `percent` counts lines and branches, 0 to 100.

    A branch is the line it starts from and the one it leads to, negative where it leaves the function.
    """

    percent: float
    missing_lines: tuple[int, ...] = ()
    missing_branches: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class TestRun:
    """One run of a test file.

    Attributes:
        cases: the outcome of each test, by its name with the id of its row (`test_x[row]`).
        coverage: None if it was not measured, or if there was nothing to measure.
        error: why the file as a whole did not run to its end, else None.
        culprit: the node id of the test during which the process ended or hung, if known.
        is_private: whether private files were read (docs/guard.md): messages may tell what is in them.
    """

    __test__ = False  # pytest collects classes whose name starts with Test

    cases: Mapping[str, CaseOutcome] = field(default_factory=dict)
    coverage: Coverage | None = None
    error: str | None = None
    culprit: str | None = None
    is_private: bool = False

    def case(self, name: str) -> CaseOutcome | None:
        """The outcome of a test; the worst one if a plugin ran it several times, as anyio does."""
        if name in self.cases:
            return self.cases[name]
        found = [outcome for case, outcome in self.cases.items() if _is_variant(case, name)]
        return max(found, key=lambda outcome: SEVERITY.index(outcome.outcome), default=None)

    def told(self, said: str) -> str:
        """What may be told of a failure: if private files were read, nothing that may be what is in them."""
        return kind_in(said) if self.is_private else said


def _is_variant(case: str, name: str) -> bool:
    """Whether a plugin has added something to the id of a test: `test_x[asyncio]`, `test_x[asyncio-row]`."""
    (function, _, ran), (wanted, _, row) = (text.removesuffix("]").partition("[") for text in (case, name))
    return function == wanted and (not row or ran.startswith(f"{row}-") or ran.endswith(f"-{row}"))
