"""The recorded modules: their functions, and copies of these rewritten for a listener."""

from __future__ import annotations
import __future__

import functools
import operator
import os
import sys
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

from testloom_agent.recording.interactions.files import LOOKED_THROUGH
from testloom_agent.recording.interactions.reads import CLOCK_FUNCTIONS
from testloom_agent.recording.interactions.rewriting import rewritten

FUTURE_FLAGS = functools.reduce(
    operator.or_, (getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
)
OUTWARD = frozenset(
    {"sqlite3", "socket", "ssl", "smtplib", "ftplib", "imaplib", "poplib", "nntplib", "telnetlib", "xmlrpc"}
    | {"subprocess", "webbrowser", "dbm", "select", "selectors", "random", "secrets", "uuid"}
)
"""Standard library modules with effects outside the program and its files, or with random values."""
OUTWARD_PARTS = ("http.client", "urllib.request", "asyncio.streams", "asyncio.subprocess")
MOST_REMEMBERED = 1000
"""How many rewritten functions are kept: reading a function's code takes long, as it may be audited."""
FUNCTIONS = (FunctionType, BuiltinFunctionType)


class _Module:
    def __init__(self, name: str, file: str) -> None:
        self.name = name
        self.file = file
        self.changed = _changed(file)
        self.codes: dict[tuple[int, str], CodeType] | None = None


class OwnModules:
    """The recorded modules, by the file name in their code."""

    def __init__(self) -> None:
        self._modules: dict[str, _Module] = {}
        self._names: set[str] = set()
        self._rewritten: dict[FunctionType, FunctionType | None] = {}

    def note(self, name: str, file: str) -> None:
        """Remember a module, under the file name that its code has."""
        self._modules[file] = _Module(name, os.path.realpath(file))
        self._names.add(name)

    def has(self, function: Any) -> bool:
        """Check whether a function is defined in one of the modules."""
        return type(function) is FunctionType and function.__code__.co_filename in self._modules

    def rewritten(self, function: FunctionType, listener: object) -> FunctionType | None:
        """Rewrite a function so that a listener observes it; None if it is not the project's.

        None, too, if its source has changed since the import, or is nested too deeply.
        """
        try:
            return self._rewritten[function]
        except KeyError:
            made = self._copied(function, listener) if self.has(function) else None
        if len(self._rewritten) > MOST_REMEMBERED:
            self._rewritten.clear()
        if not function.__closure__:  # closures are new for each call of the outer function
            self._rewritten[function] = made
        return made

    def _copied(self, function: FunctionType, listener: object) -> FunctionType | None:
        code = self._code(function.__code__, listener)
        if code is None:
            return None
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        if not cells.keys() >= set(code.co_freevars):
            return None
        closure = tuple(cells[name] for name in code.co_freevars)
        made = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, closure)
        made.__kwdefaults__ = function.__kwdefaults__
        made.__dict__.update(function.__dict__)
        made.__qualname__, made.__module__ = function.__qualname__, function.__module__
        return made

    def _code(self, code: CodeType, listener: object) -> CodeType | None:
        module = self._modules.get(code.co_filename)
        if module is None or (module.codes is None and _changed(module.file) != module.changed):
            return None
        if module.codes is None:
            with open(module.file, "rb") as stream:
                source = stream.read()
            flags = code.co_flags & FUTURE_FLAGS
            try:
                module.codes = rewritten(source, code.co_filename, module.name, flags, listener)
            except RecursionError:  # an expression is nested deeper than calls can be here
                module.codes = {}
        return module.codes.get((code.co_firstlineno, code.co_name))

    def reaches_out(self, namespace: dict[str, Any]) -> bool:
        """Check whether a module holds foreign objects through which it might reach beyond the program."""
        return any(self.is_outward(entry) or _looks(entry) for entry in list(namespace.values()))

    def is_outward(self, entry: Any) -> bool:
        """Check whether a function, class or module is foreign and no mere tool of the standard library."""
        while type(entry) is MethodType:
            entry = entry.__func__
        kind = type(entry)
        if kind is ModuleType:
            return self._is_outward(entry.__name__)
        is_class = issubclass(kind, type)
        if not (is_class or kind in FUNCTIONS) or (is_class and issubclass(entry, BaseException)):
            return False
        return isinstance(entry.__module__, str) and self._is_outward(entry.__module__)

    def _is_outward(self, name: str) -> bool:
        top = name.partition(".")[0]
        if name in self._names:
            return False
        if top in sys.stdlib_module_names:
            return top.lstrip("_") in OUTWARD or name.startswith(OUTWARD_PARTS)
        return top not in ("__main__", "testloom_agent")


def _looks(entry: Any) -> bool:
    """Check whether an entry inspects files or reads the time."""
    return any(entry is one for one in (*LOOKED_THROUGH, *CLOCK_FUNCTIONS))


def _changed(file: str) -> float:
    try:
        return os.stat(file).st_mtime
    except OSError:
        return 0.0
