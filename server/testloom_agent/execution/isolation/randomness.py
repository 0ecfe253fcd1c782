"""The same random values for each test case."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import BuiltinMethodType, MethodType, ModuleType

from testloom_agent.kinds import is_a

METHODS = (MethodType, BuiltinMethodType)


class Randomness:
    """Seeds `random` before each test case if the project mentions it or a loaded library uses it.

    Seeding takes as long as a short test case, so it is left out where no code needs random values.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._seed = self._find_seed() if _mentions_random(modules) or _libraries_draw() else None

    def reset(self, seed: int = 0) -> None:
        """Make the next draws the same each time."""
        if self._seed is not None:
            self._seed(seed)

    @staticmethod
    def _find_seed() -> Callable[[int], None]:
        import random

        return random.seed


def _mentions_random(modules: Iterable[ModuleType]) -> bool:
    return any(_file_mentions_random(str(module.__file__)) for module in modules)


def _file_mentions_random(file: str) -> bool:
    try:
        with open(file, "rb") as source:
            return b"random" in source.read()
    except OSError:
        return False


def _libraries_draw() -> bool:
    """Check whether a module outside the standard library and the agent holds `random` or a part of it."""
    random = sys.modules.get("random")
    if random is None:
        return False
    generator = vars(random).get("_inst")
    known = {*sys.stdlib_module_names, __name__.partition(".")[0], "__main__"}
    return any(
        value is random or (type(value) in METHODS and value.__self__ is generator)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] not in known and is_a(module, ModuleType)
        for value in list(vars(module).values())
    )
