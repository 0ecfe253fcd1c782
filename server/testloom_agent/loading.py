"""Loads the module under test, instrumented or with mutants in it, under its own name.

An import hook loads the rewritten code for the file of the subject and those of its companions, whoever
imports them first, so that circular imports within a package get the same module.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Protocol, TypeVar

from testloom_agent.environment.databases.django import make_databases
from testloom_agent.environment.fixtures import NO_FIXTURES, Fixtures
from testloom_agent.instrumentation.model import Plan
from testloom_agent.instrumentation.program import deep_recursion, instrument
from testloom_agent.instrumentation.reparsing import Rewritten, parsed_as_rewritten
from testloom_agent.instrumentation.tracing.tracer import Tracer
from testloom_agent.kinds import is_a
from testloom_agent.loading_failures import LoadFailure, describe_import_failure, describe_syntax_failure
from testloom_agent.mutation.schema import mutate
from testloom_agent.mutation.switch import Switch
from testloom_agent.packages import forget_shadowed
from testloom_agent.platform.processes import fork
from testloom_agent.reflection.describe import describe
from testloom_agent.reflection.fixtures import SECONDS, Offered, usable_fixtures
from testloom_agent.reflection.parts import Part
from testloom_agent.time_limit import time_limit

__all__ = ["LoadFailure", "Loaded", "LoadedMutants", "load", "load_mutants", "module_name"]

Result = TypeVar("Result")

MOST_BYTES = 5_000_000
"""The greatest size of a module's source: Python needs a thousand times as much memory to compile it."""
FUEL_A_SECOND = 20_000_000
"""More probes than any machine passes in a second: the limit only stops code that the timer cannot."""
DEPTH = 7_000
"""The recursion limit while a module is described: visitors need two calls for each level of a tree.

The compiler takes 3,000 levels. With a higher limit, objects with endless recursion would overflow the
C stack.
"""


@dataclass(frozen=True)
class Loaded:
    """The module under test, the tracer of its probes, and its description (docs/agent-protocol.md).

    The probes of companions report to the same tracer.
    """

    module: ModuleType
    tracer: Tracer
    description: dict[str, Any]
    fixtures: Fixtures = NO_FIXTURES


@dataclass(frozen=True)
class LoadedMutants:
    """The module under test with mutants in it, and the switch that turns them on."""

    module: ModuleType
    switch: Switch
    fixtures: Fixtures = NO_FIXTURES


class Importing(Protocol):
    """The receiver of the reports of rewritten code, while it is imported."""

    def bind(self, namespace: dict[str, Any]) -> None:
        """Put what the code calls into a module's namespace."""

    def begin(self, fuel: int) -> None:
        """Let the code pass so many places."""

    def exhaust(self) -> None:
        """Let it pass no more."""


def load(
    file: str,
    root: str,
    import_seconds: float,
    companions: Sequence[str] | None = None,
    conftests: Sequence[str] = (),
    fork: Callable[[], int] = fork,
) -> Loaded:
    """Import the module at `file` with probes in it, and describe it.

    `root` is the folder that its dotted name counts from; it is put first on `sys.path`. `companions` are
    further files of the project that get probes, too; unless it is None, all predicates are measured.
    `conftests` are the conftest.py files whose fixtures tests of the module can ask for. `fork` creates the
    processes in which code is tried whose effects must not stay.

    Raises:
        LoadFailure: if one cannot be read, compiled or imported; the code says which.
    """
    file, root = _absolute(file), _absolute(root)
    files = list(dict.fromkeys([file, *map(_absolute, companions or ())]))
    plan = Plan()
    programs = [_rewritten(path, partial(instrument, plan=plan)) for path in files]
    tracer = Tracer(plan)
    if companions is not None:
        tracer.wanted = set(range(len(plan.predicates)))
    rewritten = {path: program.rewritten for path, program in zip(files, programs, strict=True)}
    module, *others = _import(rewritten, root, tracer, import_seconds)
    hits, _ = tracer.end()
    parts = [Part(*part) for part in zip(others, files[1:], programs[1:], strict=True)]
    began = time.monotonic()
    fixtures, offered = _fixtures(conftests, tracer)
    description = _described(Part(module, file, programs[0]), root, fork, parts, offered)
    description["describing_seconds"] = time.monotonic() - began
    description["probes_at_import"] = [index for index, hit in enumerate(hits) if hit]
    return Loaded(module, tracer, description, fixtures)


def load_mutants(
    file: str,
    root: str,
    import_seconds: float,
    of_interfaces: bool = False,
    conftests: Sequence[str] = (),
) -> LoadedMutants:
    """Import the module at `file` with mutants in it, of which none is on; else as `load`.

    Raises:
        LoadFailure: if it cannot be read, compiled or imported; the code says which.
    """
    file, root = _absolute(file), _absolute(root)
    schema = _rewritten(file, partial(mutate, of_interfaces=of_interfaces))
    switch = Switch(schema)
    [module] = _import({file: schema.rewritten}, root, switch, import_seconds)
    switch.end()
    fixtures, _ = _fixtures(conftests, switch)
    return LoadedMutants(module, switch, fixtures)


