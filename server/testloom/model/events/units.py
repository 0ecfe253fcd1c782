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
        accepted: whether the tests found took the place of those before, or joined them.
        goals: the ids of all its goals.
        reasons: for each goal that the tests found don't cover, why.
        tests: each with its `function` in the file ("" if its user does not want it there), its `case` as
            JSON, and the `goals` that it is for.
        file: the test file; "" if there are no tests.
        stands: whether the suite before had to be revalidated, and still passes.
        standing: of a suite that stays as it is, whatever joins it, the goals that each test is for; the
            `reasons` are then for goals that neither these nor the tests found cover.
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
        outcome: `accepted` if its new tests were taken, `kept` if those before are as good, `nothing` if
            there are none; else the code of the failure that kept it from being run.
        goals: how many it has.
        covered: how many of them its tests cover now.
        before: how many they covered before.
        tests: how many it has now.
        seconds: its part of the time.
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
        units: functions and classes that there are.
        units_run: those that were run.
        units_skipped: for the others the reason, and how many.
        coverage: percent of the goals of all units that their tests cover, `before` and `after`; the goals
            of units that never ran are estimated.
        unreached: reasons why goals are not covered, and how many.
        files_left_out: source files without units, by reason.
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
