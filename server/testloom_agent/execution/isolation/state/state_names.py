"""The names under which modules and classes hold objects that a test case may change, or add to classes."""

from __future__ import annotations

import builtins
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType, ModuleType
from typing import Any

from testloom_agent.execution.isolation.state.imported import is_left_by_import
from testloom_agent.execution.isolation.state.module_state import ModuleState, WatchedObject
from testloom_agent.kinds import dictionary_of, is_a, is_class
from testloom_agent.reflection.identities import found_at

MISSING = object()
PLAIN = (dict, list, set)
SHOWN = (*PLAIN, int, float, str, bytes, bool, tuple, type(None))
"""The types of added values that say something: what libraries add to classes at first use are objects."""


@dataclass(frozen=True)
class ChangedName:
    """A name whose value differs from `before`: one of the attributes `live`, or the whole object.

    `before` is `MISSING` if the name was added to a class; `others` are further names of the same container.
    """

    path: str
    before: Any
    live: Any
    name: str = ""
    others: tuple[str, ...] = ()

    @property
    def held(self) -> Any:
        """What the name stands for now; `MISSING` if it is gone."""
        return self.live.get(self.name, MISSING) if self.name else self.live


class StateNames:
    """The names that containers in modules and classes had at first."""

    def __init__(self, state: ModuleState) -> None:
        self._state = state
        self._names: Mapping[int, Sequence[str]] | None = None
        self._contents: Mapping[int, Any] = {}

    def prepare(self) -> None:
        """Find them, if that was not done before: once, as processes that fork later know them, too."""
        if self._names is None:
            self._contents = self._state.contents()
            self._names = _names_of(self._state, self._contents)

    def changed(self) -> Iterator[ChangedName]:
        """Yield the names whose values have changed from their initial ones."""
        dirty = self._state.dirty()
        if not dirty:
            return
        self.prepare()
        names, contents = self._names or {}, self._contents
        kinds = [kind for module in self._state.modules for kind in vars(module).values() if is_class(kind)]
        told: set[str] = set()
        for one in dirty:
            kind = _class_with(one.live, kinds)
            of_class = self._prefix_of(kind) if kind is not None else ""
            holder = next(iter(names.get(id(one.live), ())), "") or of_class
            for changed in _changed(one, holder, names, contents):
                is_cache = kind is not None and self._is_kept_by_library(kind, changed.name)
                is_import = changed.path in self._state.shared and is_left_by_import(
                    changed.before, changed.live
                )
                is_own = is_cache or is_import or _is_kept_by_enum(changed.path)
                if not is_own and changed.path not in told:
                    told |= {changed.path, *changed.others}
                    yield changed

    def _prefix_of(self, kind: type) -> str:
        """Return what names of a class's attributes begin with; empty if no name leads to the class.

        A class that a decorator has defined in a function is known by the name that it was given.
        """
        if "<locals>" not in kind.__qualname__:
            return f"{kind.__module__}:{kind.__qualname__}."
        held = (
            f"{module.__name__}:{name}."
            for module in self._state.modules
            for name, value in list(vars(module).items())
            if value is kind
        )
        return next(held, "")

    def _is_kept_by_library(self, kind: type, name: str) -> bool:
        """Check whether a metaclass of a library keeps a private name for itself, as that of WTForms does."""
        metaclass: type = type(kind)
        own = {module.__name__ for module in self._state.modules}
        makers = [base for base in metaclass.__mro__ if base is not type and base.__module__ not in own]
        codes = [getattr(made, "__code__", None) for base in makers for made in list(vars(base).values())]
        return name.startswith("_") and any(name in code.co_names for code in codes if code is not None)


