"""What is known of a function or class from earlier runs over its project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from testloom.model.checks import read_json
from testloom.model.statements import TestCase
from testloom.model.statements.decoding import Kinds, decode_test

HOPELESS = frozenset({"platform", "import-side-effect"})
"""Reasons why a goal is not reached that no further search will change."""
STALE_AFTER = 3
"""Runs without improvement after which another one is not worth its time."""


@dataclass(frozen=True, slots=True)
class KeptTest:
    """A test of a unit's best suite: the function of the test file that has it, and the goals it is for.

    `wire` is the test case as JSON: of all units at once, the statements would take more room than they are
    worth.
    """

    function: str
    wire: str
    goals: tuple[str, ...] = ()

    def case(self, kinds: Kinds) -> TestCase:
        """Decode the test case, with these kinds of statements.

        Raises:
            ValueError: if it was written by a newer Testloom, or is no test case.
        """
        return decode_test(read_json(self.wire), kinds)

    @property
    def length(self) -> int:
        """How many statements it has; none if it cannot be read."""
        try:
            steps = read_json(self.wire)
        except ValueError:
            return 0
        return len(steps) if isinstance(steps, list) else 0


@dataclass(frozen=True, slots=True)
class UnitRun:
    """How one run went for a unit: goals there were, those covered afterwards, and the seconds it took."""

    goals: int
    covered: int
    seconds: float
    improved: bool


@dataclass(frozen=True, slots=True)
class UnitRecord:
    """What is known of a unit.

    Attributes:
        id: `module:name`.
        content: a digest of its code without its name.
        fingerprint: a digest of its code and what it uses, at its last run.
        goals: the ids of all its goals.
        reasons: for each goal that no test of its suite covers, why.
        tests: its best suite.
        test_file: where that was written; "" if it has no tests.
        runs: the last runs since the code is as it is, the newest last.
        ran_in: the number of the project's run in which it ran last.
        seconds: what all its runs took.
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
        """How many of its goals its tests cover."""
        return sum(goal not in self.reasons for goal in self.goals)

    @property
    def missed(self) -> int:
        """Goals that another search may cover."""
        return sum(reason not in HOPELESS for reason in self.reasons.values())

    @property
    def is_stale(self) -> bool:
        """Whether the last runs brought nothing new."""
        last = self.runs[-STALE_AFTER:]
        return len(last) == STALE_AFTER and not any(run.improved for run in last)

    @property
    def statements(self) -> int:
        """How long its tests are altogether."""
        return sum(test.length for test in self.tests)
