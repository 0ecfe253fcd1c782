"""Bindings of the imports of a test file: the imported names and their aliases."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module

from testloom.model.texts.names import is_name
from testloom.writer.errors import UnwritableError
from testloom.writer.project.habits import USUAL_ALIASES

BUILTINS = frozenset(dir(builtins))
TOOLS = (
    *("pytest", "math", "asyncio", "bz2", "contextlib", "gzip", "logging", "lzma", "os", "random", "sys"),
    *("sqlite3", "threading", "time"),
)
ISLICE = "itertools:islice"
GATHERED: Mapping[str, tuple[str, str]] = {"aiohttp.web_": ("aiohttp", "web")}
"""Modules that offer names defined in other modules of their package, by the beginning of these names."""
NOT_LOADED = frozenset({"polars.testing"})
"""Modules that importing their package does not load; names are imported from them."""
USUAL_NAMES: Mapping[tuple[str, str], str] = {("hypothesis", "strategies"): "st"}
"""The usual aliases of imported names."""
AMBIGUOUS = frozenset({"l", "O", "I"})
UNCOLLECTED = frozenset({"TestClient"})
"""Classes whose names look like test classes, but that declare themselves not to be collected."""


@dataclass(frozen=True, slots=True, order=True)
class Import:
    """`import module [as alias]`, or `from module import name [as alias]` if there is a name."""

    module: str
    name: str | None = None
    alias: str | None = None


@dataclass(frozen=True, slots=True)
class Bindings:
    """The names bound at the top level of a module: names by (module, name), modules, and all names."""

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


@dataclass(frozen=True, slots=True)
class Imports:
    """The name of each path and module in a file; no name hides another.

    Attributes:
        bindings: the bindings of the file to merge into; its names are not changed.
        whole: packages and modules whose modules are imported instead of names: `cart.Cart`.
        known_modules: modules from which names are imported.
        homes: the package that a name is imported from, although a module of the package defines it.
        locals: the name of each path, by its module and the name imported from it.
        modules: the names of modules that are imported as a whole.
        taken: every name that is bound at the top level of the file, or could be.
    """

    bindings: Bindings
    whole: frozenset[str]
    known_modules: frozenset[str]
    homes: Mapping[tuple[str, str], str]
    locals: Mapping[tuple[str, str], str]
    modules: Mapping[str, str]
    taken: frozenset[str]

    @classmethod
    def decide(
        cls,
        paths: Collection[str],
        bindings: Bindings,
        preferred: str,
        homes: Collection[tuple[str, str]] = (),
        whole: Collection[str] = (),
    ) -> Imports:
        """Give all paths of a file their names, those of the `preferred` module first.

        Raises:
            UnwritableError: if one of them cannot be imported.
        """
        known = frozenset({preferred, *(path.partition(":")[0] for path in paths)})
        unambiguous = _unambiguous(paths, homes, bindings)
        modules = {tool: _module_name(tool, bindings) for tool in TOOLS}
        taken = bindings.names | BUILTINS | set(modules.values())
        decided = cls(bindings, frozenset(whole), known, unambiguous, {}, modules, taken)
        tops = {decided._top(decided._rooted(path)) for path in (*paths, ISLICE)}
        names: dict[tuple[str, str], str] = {}
        for module, name in sorted(tops, key=lambda top: (top[0] != preferred, top)):
            if module != "builtins" and (module or name not in TOOLS):
                names[module, name] = _local_name(module, name, bindings, taken)
                taken |= {names[module, name]}
        return replace(decided, locals=names, taken=taken)

    @staticmethod
    def checked(paths: Iterable[str]) -> set[str]:
        """Check that all paths can be imported, and return them.

        Raises:
            UnwritableError: if one cannot.
        """
        found = set(paths)
        for path in sorted(found):
            _top(public_path(path))
        return found

    def mentioned(self, names: Collection[str]) -> list[Import]:
        """List the imports that a source with these names needs."""
        paths = (
            Import(module, name, _alias(name, local)) if module else Import(name, None, _alias(name, local))
            for (module, name), local in self.locals.items()
            if local in names
        )
        modules = (
            Import(name, None, _alias(name, local)) for name, local in self.modules.items() if local in names
        )
        return sorted(
            {*paths, *modules}, key=lambda entry: (entry.module, entry.name or "", entry.alias or "")
        )

    def path(self, path: str) -> str:
        """Render the expression for the object at `module:Qual.name`.

        Raises:
            UnwritableError: if it cannot be imported.
        """
        path = self._rooted(path)
        module, name = self._top(path)
        qualname = path.partition(":")[2]
        if module == "builtins":
            return _builtin(qualname)
        local = self.locals[module, name] if module or name not in TOOLS else self.modules[name]
        return f"{local}{qualname[len(name) :]}"

    def module(self, name: str) -> str:
        """Return the local name of one of the modules in `TOOLS`."""
        return self.modules[name]

    def _rooted(self, path: str) -> str:
        """A path as imported: `shop:cart.Cart` by `from shop import cart`, `:cart.Cart` by `import cart`.

        Raises:
            UnwritableError: if it cannot be imported.
        """
        module, name = self._home(path)
        if module.partition(".")[0] in USUAL_ALIASES and module not in NOT_LOADED:
            is_named = (module, name) in self.bindings.imported or _top(public_path(path)) in self.homes
            return path if is_named else f":{module}.{path.partition(':')[2]}"
        if _is_told_by_module(module, name) and (module, name) not in self.bindings.imported:
            return f":{module}.{path.partition(':')[2]}"
        for beginning, (package, leaf) in GATHERED.items():
            if module.startswith(beginning) and (module, name) not in self.bindings.imported:
                return f"{package}:{leaf}.{path.partition(':')[2]}"
        package, _, leaf = module.rpartition(".")
        is_whole = module.partition(".")[0] in self.whole or (package, leaf) in self.bindings.imported
        by_name = f"{module}.{name}" in self.known_modules or any(
            module == known for known, _ in self.bindings.imported
        )
        return f"{package}:{leaf}.{path.partition(':')[2]}" if is_whole and not by_name else path

    def _top(self, path: str) -> tuple[str, str]:
        """The module and the name to import from it; an empty module if the name is itself a module."""
        return self._home(path) if path[0] != ":" else ("", path[1:].partition(".")[0])

    def _home(self, path: str) -> tuple[str, str]:
        module, name = _top(public_path(path))
        return self.homes.get((module, name), module), name


def _is_told_by_module(module: str, name: str) -> bool:
    """Whether a name of the standard library is only read well with its module.

    Alone, `compile` of `re` would hide a builtin, and nobody would know what `path` of `sys` is.
    """
    hides_builtin = name in BUILTINS and module in sys.stdlib_module_names - {"builtins"}
    return hides_builtin or module == "sys"


def _alias(name: str, local: str) -> str | None:
    return None if local == name else local


def _module_name(module: str, bindings: Bindings) -> str:
    bound = bindings.modules.get(module)
    return bound or (module if module not in bindings.names else f"{module}_module")


def _local_name(module: str, name: str, bindings: Bindings, taken: Collection[str]) -> str:
    bound = bindings.imported.get((module, name)) if module else bindings.modules.get(name)
    if bound:
        return bound
    parent = module.rpartition(".")[2].strip("_")
    prefix = "".join(part.title() for part in parent.split("_")) if name[:1].isupper() else f"{parent}_"
    whole = module.replace(".", "_").strip("_")
    candidates = [name, f"{prefix}{name}", f"{whole}_{name}", f"the_{name}"]
    if usual := USUAL_NAMES.get((module, name)) or (not module and USUAL_ALIASES.get(name)):
        candidates = [usual, *candidates]
    number = 2
    while not _is_free(candidates[0], taken, is_module=not module):
        candidates = candidates[1:] or [f"the_{name}_{number}"]
        number += 1
    return candidates[0]


def _is_free(name: str, taken: Collection[str], *, is_module: bool) -> bool:
    """Whether a name is free, and pytest does not collect it as a test, as it never does with modules."""
    collected = name.startswith(("test", "Test")) and name not in UNCOLLECTED and not is_module
    return is_name(name) and not (name in taken or collected)


def _unambiguous(
    paths: Iterable[str], homes: Collection[tuple[str, str]], bindings: Bindings
) -> dict[tuple[str, str], str]:
    """The package to import each (module, name) from instead, unless two modules share that name there."""
    wanted: dict[tuple[str, str], list[str]] = {}
    for module, name in dict.fromkeys(_top(public_path(path)) for path in paths):
        found = [home for home, known in homes if known == name and module.startswith(f"{home}.")]
        if found and (module, name) not in bindings.imported:
            wanted.setdefault((min(found), name), []).append(module)
    return {(modules[0], name): home for (home, name), modules in wanted.items() if len(modules) == 1}


def _top(path: str) -> tuple[str, str]:
    """The module and the name to import from it; an empty module if the name is itself a module."""
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
