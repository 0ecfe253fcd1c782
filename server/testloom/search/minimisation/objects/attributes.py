"""Objects with attributes in place of doubles that code has only looked into."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from testloom.model.execution import Executor
from testloom.model.statements import CollectionStatement, DoubleStatement, TestCase
from testloom.model.statements.environment import StateStatement
from testloom.model.texts.names import is_name
from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal
from testloom.search.minimisation.endings import first_alike
from testloom.search.minimisation.objects.doubles import namespaces_with
from testloom.search.minimisation.plainness.suitability import SETS

MOST = 12
"""The most objects that are tried for a double."""


def with_attributes(chromosome: Chromosome, goals: Iterable[Goal], executor: Executor) -> Chromosome:
    """Put objects with plain attributes in place of doubles whose attributes the code only reads.

    What a double was asked for is known only once it has run: as an item of a list, it goes to no parameter.
    """
    vague = _vague_in(chromosome.case)
    if not vague:
        return chromosome
    needed, best = tuple(goals), chromosome
    [watched] = executor.watch([chromosome.case])
    for double in vague:
        read = _read_of(watched.uses.get(double.id, ()))
        variants = list(islice(namespaces_with(_in_lists(best.case, double), double, read), MOST))
        best = first_alike(best, variants, needed, executor)
    return best


def _vague_in(case: TestCase) -> list[DoubleStatement]:
    """The doubles of no class and without answers, but for those that replace something."""
    replacing = {statement.value for statement in case.statements if isinstance(statement, StateStatement)}
    doubles = (s for s in case.statements if isinstance(s, DoubleStatement) and s.id not in replacing)
    return [each for each in doubles if not (each.spec or each.names or each.answers or each.orders)]


def _in_lists(case: TestCase, double: DoubleStatement) -> TestCase:
    """The test case with lists in place of sets of the double: objects with attributes are not hashable."""
    return TestCase(
        tuple(
            s.replace(kind="list")
            if isinstance(s, CollectionStatement) and s.kind in SETS and double.id in s.items
            else s
            for s in case
        )
    )


def _read_of(paths: Sequence[str]) -> list[str]:
    """The attributes at the beginnings of some paths; empty if one is called, or is a special method."""
    names = list(dict.fromkeys(path.partition(".")[0] for path in paths))
    return names if all(is_name(name) and not name.startswith("__") for name in names) else []
