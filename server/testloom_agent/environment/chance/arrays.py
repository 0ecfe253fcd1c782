"""Randomness of numpy: its functions, generators made without a seed, and generators held by modules.

The functions share a generator, which a test seeds. Use of other generators is noted as facts, since a
test replaces these. numpy is not imported for this.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType
from typing import Any

from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

TOUCH = ("array-chance",)
LIBRARY = "numpy.random"
MAKER, HELD = "numpy.random.default_rng", "numpy.random.Generator"
"""The function that makes generators, and the name in a touch for a generator that a module holds."""
NO_DRAWS = frozenset({"seed", "get_state", "set_state"})
"""Methods of the shared generator that return no random values."""


class ArrayDraws:
    """Notes which code asks numpy for random values, and makes these depend on the variation only."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._variation = 0
        self._library: Any = None
        self._is_drawn = True
        self._held: list[Any] = []

    def begin(self, variation: int) -> None:
        """Start anew; another variation has other draws."""
        self._variation = variation
        if self._library is None:
            return
        if self._is_drawn or variation:
            self._is_drawn = bool(variation)
            self._library.seed(variation)
        for generator in self._held:
            generator.bit_generator.state = self._fresh(variation).bit_generator.state

    def watch(self, modules: Iterable[ModuleType]) -> None:
        """Stand in for what draws, also by the names that the modules have for it."""
        library: Any = sys.modules.get(LIBRARY)
        if library is None:
            return
        self._library, self._fresh, modules = library, library.default_rng, list(modules)
        shared = library.random_sample.__self__
        owned = frozenset(id(vars(module)) for module in modules)
        for module in (library, *modules):
            for name, value in list(vars(module).items()):
                path = f"{module.__name__}:{name}"
                if value is self._fresh and module is not library:
                    vars(module)[name] = self._maker(path, owned)
                elif getattr(value, "__self__", None) is shared and value.__name__ not in NO_DRAWS:
                    vars(module)[name] = self._drawing(value)
                elif type(value) is library.Generator:
                    vars(module)[name] = self._generator(library.Generator, path)
        library.default_rng = self._maker(f"{LIBRARY}:default_rng", owned)

    def _tell(self, path: str, name: str) -> None:
        self._note(("fact", path, name, json.dumps([0, self._variation])))

    def _drawing(self, real: Callable[..., Any]) -> Callable[..., Any]:
        """Create a function that draws from the shared generator."""

        def draw(*args: Any, **kwargs: Any) -> Any:
            self._is_drawn = True
            self._note(TOUCH)
            return real(*args, **kwargs)

        return like(real, draw)

    def _maker(self, path: str, owned: frozenset[int]) -> Callable[..., Any]:
        """Create a maker of generators: those that the project makes without a seed become predictable."""
        real, caller = self._fresh, sys._getframe

        def make(seed: Any = None) -> Any:
            if seed is not None or id(caller(1).f_globals) not in owned:
                return real(seed)
            self._tell(path, MAKER)
            return real(self._variation)

        return like(real, make)

    def _generator(self, kind: Any, path: str) -> Any:
        """Create a generator to replace one that a module holds; its use is noted."""
        tell = partial(self._tell, path, HELD)

        class Noting(kind):  # type: ignore[misc]
            def __getattribute__(self, name: str) -> Any:
                if not name.startswith("_") and name != "bit_generator":
                    tell()
                return super().__getattribute__(name)

        self._held.append(made := like(kind, Noting)(self._fresh(0).bit_generator))
        return made


def seed(value: int) -> None:
    """Make the draws that follow the same each time."""
    sys.modules[LIBRARY].seed(value)


def replacement(name: str, seed: int) -> Any:
    """Create the seeded generator, or a function that returns it, that a test puts in place of `name`."""
    generator = sys.modules[LIBRARY].default_rng(seed)
    return generator if name == HELD else lambda *args, **kwargs: generator
