"""Constants that hold paths of files; a test can redirect them to a folder of its own."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import PurePath
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.modules.state import read_in_functions

LONGEST = 200


def paths_of(module: ModuleType, tree: ast.Module, root: str) -> list[dict[str, Any]]:
    """List the absolute paths in variables and class attributes that code in functions looks up.

    A path in the home begins with `~`; `is_shipped` means that it lies in the project.
    """
    home = os.path.realpath(os.path.expanduser("~"))
    found = {}
    for path, value in _constants(module, tree):
        place = os.path.normpath(os.path.expanduser(str(value)))
        is_shipped = (place + os.sep).startswith(os.path.join(root, ""))
        shown = "~" + place[len(home) :] if (place + os.sep).startswith(home + os.sep) else place
        found[path] = {"value": shown, "is_text": isinstance(value, str), "is_shipped": is_shipped}
    return [{"path": path, **entry} for path, entry in found.items()]


def _constants(module: ModuleType, tree: ast.Module) -> Iterator[tuple[str, Any]]:
    names, attributes = read_in_functions(tree)
    for name, value in vars(module).items():
        if name in names and _is_place(value):
            yield f"{module.__name__}:{name}", value
    for owner, attribute in sorted(attributes):
        held = vars(module).get(owner)
        if is_a(held, ModuleType) and _is_place(vars(held).get(attribute)):
            yield f"{held.__name__}:{attribute}", vars(held)[attribute]
    for kind in vars(module).values():
        if is_class(kind) and home_of(kind) == module.__name__:
            for name, value in vars(kind).items():
                if any(name == read for _, read in attributes) and _is_place(value):
                    yield f"{module.__name__}:{kind.__qualname__}.{name}", value


def _is_place(value: Any) -> bool:
    """Check whether a value is an absolute path, or one in the home folder, but not the null device."""
    if not is_a(value, PurePath) and type(value) is not str:
        return False
    text = str(value)
    if text == os.devnull:
        return False
    is_short = 1 < len(text) < LONGEST and text.isprintable() and " " not in text.strip("/")[:1]
    return is_short and (text.startswith("~/") or (os.path.isabs(text) and not text.startswith("//")))
