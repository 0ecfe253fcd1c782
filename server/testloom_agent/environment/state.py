"""Module-level variables, class attributes and whole modules that a test case sets."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

from testloom_agent.kinds import is_class

MISSING = object()
MODULES = "sys.modules"
"""The prefix of the path of a whole module that a test case sets."""


class State:
    """The names that test cases have set; `restore` undoes this."""

    def __init__(self) -> None:
        self._names: list[str] = []
        self._undo: list[Callable[[], None]] = []

    def set(self, path: str, value: Any) -> None:
        """Set what a module holds under `module:Qual.NAME`, or does not hold because it is not installed.

        `sys.modules:NAME` is a module itself, which is not installed.
        """
        module, _, name = path.partition(":")
        if module == MODULES:
            self._undo.append(_providing(name, value))
            return
        owner, name = _owner(path)
        self._names.append(f"{getattr(owner, '__name__', '')}.{name}")
        self._undo.append(_setting(owner, name, value))

    @staticmethod
    def get(path: str) -> Any:
        """Return the current value at a path, or `MISSING`."""
        owner, name = _owner(path)
        return getattr(owner, name, MISSING)

    def names(self) -> frozenset[str]:
        """Return the names in modules and classes that are set now, as `module.NAME`."""
        return frozenset(self._names)

    def restore(self) -> None:
        """Put back what was there."""
        self._names.clear()
        while self._undo:
            self._undo.pop()()


def _owner(path: str) -> tuple[Any, str]:
    """Find the module or class that holds the object at `module:Qual.NAME`, and its name there."""
    module, _, qualname = path.partition(":")
    *holders, name = qualname.split(".")
    owner: Any = import_module(module)
    for holder in holders:
        owner = getattr(owner, holder)
    return owner, name


def _setting(owner: Any, name: str, value: Any) -> Callable[[], None]:
    """Set an attribute and return a function that undoes this; an inherited one does not become its own."""

    def own() -> Any:
        return vars(owner).get(name, MISSING) if is_class(owner) else getattr(owner, name, MISSING)

    before = own()
    setattr(owner, name, value)

    def undo() -> None:
        if before is not MISSING:
            setattr(owner, name, before)
        elif own() is not MISSING:  # it may be gone already, and only be inherited again
            delattr(owner, name)

    return undo


def _providing(name: str, value: Any) -> Callable[[], None]:
    """Have a module found under a name, and return a function that undoes this."""
    modules: dict[str, Any] = sys.modules
    before = modules.get(name, MISSING)
    modules[name] = value

    def undo() -> None:
        if before is not MISSING:
            modules[name] = before
        else:
            modules.pop(name, None)

    return undo
