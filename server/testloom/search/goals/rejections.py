"""Goals of calls that a class rejects: one value is beyond the limits that the class checks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from testloom.model.execution import ExecutionResult
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.subject import Callable, Probe, Subject
from testloom.model.types import TypeRef
from testloom.search.goals.calls import call_goals
from testloom.search.goals.goal import Goal, Reachability

DECIMAL = "decimal:Decimal"


@dataclass(frozen=True, slots=True, eq=False)
class RejectionGoal(Goal):
    """A goal: a constructor call that raises because the value for `parameter` is not admitted."""

    called: Callable
    parameter: str

    @property
    def steps(self) -> tuple[Probe, ...]:
        """The body that the constructor would have."""
        return (Probe(self.index, "entry", self.line, self.called.code, label=self.label),)

    @property
    def has_probe(self) -> bool:
        """False."""
        return False

    def is_reached(self, case: TestCase, result: ExecutionResult, hits: AbstractSet[int]) -> bool:
        """Tell whether the constructor raised, and nothing but this value is beyond its limits."""
        if result.exception is None:
            return False
        failing = next((s for s in case.statements if s.id == result.statement), None)
        if not isinstance(failing, CallStatement) or failing.callable != self.called.id:
            return False
        return beyond_limits(failing, case, self.called) == [self.parameter]

    def reason_out_of_reach(self, known: Reachability) -> None:
        """Return None: nothing in the subject decides it."""
        return


def construction_goals(subject: Subject, callables: Sequence[str]) -> list[Goal]:
    """Make goals of constructors that run no code of the subject: that they return, and what they refuse.

    A test that a class stores what it is given says little: beside code that runs, only constructors with
    defaults are to return.
    """
    probed = {probe.code for probe in subject.probes if probe.kind == "entry"}
    known = [subject.callables[name] for name in callables]
    if any(called.code in probed for called in known):
        known = [called for called in known if any(parameter.has_default for parameter in called.parameters)]
    calls = call_goals(subject, (called.id for called in known))
    return [*calls, *rejection_goals(subject, callables, len(subject.probes) + len(calls))]


def rejection_goals(subject: Subject, callables: Iterable[str], first: int) -> list[Goal]:
    """Make a goal of each limited field of the classes that check theirs, numbered from `first` on."""
    known = (subject.callables[name] for name in sorted(set(callables)))
    pairs = [(called, name) for called in known for name in called.rejects]
    return [
        RejectionGoal(f"{called.code}/rejects/{name}", index, called.line, _label(called, name), called, name)
        for index, (called, name) in enumerate(pairs, first)
    ]


def _label(called: Callable, name: str) -> str:
    return f"{called.name} rejects {name} beyond its limits"


def beyond_limits(call: CallStatement, case: TestCase, called: Callable) -> list[str]:
    """List the parameters of a constructor that are given plain values beyond their limits."""
    statements = {statement.id: statement for statement in case.statements}
    positional = [p.name for p in called.parameters if p.kind in ("positional", "either")]
    given = {**dict(zip(positional, call.args, strict=False)), **dict(call.kwargs)}
    kinds = {parameter.name: parameter.type for parameter in called.parameters}
    return [
        name
        for name, value in given.items()
        if name in kinds and not _is_admitted(statements[value], kinds[name], statements)
    ]


def _is_admitted(given: Statement, kind: TypeRef, statements: dict[int, Statement]) -> bool:
    """Whether a value keeps within the limits of one of the types that it may be of."""
    if kind.name == "union":
        return any(_is_admitted(given, part, statements) for part in kind.args)
    if kind.limits is None:
        return True
    match given:
        case LiteralStatement(value=value):
            return kind.limits.admit(value)
        case CollectionStatement(items=items):
            return kind.limits.admit_length(len(items) // (2 if kind.name == "dict" else 1))
        case CallStatement(callable=path, args=(argument,)) if path == DECIMAL:
            number = statements[argument]
            return not isinstance(number, LiteralStatement) or _admits_decimal(number.value, kind)
    return True


def _admits_decimal(value: object, kind: TypeRef) -> bool:
    try:
        return kind.limits is None or kind.limits.admit(float(str(value)))
    except ValueError:
        return True
