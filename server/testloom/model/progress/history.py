"""The history of a function or class: what is known from earlier runs over its project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from testloom.model.checks import read_json
from testloom.model.statements import TestCase
from testloom.model.statements.decoding import Kinds, decode_test

HOPELESS = frozenset({"platform", "import-side-effect"})
"""The reasons for uncovered goals that no further search can remove."""
STALE_AFTER = 3
"""The number of runs without improvement after which another run is not worth its time."""


@dataclass(frozen=True, slots=True)
class KeptTest:
    """A test of a unit's best suite: its function in the test file, and the goals that it is kept for.

    `wire` is the test case as JSON: decoded statements of all units at once would take too much memory.
    """

    function: str
    wire: str
    goals: tuple[str, ...] = ()

    def case(self, kinds: Kinds) -> TestCase:
        """Decode the test case, with these kinds of statements.

        Raises:
            ValueError: if it was written by a newer Testloom, or is not a test case.
        """
        return decode_test(read_json(self.wire), kinds)

    @property
    def length(self) -> int:
        """The number of its statements; 0 if it cannot be decoded."""
        try:
            steps = read_json(self.wire)
        except ValueError:
            return 0
        return len(steps) if isinstance(steps, list) else 0


@dataclass(frozen=True, slots=True)
class UnitRun:
    """One run for a unit: the numbers of goals and of covered goals, and the seconds it took."""

    goals: int
    covered: int
    seconds: float
    improved: bool


@dataclass(frozen=True, slots=True)
class UnitRecord:
    """The record of a unit.

    Attributes:
        id: `module:name`.
        content: a digest of its code without its name.
        fingerprint: a digest of its code and its dependencies, at its last run.
        goals: the ids of all its goals.
        reasons: for each goal that no test of its suite covers, the reason.
        tests: its best suite.
        test_file: the file that the suite was written to; "" if it has no tests.
        runs: the last runs since the code last changed, the newest last.
        ran_in: the number of the project's run in which the unit last ran.
        seconds: the total time of all its runs.
    """

    id: str
    content: str
    fingerprint: str
    goals: tuple[str, ...] = ()
    reasons: Mapping[str, str] = field(default_factory=dict)
    tests: tuple[KeptTest, ...] = ()
    test_file: str = ""
    runs: tuple[UnitRun, ...] = ()
    ran_in: int = 0
    seconds: float = 0.0

    @property
    def covered(self) -> int:
        """The number of its goals that its tests cover."""
        return sum(goal not in self.reasons for goal in self.goals)

    @property
    def missed(self) -> int:
        """The number of its uncovered goals that another search may cover."""
        return sum(reason not in HOPELESS for reason in self.reasons.values())

    @property
    def is_stale(self) -> bool:
        """Whether its last runs brought no improvement."""
        last = self.runs[-STALE_AFTER:]
        return len(last) == STALE_AFTER and not any(run.improved for run in last)

    @property
    def functions(self) -> frozenset[str]:
        """The names of its test functions."""
        return frozenset(test.function for test in self.tests if test.function)

    @property
    def statements(self) -> int:
        """The total number of statements in its tests."""
        return sum(test.length for test in self.tests)
