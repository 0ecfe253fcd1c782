"""What a test case changed in the project's modules and classes, by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType, ModuleType
from typing import Any

from testloom_agent.execution.isolation.module_state import ModuleState, Watched
from testloom_agent.execution.telling.encoding import Encoder
from testloom_agent.execution.telling.shapes import Encoded
from testloom_agent.execution.watching import encode
from testloom_agent.kinds import dictionary_of, is_a, is_class

MISSING = object()
PLAIN = (dict, list, set)
LONGEST = 400
"""Characters of a value as JSON that a test may show."""


def changes(state: ModuleState) -> Iterator[tuple[str, ...]]:
    """`("state", "module:Qual.NAME", value, *others)` for what was changed, the value that it had as JSON.

    A container has other names, too, if several stand for it. What has no name, or a value that no test could
    show or copy, is left out.
    """
    for changed in _changed_names(state):
        shown = _copy(changed.before) if changed.path in state.shared else _shown(changed.before)
        if shown is not None:
            yield ("state", changed.path, shown, *changed.others)


class LastChanges:
    """What the last statement of a test changed of what modules and classes say publicly."""

    def __init__(self, state: ModuleState, encoder: Encoder) -> None:
        self._state = state
        self._encoder = encoder
        self._names: dict[str, Changed] = {}
        self._before: dict[str, Encoded] = {}

    def begin(self) -> None:
        """Note what statements before the last one have changed."""
        self._names = self._public()
        self._before = self._told()

    def end(self) -> dict[str, Encoded]:
        """The names, `module:Qual.NAME`, that hold something else than before, with what they hold."""
        self._names.update(self._public())
        after = self._told()
        return {path: value for path, value in after.items() if value != self._before.get(path)}

    def _public(self) -> dict[str, Changed]:
        found = {changed.path: changed for changed in _changed_names(self._state)}
        return {path: one for path, one in found.items() if _is_public(path)}

    def _told(self) -> dict[str, Encoded]:
        held = {path: changed.held for path, changed in self._names.items()}
        return {path: self._encoded(value) for path, value in held.items() if value is not MISSING}

    def _encoded(self, value: Any) -> Encoded:
        """A container by what it holds, also one that the test has put there; other objects by identity."""
        encoder = self._encoder
        return encoder.encode(value) if type(value) in PLAIN else encoder.encode_result(value)


@dataclass(frozen=True)
class Changed:
    """A name whose value is not what it was `before`: one of the `live` attributes, or all that is live.

    `others` are names that stood for the same container.
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


def _changed_names(state: ModuleState) -> Iterator[Changed]:
    dirty = state.dirty()
    if not dirty:
        return
    contents = state.contents()
    names = _names_of(state, contents)
    kinds = [kind for module in state.modules for kind in vars(module).values() if is_class(kind)]
    told: set[str] = set()
    for one in dirty:
        holder = next(iter(names.get(id(one.live), ())), "") or _class_name(one.live, kinds)
        for changed in _changed(one, holder, names, contents):
            if changed.path not in told:
                told |= {changed.path, *changed.others}
                yield changed


def _changed(
    one: Watched, holder: str, names: Mapping[int, Sequence[str]], contents: Mapping[int, Any]
) -> Iterator[Changed]:
    """The names under a holder that have another value now.

    A container of a type of its own, such as a `defaultdict`, cannot be told by what it holds.
    """
    if not holder.endswith((":", ".")):
        if holder and type(one.live) in PLAIN:
            yield Changed(holder, one.saved, one.live, "", tuple(names[id(one.live)][1:]))
        return
    for name, value in one.saved.items():
        if isinstance(name, str) and one.live.get(name, MISSING) is not value:
            path = f"{holder}{name}"
            others = names.get(id(value), ()) if type(value) in PLAIN else ()
            before = contents.get(id(value), value) if type(value) in PLAIN else value
            yield Changed(path, before, one.live, name, tuple(other for other in others if other != path))


def _names_of(state: ModuleState, contents: Mapping[int, Any]) -> dict[int, list[str]]:
    """The names that containers had at first, by the ids of these; public ones first."""
    names: dict[int, dict[str, None]] = {id(value): {path: None} for path, value in state.shared.items()}
    for module in state.modules:
        for path, value in _named(module, contents):
            names.setdefault(id(value), {})[path] = None
    return {key: sorted(paths, key=lambda path: not _is_public(path)) for key, paths in names.items()}


def _is_public(path: str) -> bool:
    return not any(part.startswith("_") for part in path.partition(":")[2].split("."))


def _class_name(content: Any, kinds: Iterable[type]) -> str:
    """The name of the class whose attributes these are, with a dot behind it; empty for anything else.

    It is in a descriptor among them; of `kinds` that have none, as metaclasses, one is looked for.
    """
    if not is_a(content, MappingProxyType):
        return ""
    owner = getattr(content.get("__dict__"), "__objclass__", None)
    if owner is None:
        owner = next((kind for kind in kinds if "__dict__" not in vars(kind) and vars(kind) == content), None)
    return f"{owner.__module__}:{owner.__qualname__}." if is_class(owner) else ""


def _named(module: ModuleType, contents: Mapping[int, Any]) -> Iterator[tuple[str, Any]]:
    """The containers that a module had, each with a name; one that holds attributes ends with `:` or `.`."""
    prefix = f"{module.__name__}:"
    yield prefix, vars(module)
    for name, value in list(contents.get(id(vars(module)), vars(module)).items()):
        if isinstance(value, PLAIN):
            yield f"{prefix}{name}", value
        elif type(value).__module__ == module.__name__ and (held := dictionary_of(value)) is not None:
            yield f"{prefix}{name}.", held
            yield from ((f"{prefix}{name}.{key}", part) for key, part in list(held.items()))
        elif is_class(value) and value.__module__ == module.__name__:
            yield from ((f"{prefix}{name}.{key}", part) for key, part in list(vars(value).items()))


def _shown(value: Any) -> str | None:
    """A plain value as JSON; of a container that holds something else only its kind, of others None."""
    text = json.dumps(encode(value, {}))
    is_plain = not any(f'"{kind}"' in text for kind in ("opaque", "long", "class"))
    if is_plain and len(text) <= LONGEST:
        return text
    return _copy(value) if type(value) in PLAIN else None


def _copy(value: Any) -> str:
    """That a container has to be copied, as JSON."""
    return json.dumps({"kind": "copied", "type": type(value).__name__})