def _changed(
    one: WatchedObject, holder: str, names: Mapping[int, Sequence[str]], contents: Mapping[int, Any]
) -> Iterator[ChangedName]:
    """Yield the names below a holder whose values have changed, except for those with a meaning for Python.

    Below a class or an object also names that were added. A container of another type, such as a
    `defaultdict`, cannot be described by its contents.
    """
    if not holder.endswith((":", ".")):
        if holder and type(one.live) in PLAIN:
            yield ChangedName(holder, one.saved, one.live, "", tuple(names[id(one.live)][1:]))
        return
    for name, value in one.saved.items():
        is_plain = isinstance(name, str) and not _is_of_python(name)
        if is_plain and one.live.get(name, MISSING) is not value:
            path = f"{holder}{name}"
            others = names.get(id(value), ()) if type(value) in PLAIN else ()
            before = contents.get(id(value), value) if type(value) in PLAIN else value
            yield ChangedName(path, before, one.live, name, tuple(other for other in others if other != path))
    if holder.endswith("."):
        for name, value in list(one.live.items()):
            is_added = isinstance(name, str) and name not in one.saved and not _is_of_python(name)
            if is_added and type(value) in SHOWN:
                yield ChangedName(f"{holder}{name}", MISSING, one.live, name)


def _is_of_python(name: str) -> bool:
    """Check whether a name has a meaning for Python, as `__warningregistry__` in a module that has warned."""
    return name.startswith("__") and name.endswith("__")


def _is_kept_by_enum(path: str) -> bool:
    """Check whether Python keeps a name for itself in an enum, such as that of a flag's values."""
    module, _, qualname = path.partition(":")
    owner, _, name = qualname.rpartition(".")
    kind = found_at(module, owner) if owner and name.startswith("_") and name.endswith("_") else None
    return is_class(kind) and issubclass(kind, Enum)


def _names_of(state: ModuleState, contents: Mapping[int, Any]) -> dict[int, list[str]]:
    """Collect the initial names of containers by their ids, public ones first."""
    names: dict[int, dict[str, None]] = {id(value): {path: None} for path, value in state.shared.items()}
    homes = {module.__name__ for module in state.modules}
    for module in state.modules:
        for path, value in _named(module, homes, contents):
            names.setdefault(id(value), {})[path] = None
    return {key: sorted(paths, key=lambda path: not is_public(path)) for key, paths in names.items()}


def is_public(path: str) -> bool:
    """Check whether no part of a qualified name begins with an underscore."""
    return not any(part.startswith("_") for part in path.partition(":")[2].split("."))


def _class_with(content: Any, kinds: Iterable[type]) -> type | None:
    """Return the class with these attributes; None for anything else.

    It is in a descriptor among the attributes; if `kinds` have none, as metaclasses, the class is searched
    for there.
    """
    if not is_a(content, MappingProxyType):
        return None
    owner = getattr(content.get("__dict__"), "__objclass__", None)
    if owner is None:
        owner = next((kind for kind in kinds if "__dict__" not in vars(kind) and vars(kind) == content), None)
    return owner if is_class(owner) else None


def _named(
    module: ModuleType, homes: Container[str], contents: Mapping[int, Any]
) -> Iterator[tuple[str, Any]]:
    """Yield a module's initial containers, each with a name; one with attributes ends in `:` or `.`.

    Objects have names for their attributes if their classes are defined in one of the `homes`.
    """
    prefix = f"{module.__name__}:"
    yield prefix, vars(module)
    for name, value in list(contents.get(id(vars(module)), vars(module)).items()):
        if value is vars(builtins):
            yield "builtins:", value
        elif is_a(value, *PLAIN):
            if not _is_of_python(name):
                yield f"{prefix}{name}", value
        elif type(value).__module__ in homes and (held := dictionary_of(value)) is not None:
            yield f"{prefix}{name}.", held
            yield from ((f"{prefix}{name}.{key}", part) for key, part in list(held.items()))
        elif is_class(value) and value.__module__ == module.__name__:
            yield from ((f"{prefix}{name}.{key}", part) for key, part in list(vars(value).items()))
