"""Mutants of two files, run as those of one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from testloom.generation.mutants.joined import JoinedMutants
from testloom.model.mutation import Assessment, Effect, Mutant
from testloom.model.statements import TestCase


@dataclass
class File:
    """Mutants of which each test kills all that it is run with."""

    mutants: tuple[Mutant, ...]
    breaks: bool = False
    asked: list[list[int]] = field(default_factory=list)

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        numbers = frozenset(m.id for m in self.mutants) if wanted is None else frozenset(wanted)
        self.asked.append(sorted(numbers))
        effects = {number: Effect("raised") for number in numbers}
        return [None if self.breaks else Assessment(effects) for _ in tests]


def mutants(*ids: int) -> tuple[Mutant, ...]:
    return tuple(Mutant(number, "call", number, "f", "g()", "pass") for number in ids)


def test_mutants_of_two_files_have_different_numbers() -> None:
    one, other = File(mutants(0, 1, 2)), File(mutants(0, 1))
    joined = JoinedMutants.of([(one, one.mutants[1:]), (other, other.mutants)])

    assert [mutant.id for mutant in joined.mutants] == [1, 2, 3, 4]
    [found] = joined.assess([TestCase(())])
    assert found is not None
    assert set(found.effects) == {1, 2, 3, 4}
    assert (one.asked, other.asked) == ([[1, 2]], [[0, 1]])


def test_a_file_of_which_no_mutant_is_wanted_is_not_asked() -> None:
    one, other = File(mutants(0, 1)), File(mutants(0, 1))
    joined = JoinedMutants.of([(one, one.mutants), (other, other.mutants)])

    [found] = joined.assess([TestCase(())], wanted={3})

    assert found is not None
    assert set(found.effects) == {3}
    assert (one.asked, other.asked) == ([], [[1]])


def test_a_test_that_one_file_cannot_run_has_no_assessment() -> None:
    one, other = File(mutants(0)), File(mutants(0), breaks=True)

    assert JoinedMutants.of([(one, one.mutants), (other, other.mutants)]).assess([TestCase(())]) == [None]
