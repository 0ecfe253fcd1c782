"""What a test reached beyond the probes that it hit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from testloom.model.execution import ExecutionResult
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Probe
from testloom.search.goals import Goal, is_reached


@dataclass(frozen=True, slots=True)
class Marks:
    """Numbers, beyond those of the subject's probes, for what goals ask for and no probe stands for.

    `calls` are callables that are to return, `outcomes` those of parts of conditions and of assertions;
    `pairs` are branches of a caller, each with those of a callee that it is coupled with.
    """

    calls: Mapping[str, int] = field(default_factory=dict)
    outcomes: tuple[Probe, ...] = ()
    pairs: Mapping[int, Mapping[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, goals: Iterable[Goal]) -> Marks:
        """The marks that goals ask for."""
        calls: dict[str, int] = {}
        outcomes: dict[int, Probe] = {}
        pairs: dict[int, dict[int, int]] = {}
        for goal in goals:
            if goal.callable is not None:
                calls[goal.callable] = goal.probe.index
            parts = goal.pair or (goal.probe,)
            outcomes.update({probe.index: probe for probe in parts if probe.kind == "outcome"})
            if goal.pair is not None:
                caller, callee = goal.pair
                pairs.setdefault(caller.index, {})[callee.index] = goal.probe.index
        return cls(calls, tuple(outcomes.values()), pairs)

    def with_marks(self, case: TestCase, result: ExecutionResult) -> frozenset[int]:
        """The probes that a test hit, and its marks."""
        trace = result.trace
        hits = trace.hits
        if self.calls:
            hits |= self._returned(case, result)
        if self.outcomes:
            hits |= {probe.index for probe in self.outcomes if is_reached(probe, trace)}
        met = [self.pairs[caller] for caller in hits & self.pairs.keys()]
        return hits.union(*({pairs[callee] for callee in hits & pairs.keys()} for pairs in met))

    def _returned(self, case: TestCase, result: ExecutionResult) -> set[int]:
        return {
            self.calls[statement.callable]
            for statement in case.statements
            if isinstance(statement, CallStatement)
            and statement.callable in self.calls
            and statement.id != result.statement
        }


UNMARKED = Marks()
