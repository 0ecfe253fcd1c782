"""Separate random generators: `Random()` without a seed, `SystemRandom`, and those held by modules.

Their use is noted as facts, since a test replaces the generator as it would a function of the machine.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType
from typing import Any

from testloom_agent.environment.chance.functions import noting
from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

CLASSES = ("Random", "SystemRandom")
HELD = "generator"
"""The name in a touch for a generator that a module holds."""


class Generators:
    """Makes the values of generators depend on the variation only, and notes which code asks for them."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._variation = 0
        self._held: list[Any] = []

    def begin(self, variation: int) -> None:
        """Start anew; another variation has other draws."""
        self._variation = variation
        for generator in self._held:
            generator.seed(variation)

    def watch(self, modules: Iterable[ModuleType]) -> None:
        """Stand in for the classes where the modules look them up, and for the generators that they hold."""
        random: Any = sys.modules.get("random")
        if random is None:
            return
        modules = list(modules)
        kinds = {name: getattr(random, name) for name in CLASSES}
        owned = frozenset(id(vars(module)) for module in modules)
        held: dict[int, Any] = {}
        for module in modules:
            for name, value in list(vars(module).items()):
                path = f"{module.__name__}:{name}"
                for known, kind in kinds.items():
                    if value is kind:
                        vars(module)[name] = self._class(path, known, kind, kinds["Random"], owned)
                    elif type(value) is kind and value is not random._inst:
                        if id(value) not in held:
                            held[id(value)] = noting(kinds["Random"], partial(self._tell, path, HELD))(0)
                        vars(module)[name] = held[id(value)]
        self._held = list(held.values())
        for known, kind in kinds.items():
            setattr(random, known, self._class(f"random:{known}", known, kind, kinds["Random"], owned))

    def _tell(self, path: str, name: str) -> None:
        self._note(("fact", path, name, json.dumps([0, self._variation])))

    def _class(self, path: str, name: str, kind: Any, seeded: Any, owned: frozenset[int]) -> Any:
        """Create a likeness of the class whose generators are predictable if the project's code calls it.

        A generator with a seed is a real one, and so is one of a derived class.
        """
        caller, tell = sys._getframe, self._tell

        class Likeness(type(kind)):  # type: ignore[misc]
            def __call__(cls, *args: Any, **kwargs: Any) -> Any:
                if cls is not stand_in:
                    return super().__call__(*args, **kwargs)
                is_seeded = kind is seeded and bool(args or kwargs)
                if is_seeded or id(caller(1).f_globals) not in owned:
                    return kind(*args, **kwargs)
                tell(path, f"random.{name}")
                return seeded(self._variation)

            def __instancecheck__(cls, instance: Any) -> bool:
                return isinstance(instance, kind) if cls is stand_in else super().__instancecheck__(instance)

            def __subclasscheck__(cls, subclass: type) -> bool:
                return issubclass(subclass, kind) if cls is stand_in else super().__subclasscheck__(subclass)

        stand_in = Likeness(kind.__name__, (kind,), {})
        return like(kind, stand_in)


def replacement(name: str, seed: int) -> Callable[[], Any] | Any:
    """Create the seeded generator, or a function that returns one, that a test puts in place of `name`."""
    from random import Random

    return Random(seed) if name == HELD else lambda *_: Random(seed)
