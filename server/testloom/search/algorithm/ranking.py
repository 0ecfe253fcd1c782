"""Selection of the surviving tests: the preference criterion first, then Pareto fronts, then crowding.

Panichella, Kifetew, Tonella: Reformulating branch coverage as a many-objective optimization problem
(ICST 2015). A distance that a test does not have counts as 2: farther than any distance it could have.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from testloom.search.chromosome import Chromosome
from testloom.search.goals import Goal

FAR = 2.0
Vectors = Mapping[Chromosome, Mapping[Goal, float]]


def survivors(
    population: Sequence[Chromosome], vectors: Vectors, goals: Sequence[Goal], size: int
) -> list[Chromosome]:
    """Choose the `size` best of the population, best first: front after front, the last by crowding.

    The test nearest to a goal does not displace the nearest presentable one, if it cannot be kept itself.
    """
    nearest = leaders(population, vectors), leaders(presentable(population), vectors)
    kept = list(dict.fromkeys(led[goal] for led in nearest for goal in goals if goal in led))
    if len(kept) >= size:
        return spread(kept, vectors)[:size]
    chosen = set(kept)
    rest = [chromosome for chromosome in population if chromosome not in chosen]
    while rest and len(kept) < size:
        front = _front(rest, vectors)
        in_front = set(front)
        rest = [chromosome for chromosome in rest if chromosome not in in_front]
        room = size - len(kept)
        kept.extend(front if len(front) <= room else spread(front, vectors)[:room])
    return kept


def presentable(population: Sequence[Chromosome]) -> list[Chromosome]:
    """Filter the population to the presentable tests."""
    return [chromosome for chromosome in population if chromosome.is_presentable]


def leaders(population: Sequence[Chromosome], vectors: Vectors) -> dict[Goal, Chromosome]:
    """Find the nearest test to each goal; of equals, the shorter one."""
    best: dict[Goal, tuple[float, int]] = {}
    found: dict[Goal, Chromosome] = {}
    for chromosome in population:
        length = len(chromosome.case)
        for goal, distance in vectors[chromosome].items():
            known = best.get(goal)
            if known is None or (distance, length) < known:
                best[goal] = (distance, length)
                found[goal] = chromosome
    return found


def dominates(one: Mapping[Goal, float], other: Mapping[Goal, float]) -> bool:
    """Check whether `one` is at least as near to every goal and nearer to some goal."""
    nearer = False
    for goal, distance in other.items():
        mine = one.get(goal, FAR)
        if mine > distance:
            return False
        nearer = nearer or mine < distance
    return nearer or any(goal not in other and distance < FAR for goal, distance in one.items())


def _front(population: Sequence[Chromosome], vectors: Vectors) -> list[Chromosome]:
    """Tests that no other dominates; tests with equal vectors stay together."""
    groups: dict[tuple[tuple[int, float], ...], list[Chromosome]] = {}
    for chromosome in population:
        key = tuple(sorted((goal.index, value) for goal, value in vectors[chromosome].items()))
        groups.setdefault(key, []).append(chromosome)
    leaders = [(group, vectors[group[0]]) for group in groups.values()]
    return [
        chromosome
        for group, vector in leaders
        if not any(dominates(other, vector) for _, other in leaders if other is not vector)
        for chromosome in group
    ]


def spread(front: Sequence[Chromosome], vectors: Vectors) -> list[Chromosome]:
    """Sort the front, least crowded first: tests nearest to goals that few others come near.

    An approximation of sub-vector dominance (Köppen, Yoshida 2007) that is linear in the distances known:
    each goal shares one unit of credit among the tests that are nearest to it.
    """
    nearest: dict[Goal, list[Chromosome]] = {}
    smallest: dict[Goal, float] = {}
    for chromosome in front:
        for goal, distance in vectors[chromosome].items():
            if distance < smallest.get(goal, FAR):
                smallest[goal] = distance
                nearest[goal] = [chromosome]
            elif distance == smallest.get(goal):
                nearest[goal].append(chromosome)
    credit = dict.fromkeys(front, 0.0)
    for chromosomes in nearest.values():
        for chromosome in chromosomes:
            credit[chromosome] += 1.0 / len(chromosomes)
    return sorted(front, key=lambda chromosome: (-credit[chromosome], len(chromosome.case)))
