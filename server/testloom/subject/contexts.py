"""Decoding of the agent's report on contexts of web applications (docs/agent-protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from testloom.model.checks import flag, one_of, path, path_or_empty, text
from testloom.model.contexts import NO_CONTEXTS, SAID, Argument, Contexts, ContextValue
from testloom.model.subject import Parameter

_argument = one_of(*SAID)


def contexts_of(data: Mapping[str, Any], parameter: Callable[[Any], Parameter]) -> Contexts:
    """Parse the contexts of web applications; empty if there are none."""
    if not data:
        return NO_CONTEXTS
    held = []
    for (_, argument, key), described in zip(data["places"], data["parameters"], strict=True):
        known = parameter(described)
        held.append(ContextValue(known.name, _argument(argument), text(key), known.type, known.uses))
    applications, factories = (tuple(map(path, data[name])) for name in ("applications", "factories"))
    connects, stores = path_or_empty(data["connects"]), path_or_empty(data["stores"])
    address, tables = path_or_empty(data.get("address", "")), path_or_empty(data.get("tables", ""))
    is_in_memory = flag(data.get("is_in_memory", False))
    given = {path(factory): _argument_of(*said) for factory, said in data.get("arguments", {}).items()}
    return Contexts(
        applications,
        tuple(held),
        connects,
        factories,
        stores,
        address,
        tables,
        is_in_memory,
        text(data.get("location", "")),
        given,
    )


def _argument_of(kind: str, name: str) -> Argument:
    is_path = one_of("text", "path")(kind) == "path"
    return Argument(path(name) if is_path else text(name), is_path)
