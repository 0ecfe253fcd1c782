"""The last resort: when test doubles and private names may be used.

They are used late, and only where nothing else reaches a goal. Arcuri, Fraser, Just: Private API access
and functional mocking in automated unit test generation (ICST 2017). For half of the budget, objects
that can be built are built, however long a search stagnates, unless the guard refuses most of what the
code asks of them (`refusals`). Before a stagnating search uses private names, it waits for half of their
share. What only doubles and private names cover stays a goal for tests without them
(`algorithm.objectives`). Private callables that no test has run after a quarter of that share will
hardly be run through public names, and there is much to find in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

from testloom.model.settings import Settings
from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    DoubleStatement,
    FunctionStatement,
    LiteralStatement,
    Statement,
    StubStatement,
    TestCase,
    receiver_of,
)
from testloom.model.statements.environment import FailureStatement, StateStatement

PATIENCE = 60
"""The number of generations without a newly covered goal after which a search stagnates."""
EARLIEST = 0.5
"""The part of their share of the budget for which private names wait in any case."""
UNREACHED = 0.25
"""The part of their share of the budget for which private names that no test has run wait."""
DOUBLED = 0.4
"""The probability that an object that could be built is doubled, once doubles are due."""
NAMING = (CallStatement, AssignmentStatement)
STANDING_IN = (DoubleStatement, StubStatement, FunctionStatement)
OBSTINATE = 100
"""The number of tests that fail within a call by the subject, after which it may be doubled at once."""


@dataclass(slots=True)
class LastResort:
    """The last resorts that are due now; `spent` gives the fraction of the budget that is spent."""

    settings: Settings = field(default_factory=Settings)
    spent: Callable[[], float] = lambda: 0.0
    _idle: int = 0
    is_suspended: bool = False
    _failures: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def suspended(self) -> Iterator[None]:
        """Double nothing that could be built, and call nothing private."""
        self.is_suspended = True
        try:
            yield
        finally:
            self.is_suspended = False

    def note_failure(self, name: str) -> None:
        """Hear that a test failed within a function or class of others that the subject called."""
        self._failures[name] += 1

    def replaces(self, name: str, rng: Random) -> bool:
        """Decide whether to double a returned object, by its last name and the failures of tests with it."""
        is_obstinate = self.has_doubles and not self.is_suspended and self._failures[name] >= OBSTINATE
        return is_obstinate or self.doubles(rng)

    def note_generation(self, covered: int) -> None:
        """Hear how many goals the last generation covered for the first time."""
        self._idle = 0 if covered else self._idle + 1

    @property
    def defines_classes(self) -> bool:
        """Whether tests may define classes."""
        return self.settings.has("classes")

    @property
    def has_doubles(self) -> bool:
        """Whether what cannot be built may be doubled."""
        return self.settings.has("doubles")

    def doubles(self, rng: Random) -> bool:
        """Decide whether to double an object that could be built, now."""
        settings = self.settings
        is_due = self.spent() >= settings.doubles_after and not self.is_suspended
        return self.has_doubles and is_due and rng.random() < settings.doubles_probability

    def doubles_buildable(self, rng: Random) -> bool:
        """Decide whether to double an object that could be built and was considered, now."""
        return rng.random() < DOUBLED and self.doubles(rng)

    def private(self, rng: Random) -> bool:
        """Decide whether to call a private callable, now."""
        stagnates = self._idle >= 2 * PATIENCE
        return self._is_private_due(EARLIEST if stagnates else 1, rng)

    def unreached(self, rng: Random) -> bool:
        """Decide whether to call a private callable that no test has run, now."""
        return self._is_private_due(UNREACHED, rng)

    def _is_private_due(self, part: float, rng: Random) -> bool:
        settings = self.settings
        is_due = self.spent() >= settings.private_after * part and not self.is_suspended
        return settings.has("private") and is_due and rng.random() < settings.private_probability


def is_last_resort(case: TestCase) -> bool:
    """Check whether a test case uses a double or a private name."""
    return has_double(case) or any(map(_is_private, case.statements))


def _is_private(statement: Statement) -> bool:
    """Whether a statement calls something private, or assigns it."""
    return isinstance(statement, NAMING) and statement.is_private


def doubled_in(case: TestCase) -> tuple[str, ...]:
    """List what a test case doubles: `module:NAME`, a class, or the names that an object must offer."""
    places = {s.value: s.path for s in case.statements if isinstance(s, StateStatement)}
    stubs = (places[stub.id] for stub in stubs_in_places(case))
    doubles = (
        places.get(statement.id) or statement.spec or ", ".join(statement.names) or "object"
        for statement in case.statements
        if isinstance(statement, DoubleStatement)
    )
    return tuple(dict.fromkeys((*stubs, *doubles)))


def private_in(case: TestCase) -> tuple[str, ...]:
    """List the private callables that a test case calls, and the private attributes that it assigns."""
    made = {s.id: s.callable for s in case.statements if isinstance(s, CallStatement)}
    named = {
        f"{made.get(s.source, '')}.{s.name}" if isinstance(s, AssignmentStatement) else made[s.id]: None
        for s in case.statements
        if isinstance(s, NAMING) and _is_private(s)
    }
    return tuple(named)


def has_double(case: TestCase) -> bool:
    """Check whether a test case uses a double, or a function that returns something in another's place."""
    return DoubleStatement in case.kinds or bool(stubs_in_places(case))


