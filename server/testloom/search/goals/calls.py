"""Goals of calls that run no code of the subject: constructors that only take or hold values."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from testloom.model.execution import ExecutionResult
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Probe, Subject
from testloom.search.goals.goal import Goal, Reachability


@dataclass(frozen=True, slots=True, eq=False)
class ReturnGoal(Goal):
    """A goal: a call of `callable` that returns; it has no probe in the subject."""

    callable: str
    code: str

    @property
    def steps(self) -> tuple[Probe, ...]:
        """The body that the callable would have."""
        return (Probe(self.index, "entry", self.line, self.code, label=self.label),)

    @property
    def has_probe(self) -> bool:
        """False."""
        return False

    def is_reached(self, case: TestCase, result: ExecutionResult, hits: AbstractSet[int]) -> bool:
        """Tell whether one of the test's calls of the callable returned."""
        return any(
            isinstance(statement, CallStatement)
            and statement.callable == self.callable
            and statement.id != result.statement
            for statement in case.statements
        )

    def reason_out_of_reach(self, known: Reachability) -> None:
        """Return None: nothing in the subject decides it."""
        return

    @property
    def is_mere_call(self) -> bool:
        """True: a returning call is all it asks for."""
        return True


def call_goals(subject: Subject, callables: Iterable[str]) -> list[Goal]:
    """Make a goal of each constructor that takes values and has no probe, such as that of a named tuple.

    So has one of a class that only holds values.
    """
    probed = {probe.code for probe in subject.probes if probe.kind == "entry"}
    goals: list[Goal] = []
    for name in sorted(set(callables)):
        called = subject.callables[name]
        code = called.code
        takes_values = any(parameter.kind not in ("args", "kwargs") for parameter in called.parameters)
        is_wanted = called.kind == "constructor" and (takes_values or _only_holds(name, subject))
        if code not in probed and is_wanted:
            index = len(subject.probes) + len(goals)
            label = f"{called.qualname} is called"
            goals.append(ReturnGoal(f"{code}/call", index, called.line, label, name, code))
    return goals


def _only_holds(class_id: str, subject: Subject) -> bool:
    """Tell whether a class has attributes and nothing that could be called."""
    known = subject.classes.get(class_id)
    methods = any(called.owner == class_id and called.id != class_id for called in subject.callables.values())
    return known is not None and bool(known.attributes) and not methods
