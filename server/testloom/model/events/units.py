"""Events about functions and classes that are remembered from run to run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class UnitSuite:
    """The result for a function or class of a request that includes the state of earlier runs.

    Attributes:
        unit: its name at the top of the module.
        accepted: whether the new tests replaced the former ones, or were added to them.
        goals: the ids of all its goals.
        reasons: for each goal that the new tests do not cover, the reason.
        tests: each with its `function` in the file ("" if the user does not want it there), its `case` as
            JSON, and the `goals` that it is kept for.
        file: the test file; "" if there are no tests.
        stands: whether the former suite had to be revalidated, and still passes.
        standing: for a former suite that is kept, the goals that each of its tests is kept for; the `reasons`
            are then for goals that neither these nor the new tests cover.
    """

    unit: str
    accepted: bool
    goals: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    tests: tuple[Mapping[str, Any], ...] = ()
    file: str = ""
    stands: bool = False
    standing: tuple[tuple[str, ...], ...] | None = None


@dataclass(frozen=True, slots=True)
class UnitDone:
    """The result of a run over a project for one function or class.

    Attributes:
        unit: its id, `module:name`.
        file: where it is defined.
        status: `new`, `changed`, `moved` or `same` since its last run.
        outcome: `accepted` if its new tests were taken, `kept` if the former ones are as good, `nothing` if
            there are no tests; otherwise, the code of the failure that prevented its run.
        goals: the number of its goals.
        covered: the number of goals that its tests cover now.
        before: the number of goals that they covered before.
        tests: the number of its tests now.
        seconds: its share of the time.
    """

    unit: str
    file: str
    status: str
    outcome: str
    goals: int
    covered: int
    before: int
    tests: int
    seconds: float


@dataclass(frozen=True, slots=True)
class ProjectSummary:
    """The last event of a run over a project.

    Attributes:
        units: the number of functions and classes.
        units_run: the number of those that were run.
        units_skipped: the number of the others, by reason.
        coverage: the percentage of the goals of all units that their tests cover, `before` and `after`; the
            goals of units that never ran are estimated.
        unreached: the number of uncovered goals, by reason.
        files_left_out: the number of source files without units, by reason.
        files: the test files that were written.
    """

    units: int = 0
    units_run: int = 0
    units_skipped: Mapping[str, int] = field(default_factory=dict)
    coverage: Mapping[str, float] = field(default_factory=dict)
    goals: int = 0
    covered: int = 0
    tests: int = 0
    seconds: float = 0.0
    unreached: Mapping[str, int] = field(default_factory=dict)
    files_left_out: Mapping[str, int] = field(default_factory=dict)
    files: tuple[str, ...] = ()
