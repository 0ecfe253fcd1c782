"""Dependencies of tests, derived from the events of an observed run."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from testloom.affected.blocks import MODULE
from testloom.affected.state import CODE, DATA, SET_IN, SETTINGS, WHOLE, State
from testloom.measurement import Depended, Ended, Started, TestEvent, Traced
from testloom.model.progress.records import Block, TestRecord
from testloom.model.texts.trees import parsed
from testloom.source.imports import origin

_Part: TypeAlias = tuple[str, str]
"""A part of a file: its path and its name, as in a `Block`."""
_BY_HAND = "request"
"""The fixture through which a test can request other fixtures that it does not name as parameters."""


@dataclass(slots=True)
class ObservedRun:
    """The events of one test run, collected while it goes on."""

    project: Path
    ended: dict[str, str] = field(default_factory=dict)
    places: dict[str, str] = field(default_factory=dict)
    traced: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    depended: Depended | None = None

    def hear(self, event: TestEvent) -> None:
        """Take the next event."""
        match event:
            case Started():
                self.places[event.test] = self._path(event.file)
            case Ended():
                self.ended[event.test] = event.outcome
            case Traced():
                by = self.traced.setdefault(self._path(event.file), {})
                for context, lines in event.by.items():
                    by.setdefault(context, []).extend(lines)
            case Depended():
                self.depended = event

    def records(self, state: State, environment: str) -> list[TestRecord]:
        """Build a record for each test that has ended; none if the run was cut short.

        Args:
            state: the state of the project during the run.
            environment: a digest of the environment of the tests.
        """
        if self.depended is None:
            return []
        uses = _Uses(self, self.depended, state)
        return [
            TestRecord(test, outcome, uses.blocks_of(test), environment)
            for test, outcome in self.ended.items()
        ]

    def _path(self, file: str) -> str:
        """Return the path of a file relative to the project; unchanged if it is outside."""
        path = Path(file)
        path = path if path.is_relative_to(self.project) else path.resolve()
        return path.relative_to(self.project).as_posix() if path.is_relative_to(self.project) else file


class _Uses:
    """Finds the parts of the project that the tests of one run used."""

    def __init__(self, observed: ObservedRun, depended: Depended, state: State) -> None:
        self._observed = observed
        self._depended = depended
        self._state = state
        path = observed._path
        self._modules = {name: path(file) for name, file in depended.modules.items()}
        self._read = {context: [path(file) for file in files] for context, files in depended.read.items()}
        self._read[""] = [file for file in self._read.get("", ()) if file not in SET_IN]
        self._imports = Imports(self._modules, state.read)
        self._closures: dict[str, frozenset[str]] = {}
        self._loaded_for: dict[str, frozenset[_Part]] = {}
        self._reached_in: dict[str, frozenset[_Part]] = {}
        self._starting = {*depended.starting, *(context.partition("\n")[0] for context in depended.starting)}

    def blocks_of(self, test: str) -> frozenset[Block]:
        """Return all parts of the project that a test depends on."""
        parts = self._loading(self._observed.places[test]).union(self._own(test))
        return frozenset(Block(*part, self._state.digest(*part)) for part in parts)

    def _own(self, test: str) -> Iterator[_Part]:
        """Yield the parts that a test covers and reads, including those of its shared fixtures."""
        contexts = [test, *self._shared(test)]
        yield self._observed.places[test], ".".join(test.partition("[")[0].split("::")[1:])
        for context in contexts:
            yield from self._reached(context)
            yield from ((file, WHOLE) for file in self._read.get(context, ()))
        if not self._starting.isdisjoint(contexts):
            yield "", CODE

    def _loading(self, file: str) -> frozenset[_Part]:
        """Return the parts that all tests of a file depend on, as they are loaded before the tests run."""
        if file not in self._loaded_for:
            self._loaded_for[file] = frozenset(self._parts_loaded(self._closure(file) | self._unexplained))
        return self._loaded_for[file]

    def _parts_loaded(self, files: frozenset[str]) -> Iterator[_Part]:
        for file in files:
            is_known = file in self._observed.traced and self._state.blocks(file) is not None
            yield file, MODULE if is_known else WHOLE
        for context in set[str]().union(*(self._importing.get(file, ()) for file in files)):
            yield from (part for part in self._reached(context) if part[0] in files)
        folders = {str(PurePosixPath(file).parent) for file in files}
        yield from ((folder, DATA) for folder in folders - {"."})
        yield from ((file, WHOLE) for file in self._read[""])
        yield "", SETTINGS

    def _shared(self, test: str) -> Iterator[str]:
        """Yield the contexts of a test's shared fixtures; of all, if it may request any by name."""
        used = set(self._depended.uses.get(test, ()))
        for context in self._fixtures:
            if _BY_HAND in used or context.partition("\n")[2] in used:
                yield context

    @cached_property
    def _fixtures(self) -> list[str]:
        contexts = {context for by in self._observed.traced.values() for context in by}
        return sorted(
            context for context in {*contexts, *self._read, *self._depended.starting} if "\n" in context
        )

    def _reached(self, context: str) -> frozenset[_Part]:
        """Return the parts that ran in a context, and the module-level parts of modules loaded in it."""
        if context not in self._reached_in:
            self._reached_in[context] = frozenset(self._parts_reached(context))
        return self._reached_in[context]

    def _parts_reached(self, context: str) -> Iterator[_Part]:
        for file, by in self._observed.traced.items():
            if context in by:
                blocks = self._state.blocks(file)
                if blocks is None:
                    yield file, WHOLE
                else:
                    yield from {(file, blocks.at(line)) for line in by[context]}

    @cached_property
    def _importing(self) -> Mapping[str, set[str]]:
        """The contexts in which the module of each file was executed."""
        found: dict[str, set[str]] = {}
        for file, by in self._observed.traced.items():
            first = min((min(lines) for lines in by.values() if lines), default=None)
            found[file] = {context for context, lines in by.items() if first in lines}
        return found

    def _closure(self, file: str) -> frozenset[str]:
        """Return the files that are imported for the tests of a file, including the file itself."""
        if file not in self._closures:
            self._closures[file] = self._imports.closure(iter([file, *self._configuring(file)]))
        return self._closures[file]

    def _configuring(self, file: str) -> Iterable[str]:
        """Return the loaded `conftest.py` files in the folders above a file."""
        places = [(folder / "conftest.py").as_posix() for folder in PurePosixPath(file).parents]
        return [place for place in places if place in self._loaded]

    @cached_property
    def _loaded(self) -> frozenset[str]:
        return frozenset(self._modules.values())

    @cached_property
    def _unexplained(self) -> frozenset[str]:
        """The modules that were loaded although no test file imports them: any test may need them."""
        files = [self._observed._path(file) for file in self._depended.files]
        return self._loaded.difference(*map(self._closure, files))


