"""Which definition of the project a name in a module stands for."""

from __future__ import annotations

from collections.abc import Mapping

from testloom.continuous.project.definitions import ModuleCode

_MOST_STEPS = 20
"""Re-exports that are followed: more of them is a circle."""


def resolve_use(use: str, module: ModuleCode, modules: Mapping[str, ModuleCode]) -> str | None:
    """The id, `module:name`, of what a dotted name in a module begins with; None for what is not ours."""
    return _in_module(use.split("."), module, modules, _MOST_STEPS)


def _in_module(
    parts: list[str], module: ModuleCode, modules: Mapping[str, ModuleCode], steps: int
) -> str | None:
    first, *rest = parts
    if first in module.definitions:
        return f"{module.name}:{first}"
    if not steps:
        return None
    if first in module.imports:
        return _absolute([*module.imports[first].split("."), *rest], modules, steps - 1)
    for star in module.stars:
        if star in modules and (found := _in_module(parts, modules[star], modules, steps - 1)):
            return found
    return None


def _absolute(parts: list[str], modules: Mapping[str, ModuleCode], steps: int) -> str | None:
    """Look up a full dotted name: the longest beginning that is a module, and the name behind it."""
    for length in range(len(parts) - 1, 0, -1):
        module = modules.get(".".join(parts[:length]))
        if module is not None:
            return _in_module(parts[length:], module, modules, steps)
    return None
