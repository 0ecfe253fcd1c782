"""Modules that nobody has tuned to: others for every seed, the same for the same seed.

At most a few of a package are drawn, so seeds of one part soon repeat each other. A part that was looked at
is for development from then on; parts never share a package.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..environments.packages import PINNED
from .candidates import can_import, candidates, packages
from .manifest import DRAWN, Entry, Manifest

MOST_OF_A_PACKAGE = 3


@dataclass(frozen=True, slots=True)
class Part:
    """Every `of`-th package, from the `which`-th on (from 1)."""

    which: int
    of: int

    def __str__(self) -> str:
        return f"{self.which}/{self.of}"

    @classmethod
    def parse(cls, text: str) -> Part:
        """Read `2/6`.

        Raises:
            ValueError: if it is no such part.
        """
        which, _, of = text.partition("/")
        part = cls(int(which), int(of))
        if not 1 <= part.which <= part.of:
            raise ValueError(text)
        return part

    def take(self, names: Sequence[str]) -> list[str]:
        """The packages of this part, in the order of a hash of their names."""
        shuffled = sorted(names, key=lambda name: hashlib.sha256(name.lower().encode()).hexdigest())
        return shuffled[self.which - 1 :: self.of]


def draw_from_packages(
    python: Path, part: Part, seed: int, count: int, most: int = MOST_OF_A_PACKAGE
) -> Manifest:
    """Draw modules of the packages in `pinned/drawn.in`, as installed for an interpreter."""
    names = part.take(packages(PINNED / f"{DRAWN}.in"))
    found = candidates(python, names)
    drawn = draw(found, seed, count, most, lambda entry: can_import(python, entry.module))
    total = sum(map(len, found.values()))
    about = f"{len(drawn)} of {total} modules of {len(found)} packages, part {part}, seed {seed}"
    return Manifest(about, tuple(drawn))


def draw(
    found: Mapping[str, Sequence[Entry]], seed: int, count: int, most: int, suits: Callable[[Entry], bool]
) -> list[Entry]:
    """Draw `count` modules, at most `most` of a package; one that does not suit makes way for another."""
    rng = random.Random(seed)
    pool = [entry for entries in found.values() for entry in rng.sample(entries, min(most, len(entries)))]
    drawn: list[Entry] = []
    for entry in rng.sample(pool, len(pool)):
        if len(drawn) == count:
            break
        if suits(entry):
            drawn.append(entry)
    return drawn
