"""What a test case changed in the project's modules and classes, by name."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable, Iterator
from typing import Any

from testloom_agent.execution.isolation.state.state_names import MISSING, PLAIN, ChangedName, is_public
from testloom_agent.execution.reporting.values.encoding import Encoder
from testloom_agent.execution.reporting.values.shapes import Encoded
from testloom_agent.execution.watching import encode

LONGEST = 400
"""The greatest length, in characters of JSON, of a value that a test may show."""


def changes(
    changed: Iterable[ChangedName], shared: Container[str], sandbox: str
) -> Iterator[tuple[str, ...]]:
    """`("state", "module:Qual.NAME", value, *others)` for what was changed, the value that it had as JSON.

    A container has other names, too, if several stand for it; those that are `shared` are copied. What has a
    value that no test could show or copy is left out.
    """
    for one in changed:
        shown = _copy(one.before) if one.path in shared else _shown(one.before, sandbox)
        if shown is not None:
            yield ("state", one.path, shown, *one.others)


class LastChanges:
    """Changes of the last statement of a test to names of modules and classes: public, or set by the test."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._set: frozenset[str] = frozenset()
        self._names: dict[str, ChangedName] = {}
        self._before: dict[str, Encoded] = {}

    def begin(self, changed: Iterable[ChangedName], names_set: frozenset[str]) -> None:
        """Note what statements before the last one have changed; the test has set some names itself."""
        self._set = names_set
        self._names = self._known(changed)
        self._before = self._told()

    def end(self, changed: Iterable[ChangedName]) -> dict[str, Encoded]:
        """Collect the names, `module:Qual.NAME`, whose values differ from before, with these values."""
        self._names.update(self._known(changed))
        after = self._told()
        return {path: value for path, value in after.items() if value != self._before.get(path)}

    def _known(self, changed: Iterable[ChangedName]) -> dict[str, ChangedName]:
        """Those of the names that readers of the test know."""
        return {one.path: one for one in changed if is_public(one.path) or one.path in self._set}

    def _told(self) -> dict[str, Encoded]:
        held = {path: changed.held for path, changed in self._names.items()}
        return {path: self._encoded(value) for path, value in held.items() if value is not MISSING}

    def _encoded(self, value: Any) -> Encoded:
        """Encode a container by its contents, even if the test has put it there; others by identity."""
        encoder = self._encoder
        return encoder.encode(value) if type(value) in PLAIN else encoder.encode_result(value)


def _shown(value: Any, sandbox: str) -> str | None:
    """Write a plain value as JSON; of other containers only their kind, of other objects None."""
    text = json.dumps(encode(value, {}, sandbox=sandbox))
    is_plain = not any(f'"{kind}"' in text for kind in ("opaque", "long", "class"))
    if is_plain and len(text) <= LONGEST:
        return text
    return _copy(value) if type(value) in PLAIN else None


def _copy(value: Any) -> str:
    """Write as JSON that a container has to be copied."""
    return json.dumps({"kind": "copied", "type": type(value).__name__})