Read = Callable[[str], bytes]


class Imports:
    """The imports of files, each of which is parsed only once.

    Only modules that were loaded in a run are known, so that a name means what it meant there.
    """

    def __init__(self, modules: Mapping[str, str], read: Read) -> None:
        self._files = modules
        self._names: dict[str, list[str]] = {}
        for name, file in modules.items():
            self._names.setdefault(file, []).append(name)
        self._read = read
        self._direct: dict[str, frozenset[str]] = {}

    def closure(self, files: Iterator[str]) -> frozenset[str]:
        """Collect the files and everything that they import, directly or indirectly."""
        found: set[str] = set()
        pending = list(files)
        while pending:
            file = pending.pop()
            if file not in found:
                found.add(file)
                pending.extend(self._of(file))
        return frozenset(found)

    def _of(self, file: str) -> frozenset[str]:
        if file not in self._direct:
            names = self._names.get(file, [])
            imported = {part for name in names for part in _with_packages(name)}
            tree = self._tree(file)
            is_package = file.endswith("__init__.py")
            for node in ast.walk(tree):
                imported.update(_imported(node, names, is_package))
            self._direct[file] = frozenset(self._files[name] for name in imported if name in self._files)
        return self._direct[file]

    def _tree(self, file: str) -> ast.Module:
        try:
            return parsed(self._read(file)) or ast.Module([], [])
        except OSError:
            return ast.Module([], [])


def _imported(node: ast.AST, modules: list[str], is_package: bool) -> Iterator[str]:
    """Yield the names of all modules that a statement may import; it may be in any of `modules`."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _with_packages(alias.name)
    elif isinstance(node, ast.ImportFrom):
        for base in {origin(node, module, is_package=is_package) for module in modules}:
            yield from _with_packages(base)
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _with_packages(name: str) -> Iterator[str]:
    parts = name.split(".")
    return (".".join(parts[:length]) for length in range(1, len(parts) + 1))
