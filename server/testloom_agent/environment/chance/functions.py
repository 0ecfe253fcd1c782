"""Randomness of `random`: use of the generator behind its functions is noted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

TOUCH = ("chance",)


def watch_chance(note: Note, modules: Iterable[ModuleType]) -> None:
    """Have draws of the shared generator noted, also by the names that the modules took from `random`."""
    random: Any = sys.modules.get("random")
    if random is None:
        return
    generator = random._inst
    generator.__class__ = noting(type(generator), lambda: note(TOUCH))
    bound = {name: getattr(random, name) for name in ("random", "getrandbits")}
    fresh: dict[str, Callable[..., Any]] = {name: getattr(generator, name) for name in bound}
    for module in (random, *modules):
        for name, value in list(vars(module).items()):
            for known, old in bound.items():
                if value is old:
                    vars(module)[name] = fresh[known]


def noting(kind: Any, drawn: Callable[[], None]) -> Any:
    """Create a class of generators like `kind` that calls `drawn` before each random value."""

    class Noting(kind):  # type: ignore[misc]
        def getrandbits(self, k: int, /) -> int:
            drawn()
            return int(super().getrandbits(k))

        def random(self) -> float:
            drawn()
            return float(super().random())

    return like(kind, Noting)


def seed(value: int) -> None:
    """Make the draws that follow the same each time."""
    import random

    random.seed(value)
