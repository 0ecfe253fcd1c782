"""The mutants of several files, joined into those of one subject."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from testloom.model.mutation import Assessment, Effect, Mutant, Mutants
from testloom.model.statements import TestCase


@dataclass(frozen=True, slots=True)
class Part:
    """The mutants of one file: their runner, the relevant ones, and the offset that is added to their ids."""

    runner: Mutants
    own: tuple[Mutant, ...]
    first: int

    def numbers(self, wanted: Collection[int] | None) -> frozenset[int]:
        """Convert the wanted mutants of this part to the ids of its runner; None: all of its mutants."""
        ids = (mutant.id for mutant in self.own)
        return frozenset(number for number in ids if wanted is None or self.first + number in wanted)


@dataclass(frozen=True, slots=True)
class JoinedMutants:
    """Runs tests with the mutants of one file after another, under unique ids."""

    parts: Sequence[Part]

    @classmethod
    def of(cls, files: Sequence[tuple[Mutants, Collection[Mutant]]]) -> JoinedMutants:
        """Join who runs the mutants of a file, each with those of them that count."""
        parts: list[Part] = []
        first = 0
        for runner, own in files:
            parts.append(Part(runner, tuple(own), first))
            first += 1 + max((mutant.id for mutant in runner.mutants), default=0)
        return cls(parts)

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """The mutants that count, file after file."""
        return tuple(replace(mutant, id=part.first + mutant.id) for part in self.parts for mutant in part.own)

    def assess(
        self,
        tests: Sequence[TestCase],
        seconds: float | None = None,
        wanted: Collection[int] | None = None,
        *,
        until_survived: bool = False,
    ) -> list[Assessment | None]:
        """Run each test with each mutant that it reaches; what one file leaves of its time the next has."""
        found: list[dict[int, Effect]] = [{} for _ in tests]
        failed: set[int] = set()
        asked = [(part, numbers) for part in self.parts if (numbers := part.numbers(wanted))]
        until = None if seconds is None else time.monotonic() + seconds
        for others, (part, numbers) in zip(reversed(range(len(asked))), asked, strict=True):
            share = None if until is None else max(0.0, until - time.monotonic()) / (1 + others)
            told = part.runner.assess(tests, share, numbers, until_survived=until_survived)
            for place, assessment in enumerate(told):
                if assessment is None:
                    failed.add(place)
                else:
                    found[place].update({part.first + n: e for n, e in assessment.effects.items()})
        return [None if place in failed else Assessment(effects) for place, effects in enumerate(found)]
