"""What a test case left changed in the project's modules and classes, by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from types import MappingProxyType, ModuleType
from typing import Any

from testloom_agent.execution.isolation.module_state import ModuleState, Watched
from testloom_agent.execution.watching import encode

MISSING = object()
PLAIN = (dict, list, set)
LONGEST = 400
"""Characters of a value as JSON that a test may show."""


def changes(state: ModuleState) -> Iterator[tuple[str, str, str]]:
    """`("state", "module:Qual.NAME", value)` for what was changed, the value that it had as JSON.

    What has no name, or a value that no test could show or copy, is left out.
    """
    dirty = state.dirty()
    if not dirty:
        return
    names = {id(value): path for module in state.modules for path, value in _named(module)}
    kinds = [kind for module in state.modules for kind in vars(module).values() if isinstance(kind, type)]
    for one in dirty:
        for path, value in _changed(one, names.get(id(one.live)) or _class_name(one.live, kinds)):
            shown = _shown(value)
            if shown is not None:
                yield ("state", path, shown)


def _changed(one: Watched, holder: str) -> list[tuple[str, Any]]:
    """The names under a holder that have another value now, each with the value that it had.

    A container of a type of its own, such as a `defaultdict`, cannot be told by what it holds.
    """
    if not holder:
        return []
    if not holder.endswith((":", ".")):
        return [(holder, one.saved)] if type(one.live) in PLAIN else []
    return [
        (f"{holder}{name}", value)
        for name, value in one.saved.items()
        if isinstance(name, str) and one.live.get(name, MISSING) is not value
    ]


def _class_name(content: Any, kinds: Iterable[type]) -> str:
    """The name of the class whose attributes these are, with a dot behind it; empty for anything else.

    It is in a descriptor among them; of `kinds` that have none, as metaclasses, one is looked for.
    """
    if not isinstance(content, MappingProxyType):
        return ""
    owner = getattr(content.get("__dict__"), "__objclass__", None)
    if owner is None:
        owner = next((kind for kind in kinds if "__dict__" not in vars(kind) and vars(kind) == content), None)
    return f"{owner.__module__}:{owner.__qualname__}." if isinstance(owner, type) else ""


def _named(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """The containers of a module, each with a name; one that holds attributes ends with `:` or `.`."""
    prefix = f"{module.__name__}:"
    yield prefix, vars(module)
    for name, value in list(vars(module).items()):
        if isinstance(value, PLAIN):
            yield f"{prefix}{name}", value
        elif getattr(type(value), "__module__", None) == module.__name__ and hasattr(value, "__dict__"):
            yield f"{prefix}{name}.", vars(value)
            yield from ((f"{prefix}{name}.{key}", part) for key, part in list(vars(value).items()))
        elif isinstance(value, type) and value.__module__ == module.__name__:
            yield from ((f"{prefix}{name}.{key}", part) for key, part in list(vars(value).items()))


def _shown(value: Any) -> str | None:
    """A plain value as JSON; of a container that holds something else only its kind, of others None."""
    text = json.dumps(encode(value, {}))
    is_plain = not any(f'"{kind}"' in text for kind in ("opaque", "long", "class"))
    if is_plain and len(text) <= LONGEST:
        return text
    return json.dumps({"kind": "copied", "type": type(value).__name__}) if type(value) in PLAIN else None
