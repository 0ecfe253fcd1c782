"""What a test file imports, and under which names."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module

from testloom.model.texts.names import is_name
from testloom.writer.errors import UnwritableError
from testloom.writer.syntax.names import dotted

BUILTINS = frozenset(dir(builtins))
TOOLS = (
    *("pytest", "math", "asyncio", "bz2", "contextlib", "gzip", "logging", "lzma", "os", "random", "sys"),
    *("sqlite3", "threading", "time"),
)
ISLICE = "itertools:islice"
USUAL_ALIASES: Mapping[str, str] = {"numpy": "np", "pandas": "pd"}
"""Packages that everyone imports whole, and as what."""
AMBIGUOUS = frozenset({"l", "O", "I"})
UNCOLLECTED = frozenset({"TestClient"})
"""What is called like a test class, and says itself that it is none."""


@dataclass(frozen=True, slots=True, order=True)
class Import:
    """`import module [as alias]`, or `from module import name [as alias]` if there is a name."""

    module: str
    name: str | None = None
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Bindings:
    """What a module binds at its top: imported names by (module, name), imported modules, and all names."""

    imported: Mapping[tuple[str, str], str] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    names: frozenset[str] = frozenset()


def public_path(path: str) -> str:
    """`module:Qual.name` with the module that is public, where the standard library defines it elsewhere.

    Not all that a private module has is in a public one: `_json:scanstring` stays what it is.
    """
    module, _, qualname = path.partition(":")
    first, *rest = module.split(".")
    if first.lstrip("_") not in sys.stdlib_module_names or first == "__future__":
        return path
    names = [first.lstrip("_"), *(part for part in rest if not part.startswith("_"))]
    public = "json" if names == ["json", "decoder"] else ".".join(names)
    return f"{public}:{qualname}" if public != module and _has(public, qualname) else path


@cache
def _has(module: str, qualname: str) -> bool:
    """Whether a module of the standard library has a name."""
    try:
        held = import_module(module)
    except ImportError:  # it is not there on every system
        return False
    return hasattr(held, qualname.partition(".")[0])


class Imports:
    """Gives every path a name that hides nothing, and remembers which of them were used.

    `bindings` are those of the file that is merged into; its names stay what they are. `homes` are names with
    the packages that the project imports them from, although they are defined in modules of these. Of the
    packages and modules in `whole`, modules are imported instead of their names: `cart.Cart`.
    """

    def __init__(
        self,
        paths: Collection[str],
        bindings: Bindings,
        preferred: str,
        homes: Collection[tuple[str, str]] = (),
        whole: Collection[str] = (),
    ) -> None:
        self._bindings = bindings
        self._whole = whole
        self._modules_known = {preferred, *(path.partition(":")[0] for path in paths)}
        self._homes = _unambiguous(paths, homes, bindings)
        self._used: set[Import] = set()
        self._taken = set(bindings.names) | BUILTINS
        self._modules = {tool: self._module_name(tool) for tool in TOOLS}
        self._taken |= set(self._modules.values())
        tops = {self._top(self._rooted(path)) for path in (*paths, ISLICE)}
        self._names: dict[tuple[str, str], str] = {}
        for module, name in sorted(tops, key=lambda top: (top[0] != preferred, top)):
            if module != "builtins":
                self._names[module, name] = self._local_name(module, name)
                self._taken.add(self._names[module, name])

    @staticmethod
    def checked(paths: Iterable[str]) -> set[str]:
        """The paths, each of which can be imported.

        Raises:
            UnwritableError: if one cannot.
        """
        found = set(paths)
        for path in sorted(found):
            _top(public_path(path))
        return found

    @property
    def names(self) -> frozenset[str]:
        """Every name that is bound at the top of the file, or could be."""
        return frozenset(self._taken)

    @property
    def used(self) -> frozenset[Import]:
        """The imports that were asked for."""
        return frozenset(self._used)

    def path(self, path: str) -> str:
        """The expression for what `module:Qual.name` holds.

        Raises:
            UnwritableError: if it cannot be imported.
        """
        path = self._rooted(path)
        module, name = self._top(path)
        qualname = path.partition(":")[2]
        if module == "builtins":
            return _builtin(qualname)
        local = self._names[module, name]
        alias = None if local == name else local
        self._used.add(Import(module, name, alias) if module else Import(name, None, alias))
        return f"{local}{qualname[len(name) :]}"

    def module(self, name: str) -> str:
        """The local name of one of the modules in `TOOLS`."""
        local = self._modules[name]
        self._used.add(Import(name, None, None if local == name else local))
        return local

    def subject_module(self, name: str) -> str:
        """The local name of the module under test, one outside of packages.

        Raises:
            UnwritableError: if it cannot be imported.
        """
        self._used.add(Import(dotted(name)))
        return name

    def _rooted(self, path: str) -> str:
        """The path from what is imported: `shop:cart.Cart` where that is the module, `:cart.Cart` at the top.

        Raises:
            UnwritableError: if it cannot be imported.
        """
        module, name = self._home(path)
        if module.partition(".")[0] in USUAL_ALIASES:
            bound = (module, name) in self._bindings.imported
            return path if bound else f":{module}.{path.partition(':')[2]}"
        package, _, leaf = module.rpartition(".")
        is_whole = module.partition(".")[0] in self._whole or (package, leaf) in self._bindings.imported
        by_name = f"{module}.{name}" in self._modules_known or any(
            module == known for known, _ in self._bindings.imported
        )
        return f"{package}:{leaf}.{path.partition(':')[2]}" if is_whole and not by_name else path

    def _top(self, path: str) -> tuple[str, str]:
        """The module and the name to import from it; no module if the name is one itself."""
        return self._home(path) if path[0] != ":" else ("", path[1:].partition(".")[0])

    def _home(self, path: str) -> tuple[str, str]:
        module, name = _top(public_path(path))
        return self._homes.get((module, name), module), name

    def _module_name(self, module: str) -> str:
        bound = self._bindings.modules.get(module)
        return bound or (module if module not in self._bindings.names else f"{module}_module")

    def _local_name(self, module: str, name: str) -> str:
        bindings = self._bindings
        bound = bindings.imported.get((module, name)) if module else bindings.modules.get(name)
        if bound:
            return bound
        parent = module.rpartition(".")[2].strip("_")
        prefix = "".join(part.title() for part in parent.split("_")) if name[:1].isupper() else f"{parent}_"
        whole = module.replace(".", "_").strip("_")
        candidates = [name, f"{prefix}{name}", f"{whole}_{name}", f"the_{name}"]
        if not module and name in USUAL_ALIASES:
            candidates = [USUAL_ALIASES[name], *candidates]
        number = 2
        while not self._is_free(candidates[0]):
            candidates = candidates[1:] or [f"the_{name}_{number}"]
            number += 1
        return candidates[0]

    def _is_free(self, name: str) -> bool:
        """Whether the name hides nothing and pytest would not take it for a test."""
        collected = name.startswith(("test", "Test")) and name not in UNCOLLECTED
        return is_name(name) and not (name in self._taken or collected)


def _unambiguous(
    paths: Iterable[str], homes: Collection[tuple[str, str]], bindings: Bindings
) -> dict[tuple[str, str], str]:
    """The home of each name that is imported from there, where no other path has the same name and home."""
    wanted: dict[tuple[str, str], list[str]] = {}
    for module, name in dict.fromkeys(_top(public_path(path)) for path in paths):
        found = [home for home, known in homes if known == name and module.startswith(f"{home}.")]
        if found and (module, name) not in bindings.imported:
            wanted.setdefault((min(found), name), []).append(module)
    return {(modules[0], name): home for (home, name), modules in wanted.items() if len(modules) == 1}


def _top(path: str) -> tuple[str, str]:
    """The module and the name to import from it; no module if the name is one itself."""
    module, _, qualname = path.partition(":")
    parts = [*(module.split(".") if module else ()), *qualname.split(".")]
    if not all(map(is_name, parts)) or module == "__main__":
        raise UnwritableError(f"{qualname or path} of {module} cannot be imported.")
    return module, qualname.partition(".")[0]


def _builtin(qualname: str) -> str:
    if qualname == "NoneType":
        return "type(None)"
    if qualname.partition(".")[0] not in BUILTINS:
        raise UnwritableError(f"The built-in type {qualname} has no name.")
    return qualname