def stubs_in_places(case: TestCase) -> list[StubStatement]:
    """List the functions that return something in the place of one that the subject looks up."""
    if not case.kinds.issuperset((StubStatement, StateStatement)):
        return []
    places = {s.value for s in case.statements if isinstance(s, StateStatement)}
    stubs = (s for s in case.statements if isinstance(s, StubStatement) and s.id in places)
    return [stub for stub in stubs if len(stub.raises) < len(set(stub.answers))]


def has_vague_double(case: TestCase) -> bool:
    """Check whether a test case uses a double for more than calls with plain answers."""
    return has_double(case) and not all(
        _answers_plainly(statement, case)
        for statement in case.statements
        if isinstance(statement, DoubleStatement)
    )


def _answers_plainly(double: DoubleStatement, case: TestCase) -> bool:
    """Whether a double stands for a function that returns a plain value, or raises."""
    plain = {s.id for s in case.statements if isinstance(s, LiteralStatement)}
    places = {s.value for s in case.statements if isinstance(s, StateStatement)}
    is_plain = all(answer.raises or answer.value in plain for answer in double.answers)
    return double.id in places and is_plain and {answer.path for answer in double.answers} == {"()"}


def doubles_in(case: TestCase) -> list[int]:
    """List the ids of the doubles in a test case."""
    return [statement.id for statement in case.statements if isinstance(statement, DoubleStatement)]


def has_failure(case: TestCase) -> bool:
    """Check whether a test case makes a call of the system fail."""
    return FailureStatement in case.kinds


def misuses(case: TestCase) -> bool:
    """Check whether a test case uses doubles or private names in a way that no test may."""
    return _gives_none_to_private(case) or _asks_double(case)


def _asks_double(case: TestCase) -> bool:
    """Whether a test itself asks a double or a function of its own something, which tells nothing."""
    if case.kinds.isdisjoint(STANDING_IN):
        return False
    doubles = {s.id for s in case.statements if isinstance(s, STANDING_IN)}
    asking = (s for s in case.statements if not isinstance(s, AssignmentStatement))
    return any(receiver_of(statement) in doubles for statement in asking)


def _gives_none_to_private(case: TestCase) -> bool:
    """Whether a test gives None to something private, which no caller in the module may ever do."""
    private = [statement for statement in case.statements if _is_private(statement)]
    if not private:
        return False
    nothing = {s.id for s in case.literals if s.value is None}
    return any(not nothing.isdisjoint(statement.references) for statement in private)
