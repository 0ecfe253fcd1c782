"""Finds the modules of a project as they are imported, runs the main program, and wraps both."""

from __future__ import annotations

import ast
import builtins
import importlib.util
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType
from typing import Any

from testloom_agent.recording.recorder import Recorder
from testloom_agent.recording.wrapping import Wrapping

NAMELESS = (ast.Expr, ast.Import, ast.ImportFrom)
"""Statements that define nothing of the main program's own."""
LEFT_OUT = ("site-packages", "dist-packages", "node_modules", "tests", "test")


@dataclass(frozen=True)
class RecordedFiles:
    """The scope of a recording: files below a folder, restricted to the patterns if there are any."""

    root: str
    include: tuple[str, ...]

    def has(self, file: str) -> bool:
        """Check whether the definitions in a file are recorded."""
        relative = os.path.relpath(os.path.realpath(file), self.root)
        if relative.startswith(os.pardir) or not relative.endswith(".py"):
            return False
        if self.include:
            return any(fnmatch(relative, pattern) for pattern in self.include)
        *folders, name = relative.split(os.sep)
        is_hidden = any(folder.startswith(".") or folder in LEFT_OUT for folder in folders)
        return not is_hidden and not name.startswith("test_") and name != "conftest.py"


class Finder(MetaPathFinder):
    """Finds the modules that are recorded, and no others."""

    def __init__(self, scope: RecordedFiles, recorder: Recorder) -> None:
        self.scope = scope
        self.recorder = recorder

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the spec of a module that is recorded; None for every other module."""
        return self.recorder.aside(self._find, fullname, path, target)

    def _find(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or type(spec.loader) is not SourceFileLoader:
            return None
        if not self.scope.has(spec.origin):
            return None
        spec.loader = _Loader(fullname, spec.origin, self.recorder)
        return spec


class _Loader(SourceFileLoader):
    """Loads a module normally, then wraps its functions and classes."""

    def __init__(self, name: str, file: str, recorder: Recorder) -> None:
        super().__init__(name, file)
        self._recorder = recorder

    def exec_module(self, module: ModuleType) -> None:
        """Run the module's code, then put wrappers in."""
        self._recorder.aside(self._recorder.note_module, module.__name__, self.path)
        wrapping = Wrapping(self._recorder, module.__name__)
        with _wrapping_classes(module.__name__, wrapping):
            super().exec_module(module)
        wrapping.wrap(vars(module))
        self._recorder.aside(self._recorder.note_imported, module.__name__, vars(module))


@contextmanager
def _wrapping_classes(module: str, wrapping: Wrapping) -> Iterator[None]:
    """Wrap classes as soon as they are built: a module may create objects of them itself."""
    real: Any = builtins.__build_class__

    def build(body: Any, name: str, *bases: Any, **options: Any) -> Any:
        made = real(body, name, *bases, **options)
        if getattr(made, "__module__", None) == module:
            wrapping.wrap_class(made)
        return made

    vars(builtins)["__build_class__"] = build
    try:
        yield
    finally:
        vars(builtins)["__build_class__"] = real


def wrap_imported(finder: Finder) -> None:
    """Wrap what modules define that are imported already."""
    files = {name: getattr(module, "__file__", None) for name, module in list(sys.modules.items())}
    own = {
        name: file
        for name, file in files.items()
        if name != "__main__" and isinstance(file, str) and finder.scope.has(file)
    }
    for name, file in own.items():
        finder.recorder.note_module(name, file)
        Wrapping(finder.recorder, name).wrap(vars(sys.modules[name]))
        finder.recorder.note_imported(name, vars(sys.modules[name]))


def run_main(file: str, name: str, package: str | None, scope: RecordedFiles, recorder: Recorder) -> None:
    """Run a file as the main program; what it defines is wrapped at once, statement by statement.

    An import hook never sees the main program, and what it defines may be called before its end.

    Raises:
        SyntaxError: before any of it is run.
    """
    with open(file, "rb") as stream:
        tree: Any = compile(stream.read(), file, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    flags = _future_flags(tree)
    parts = [ast.Module([node], []) for node in tree.body]
    codes: list[Any] = [compile(part, file, "exec", flags, dont_inherit=True) for part in parts]
    module = sys.modules["__main__"] = ModuleType("__main__", ast.get_docstring(tree))
    namespace = vars(module)
    namespace.update(__file__=file, __package__=package, __builtins__=__builtins__)
    if package is not None:
        namespace["__spec__"] = importlib.util.spec_from_file_location(name, file)
    wrapping = None
    if scope.has(file):
        recorder.note_module(name, file)
        wrapping = Wrapping(recorder, name)
    for node, code in zip(tree.body, codes, strict=True):
        exec(code, namespace)
        if wrapping is not None and not isinstance(node, NAMELESS):
            wrapping.wrap(namespace)


def _future_flags(tree: ast.Module) -> int:
    import __future__

    names = [
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "__future__"
        for alias in node.names
    ]
    flags = 0
    for name in names:
        flags |= getattr(__future__, name).compiler_flag
    return flags
