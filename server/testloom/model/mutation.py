"""Mutants of the subject, and their effects on tests."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from testloom.model.statements import TestCase

Way: TypeAlias = tuple[str | int, ...]
"""The path from a value to a part of it: attribute names and item positions (dicts: key, value, …)."""
End: TypeAlias = Literal["survived", "differs", "raised", "timeout", "killed"]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutant: `before` in the subject's `line` becomes `after`; `function` is a qualified name."""

    id: int
    operator: str
    line: int
    function: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between a run with a mutant and a run without it.

    `facet` is the part of the statement's behaviour that differs: `value`, `receiver` or `argument`
    (the way then begins with the id of the statement that made it), `output`, `errors`, `warnings`,
    `logs`, `files` (the way is the path of a file), `state` (the way begins with a name of a module),
    `exception` (its type, or whether there is one) or `message` (the way is the message with the
    mutant).
    """

    statement: int
    facet: str
    way: Way = ()


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a mutant on a test.

    `raised` (an exception that the test does not expect), `timeout` and `killed` (the process died)
    fail the test whatever it asserts; with `differs`, only an assertion about one of the `differences`
    kills the mutant. A mutant that does not infect the state was reached where it makes no difference,
    and was not run.
    """

    end: End
    differences: Sequence[Difference] = ()
    infects: bool = True


@dataclass(frozen=True, slots=True)
class Assessment:
    """The effects of mutants on one test, by mutant id, for those it reaches and time allowed."""

    effects: Mapping[int, Effect] = field(default_factory=dict)

    def within(self, mutants: Collection[int]) -> Assessment:
        """Restrict the assessment to some of the mutants."""
        return Assessment({mutant: effect for mutant, effect in self.effects.items() if mutant in mutants})


def function_name(code: str) -> str:
    """Name the function with this code as `Mutant.function` does."""
    return code.replace(".<locals>", "")


class Mutants(Protocol):
    """Runs test cases with mutants of the subject."""

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """All mutants, in source order."""
        ...

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        """Run each test with each of the wanted mutants that it reaches, within a time limit.

        With `until_survived`, a test is done with as soon as one of them survives it or is not reached.

        None stands for a test that could not be run; the last test that was run may lack some of its mutants.
        """
        ...
