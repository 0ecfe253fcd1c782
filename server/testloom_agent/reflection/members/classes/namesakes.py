"""The class of the project that a parameter without an annotation takes.

It is the class that the parameter is named after, as `order` is after `Order`, or a class that has all
attributes that the body uses, if more than one of these is found in no built-in type: a loaded class, or one
whose name ends with that of the parameter. If no method is among them, more than two tell a loaded class.
"""

from __future__ import annotations

import builtins
import keyword
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from types import FunctionType, ModuleType

from testloom_agent.kinds import is_a, is_class, is_function
from testloom_agent.reflection.bodies.uses import AWAITING
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.members.classes.attributes import AttributeDescriber
from testloom_agent.reflection.members.classes.files import ClassFiles, imported
from testloom_agent.reflection.sources import Sources

LEAST_UNUSUAL = 2
LEAST_HELD = 3
"""How many attributes that methods set tell a class: names of data say less than those of methods."""
MOST_ALIKE = 12
"""How many classes are examined closely at most, as this requires reading their files."""
SHORTEST = 3
BUILTINS = (str, bytes, int, float, list, dict, set, tuple, type, BaseException, FunctionType)


class Namesakes:
    """Finds classes by the names of parameters, in the loaded modules and the files of one project.

    A class counts only if it has every attribute that the body uses of the parameter. Files are searched
    once, for the first parameter that needs them; modules that cannot be imported contain no classes.
    """

    def __init__(
        self, module: str, files: ClassFiles, sources: Sources, attributes: AttributeDescriber
    ) -> None:
        self._package = module.partition(".")[0]
        self._written = files
        self._sources = sources
        self._attributes = attributes
        self._modules: dict[str, list[str]] | None = None
        self._loaded: dict[str, list[type]] = {}
        self._data: dict[int, frozenset[str]] = {}
        self._held: dict[int, frozenset[str]] = {}
        self._spoken: dict[int, frozenset[str]] = {}
        self._short: dict[str, type] = {}

    def of(self, parameter: str, uses: Sequence[str]) -> type | None:
        """Find the class that a parameter is named after or whose attributes fit; None if there is none.

        A parameter none of whose attributes is used has no class.
        """
        awaited = {use.removeprefix(AWAITING) for use in uses if use.startswith(AWAITING)}
        asked = [use for use in uses if use in awaited or (use.isidentifier() and not _is_of_python(use))]
        if not asked:
            return None
        wanted = _plain(parameter)
        called = self._called(wanted) if len(wanted) >= SHORTEST else iter(())
        exact = next((kind for kind in called if self._offers(kind, asked)), None)
        unusual = _unusual(asked) | awaited
        return (
            exact
            or self._alike(wanted, asked, unusual)
            or self._called_in_short(wanted, asked, unusual)
            or self._holding(wanted, asked, unusual)
        )

    def _called_in_short(self, wanted: str, asked: Sequence[str], unusual: Set[str]) -> type | None:
        """Find a class whose name ends with that of the parameter, as `manager` stands for a `PluginManager`.

        Once found for a name, a class is used again wherever it has all attributes that are used.
        """
        if wanted in self._short and self._offers(self._short[wanted], asked):
            return self._short[wanted]
        if len(wanted) < SHORTEST or len(unusual) < LEAST_UNUSUAL:
            return None
        names = [*self._classes(), *self._files()]
        longer = [name for name in dict.fromkeys(names) if name.endswith(wanted) and name != wanted]
        called = (kind for name in longer[:MOST_ALIKE] for kind in self._called(name))
        found = next((kind for kind in called if self._offers(kind, asked)), None)
        if found is not None:
            self._short[wanted] = found
        return found

    def named(self, name: str) -> type | None:
        """Find the class of the project that has exactly this name; None if there is none."""
        return next((kind for kind in self._called(_plain(name)) if kind.__name__ == name), None)

    def _alike(self, wanted: str, asked: Sequence[str], unusual: Set[str]) -> type | None:
        """Find the most general loaded class that has all of these attributes, some of them as methods.

        Of several, one whose name ends with that of the parameter comes first, and a private one last.
        """
        if len(unusual) < LEAST_UNUSUAL:
            return None
        known = [
            kind for kinds in self._classes().values() for kind in kinds if unusual & self._methods(kind)
        ]
        known.sort(key=lambda kind: (-len(unusual & self._methods(kind)), *_distance(kind, wanted)))
        return next((kind for kind in known[:MOST_ALIKE] if self._offers(kind, asked)), None)

    def _holding(self, wanted: str, asked: Sequence[str], unusual: Set[str]) -> type | None:
        """Find the most general loaded class whose methods set all of these attributes."""
        if len(unusual) < LEAST_HELD:
            return None
        classes = (kind for kinds in self._classes().values() for kind in kinds)
        known = [kind for kind in classes if self._speaks_of(kind).issuperset(asked)]
        known.sort(key=lambda kind: _distance(kind, wanted))
        return next((kind for kind in known[:MOST_ALIKE] if self._offers(kind, asked)), None)

    def _speaks_of(self, kind: type) -> frozenset[str]:
        """Collect the names that a class and its bases define, and those in the code of their methods.

        The attributes that an instance has are among them, and found without reading files.
        """
        if id(kind) not in self._spoken:
            entries = [entry for base in kind.__mro__[:-1] for entry in vars(base).values()]
            codes = [entry.__code__ for entry in entries if is_function(entry)]
            said = (name for code in codes for name in code.co_names)
            self._spoken[id(kind)] = self._methods(kind).union(said)
        return self._spoken[id(kind)]

    def _methods(self, kind: type) -> frozenset[str]:
        """Collect the names that a class and its bases define."""
        if id(kind) not in self._held:
            self._held[id(kind)] = frozenset(name for base in kind.__mro__[:-1] for name in vars(base))
        return self._held[id(kind)]

    def _classes(self) -> dict[str, list[type]]:
        """The classes of the project that were loaded at first, by their plain names."""
        if not self._loaded:
            modules = [entry for name, entry in list(sys.modules.items()) if self._owns(name)]
            loaded = [entry for entry in modules if is_a(entry, ModuleType)]
            found = {id(kind): kind for module in loaded for kind in self._defined(module)}
            for kind in found.values():
                self._loaded.setdefault(_plain(kind.__name__), []).append(kind)
        return self._loaded

    def _owns(self, module: str) -> bool:
        return module.partition(".")[0] == self._package

    def _defined(self, module: ModuleType) -> Iterator[type]:
        """Yield the classes that a module defines itself."""
        for kind in list(vars(module).values()):
            if is_class(kind) and kind.__module__ == module.__name__ and self._sources.is_project(kind):
                yield kind

    def _called(self, wanted: str) -> Iterator[type]:
        yield from self._classes().get(wanted, ())
        for module in self._imported(wanted):
            yield from (kind for kind in self._defined(module) if _plain(kind.__name__) == wanted)

    def _imported(self, wanted: str) -> Iterator[ModuleType]:
        yield from imported(self._files().get(wanted, ()))

    def _files(self) -> Mapping[str, list[str]]:
        """The modules of the package, by the plain names of the classes in their files."""
        if self._modules is None:
            self._modules = {}
            for written in self._written.classes:
                self._modules.setdefault(_plain(written.name), []).append(written.module)
        return self._modules

    def _offers(self, kind: type, asked: Iterable[str]) -> bool:
        if id(kind) not in self._data:
            self._data[id(kind)] = frozenset(self._attributes.every(kind))
        return all(name in self._data[id(kind)] or hasattr(kind, name) for name in asked)


def _distance(kind: type, wanted: str) -> tuple[bool, bool, int, str]:
    """Rank a class by how well its name fits that of a parameter, then by how special it is."""
    is_called_so = len(wanted) >= SHORTEST and _plain(kind.__name__).endswith(wanted)
    return not is_called_so, kind.__name__.startswith("_"), len(kind.__mro__), class_id(kind)


def _unusual(asked: Iterable[str]) -> set[str]:
    """List the attributes that no built-in type has."""
    return {name for name in asked if not any(hasattr(kind, name) for kind in BUILTINS)}


def _is_of_python(use: str) -> bool:
    """Check whether a use is a statement such as `for`, or a call of a built-in function."""
    return keyword.iskeyword(use) or hasattr(builtins, use)


def _plain(name: str) -> str:
    return name.replace("_", "").lower()
