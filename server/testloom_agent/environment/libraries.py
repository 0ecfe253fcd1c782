"""Replacement of library functions by stand-ins, under all their names in the project's modules."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any


def stand_in(
    functions: Mapping[str, Iterable[str]],
    modules: Iterable[ModuleType],
    standing_in: Callable[[Callable[..., Any], str, str], Callable[..., Any]],
) -> None:
    """Replace functions of libraries that are imported, also by the names that the modules gave them.

    `standing_in` gets a function, its name (`library.function`) and where it is (`module:name`).
    """
    modules = list(modules)
    for library_name, names in functions.items():
        library = sys.modules.get(library_name)
        for function in names:
            real = getattr(library, function, None)
            if not callable(real):
                continue
            name = f"{library_name}.{function}"
            setattr(library, function, standing_in(real, name, f"{library_name}:{function}"))
            for module in modules:
                for own, value in list(vars(module).items()):
                    if value is real:
                        vars(module)[own] = standing_in(real, name, f"{module.__name__}:{own}")