def _fixtures(conftests: Sequence[str], tracer: Tracer | Switch) -> tuple[Fixtures, list[Offered]]:
    """Try each fixture of the conftest.py files once; what the module does meanwhile is not counted."""
    tracer.begin(int(SECONDS * FUEL_A_SECOND) + 1)
    try:
        return usable_fixtures(conftests, tracer.exhaust)
    finally:
        tracer.end()


def module_name(root: str, file: str) -> str:
    """Build the dotted name of a file below an import root; the bare name of a file elsewhere."""
    parts = list(Path(os.path.relpath(file, root)).with_suffix("").parts)
    if parts[0] == os.pardir or not all(part.isidentifier() for part in parts):
        parts = parts[-1:]
    if parts[-1] == "__init__" and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


def _absolute(path: str) -> str:
    return os.path.normpath(Path(path).absolute())


def _described(
    subject: Part,
    root: str,
    fork: Callable[[], int],
    companions: Sequence[Part],
    fixtures: Sequence[Offered],
) -> dict[str, Any]:
    try:
        with deep_recursion(DEPTH):
            return describe(subject, root, fork, companions, fixtures)
    except RecursionError as error:
        raise describe_syntax_failure(subject.file, error, b"") from None


def _rewritten(file: str, rewrite: Callable[[bytes, str], Result]) -> Result:
    advice = "Save the file, or correct the path."
    if os.path.exists(file) and not os.path.isfile(file):  # it may have no end
        raise LoadFailure("missing-file", f"{file} is not a regular file.", advice)
    try:
        with open(file, "rb") as stream:
            source = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise LoadFailure("missing-file", f"{file} cannot be read: {error.strerror}.", advice) from None
    if len(source) > MOST_BYTES:
        what = f"{file} is larger than {MOST_BYTES // 1_000_000} MB."
        raise LoadFailure("syntax", what, "Split it into smaller modules.")
    try:
        return rewrite(source, file)
    except (SyntaxError, UnicodeDecodeError, ValueError, RecursionError, MemoryError) as error:
        raise describe_syntax_failure(file, error, source) from None


def _import(
    files: Mapping[str, Rewritten], root: str, tracer: Importing, import_seconds: float
) -> list[ModuleType]:
    """Import files, each with the code that it is to have, in this order."""
    sys.dont_write_bytecode = True
    sys.path[:] = [root, *(entry for entry in sys.path if entry != root)]
    forget_shadowed(root)
    names = {module_name(root, file): file for file in files}
    for name, file in names.items():
        _forget_other(name, file)
    finder = _SubjectFinder(
        {name: _SubjectLoader(name, file, files[file].code, tracer) for name, file in names.items()}
    )
    sys.meta_path.insert(0, finder)
    tracer.begin(int(import_seconds * FUEL_A_SECOND) + 1)
    modules = []
    try:
        with time_limit(import_seconds, tracer.exhaust), parsed_as_rewritten(files.values()):
            _set_up_django()
            for name in names:
                modules.append(importlib.import_module(name))
            make_databases()
    except BaseException as error:
        name = list(names)[min(len(modules), len(names) - 1)]  # after the last one, databases are made
        raise describe_import_failure(error, name, names[name], root, import_seconds) from None
    finally:
        sys.meta_path.remove(finder)
    for name, module in zip(names, modules, strict=True):
        if not is_a(module, ModuleType):
            what = f"Importing {name} gives an object of {type(module).__name__} in place of a module."
            raise LoadFailure("no-module", what, "Move what it defines into another module, and test that.")
    return modules


def _set_up_django() -> None:
    """Load the project's applications if it has settings for Django, as its plugin of pytest does."""
    if "DJANGO_SETTINGS_MODULE" in os.environ and find_spec("django") is not None:
        importlib.import_module("django").setup()


def _forget_other(name: str, file: str) -> None:
    """Remove another module of the same name, such as one of the standard library."""
    parts = name.split(".")
    for count in range(1, len(parts) + 1):
        known = sys.modules.get(".".join(parts[:count]))
        if known is None:
            continue
        if count == len(parts) or not _holds(known, Path(file).parents[len(parts) - count - 1]):
            _forget(".".join(parts[:count]))
            return


def _holds(package: ModuleType, folder: Path) -> bool:
    """Check whether a loaded package is the one in this folder."""
    return folder.resolve() in [Path(path).resolve() for path in getattr(package, "__path__", ())]


def _forget(name: str) -> None:
    for loaded in [entry for entry in sys.modules if f"{entry}.".startswith(f"{name}.")]:
        del sys.modules[loaded]


class _SubjectFinder(MetaPathFinder):
    """Finds the subject and its companions, and no other module."""

    def __init__(self, loaders: Mapping[str, _SubjectLoader]) -> None:
        self._loaders = loaders

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of the subject or a companion; None for every other module."""
        loader = self._loaders.get(fullname)
        if loader is None:
            return None
        file = Path(loader.path)
        locations = [str(file.parent)] if file.name == "__init__.py" else None
        return spec_from_file_location(fullname, file, loader=loader, submodule_search_locations=locations)


class _SubjectLoader(SourceFileLoader):
    """Runs the rewritten code in a new module."""

    def __init__(self, name: str, file: str, code: CodeType, tracer: Importing) -> None:
        super().__init__(name, file)
        self._code = code
        self._tracer = tracer

    def exec_module(self, module: ModuleType) -> None:
        """Run the subject's module-level code."""
        self._tracer.bind(module.__dict__)
        exec(self._code, module.__dict__)
