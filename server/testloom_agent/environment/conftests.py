"""The fixtures that the conftest.py files of a project define, as pytest would find them for a test.

Only fixtures whose values can be made without pytest are used: functions that request nothing but other
such fixtures and the few fixtures of pytest and its plugins that are known here.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import FunctionType, ModuleType
from typing import Any, NamedTuple

CONFTEST = "conftest.py"
PLUGINS = "pytest_plugins"
"""The name under which a conftest.py lists modules with further fixtures."""


class Definition(NamedTuple):
    """A fixture: its function, and the fixtures that the function requests."""

    function: Callable[..., Any]
    asks: Sequence[str] = ()


def definitions_in(files: Iterable[str], known: Collection[str]) -> dict[str, Definition]:
    """Collect the fixtures that conftest.py files define, by name; later files override earlier ones.

    A fixture stays only if the fixtures it requests are among them or in `known`. A file that cannot be
    imported contributes nothing.
    """
    found: dict[str, Definition | None] = {}
    for file in files:
        try:
            modules = list(_modules_of(file))
        except Exception:
            continue
        for module in modules:
            found |= _defined_in(module)
    return _without_unknown({name: one for name, one in found.items() if one is not None}, known)


def _without_unknown(found: Mapping[str, Definition], known: Collection[str]) -> dict[str, Definition]:
    """Keep the fixtures that request nothing unknown, directly or through others."""
    left = dict(found)
    while lacking := [name for name, one in left.items() if not {*one.asks} <= {*left, *known}]:
        for name in lacking:
            del left[name]
    return left


def _modules_of(file: str) -> Iterator[ModuleType]:
    """Yield the modules that a conftest.py lists, and its own module."""
    conftest = _imported(file)
    listed = getattr(conftest, PLUGINS, ())
    for name in (listed,) if isinstance(listed, str) else tuple(listed):
        if name in sys.modules or importlib.util.find_spec(name) is not None:
            yield importlib.import_module(name)
    yield conftest


def _imported(file: str) -> ModuleType:
    """Import a conftest.py under the name that it has for pytest, unless another one has taken the name."""
    folder, name = os.path.dirname(file), CONFTEST.removesuffix(".py")
    while os.path.isfile(os.path.join(folder, "__init__.py")):
        folder, package = os.path.split(folder)
        name = f"{package}.{name}"
    if folder not in sys.path:
        sys.path.append(folder)
    while (taken := sys.modules.get(name)) is not None:
        if getattr(taken, "__file__", None) == file:
            return taken
        name += "_"
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is not a module")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def _defined_in(module: ModuleType) -> dict[str, Definition | None]:
    """Collect the fixtures of a module by name; None for those whose values cannot be made here."""
    found: dict[str, Definition | None] = {}
    for name, value in list(vars(module).items()):
        function, marker = _taken_apart(value)
        if type(function) is not FunctionType:
            continue
        own = marker.name or name
        is_plain = not marker.params and not inspect.iscoroutinefunction(function)
        is_plain = is_plain and not inspect.isasyncgenfunction(function)
        parameters = inspect.signature(function).parameters
        asks = [each.name for each in parameters.values() if each.default is inspect.Parameter.empty]
        is_own = is_plain and own not in asks
        found[own] = Definition(function, asks) if is_own else None
    return found


def _taken_apart(value: Any) -> tuple[Any, Any]:
    """Find the function and the marker in a result of `pytest.fixture`, without asking any other object."""
    if type(value).__module__ == "_pytest.fixtures" and hasattr(value, "_fixture_function_marker"):
        return value._fixture_function, value._fixture_function_marker
    if type(value) is FunctionType and (marker := vars(value).get("_pytestfixturefunction")) is not None:
        return getattr(vars(value).get("__pytest_wrapped__"), "obj", None), marker
    return None, None
