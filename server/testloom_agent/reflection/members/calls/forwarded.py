"""The parameters behind `*args` and `**kwargs`: those of the function to which a body forwards them.

A constructor whose body is `super().__init__(*args, **kwargs)` takes the parameters of the base's
constructor, except for those that the call itself passes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import own_parts
from testloom_agent.trees import nodes_of

Description = dict[str, Any]
_REST = ("args", "kwargs")
_PLAIN = ("positional", "either")
_ORDER = {"positional": 0, "either": 0, "args": 1, "keyword": 2, "kwargs": 3}
"""The order of parameters by their kinds."""


@dataclass(frozen=True)
class Forwarding:
    """A call that receives the remaining arguments of a function.

    Attributes:
        call: the call.
        rest: the kinds, of `*args` and `**kwargs`, that it receives.
        alone: those of these kinds that are used for nothing else.
        is_only: whether no other call receives any of them.
    """

    call: ast.Call
    rest: frozenset[str]
    alone: frozenset[str]
    is_only: bool


def forwarding_of(node: Function | ast.Lambda | None, parameters: Sequence[Description]) -> Forwarding | None:
    """Find the first call to which a function forwards its `*args` or `**kwargs`; else None."""
    names = {entry["kind"]: entry["name"] for entry in parameters if entry["kind"] in _REST}
    if node is None or isinstance(node, ast.Lambda) or not names:
        return None
    calls = [(part, _rest_in(part, names)) for part in own_parts(node) if isinstance(part, ast.Call)]
    found = [(call, rest) for call, rest in calls if rest]
    if not found:
        return None
    call, rest = found[0]
    alone = frozenset(kind for kind in rest if _uses(node, names[kind]) == 1)
    return Forwarding(call, rest, alone, is_only=len(found) == 1)


def _rest_in(call: ast.Call, names: dict[str, str]) -> frozenset[str]:
    """Return which of `*args` and `**kwargs` a call forwards; `*args` must be its last argument."""
    kinds = set()
    match call.args:
        case [*before, ast.Starred(value=ast.Name(id=name))] if name == names.get("args"):
            if not any(isinstance(argument, ast.Starred) for argument in before):
                kinds.add("args")
    for keyword in call.keywords:
        match keyword:
            case ast.keyword(arg=None, value=ast.Name(id=name)) if name == names.get("kwargs"):
                kinds.add("kwargs")
    return frozenset(kinds)


def _uses(node: Function, name: str) -> int:
    """Count how often a body mentions a name."""
    parts = (part for statement in node.body for part in nodes_of(statement))
    return sum(isinstance(part, ast.Name) and part.id == name for part in parts)


def joined(
    own: Sequence[Description], taken: Sequence[Description], forwarding: Forwarding
) -> list[Description]:
    """Join the parameters of a function with those of the function that gets its remaining arguments."""
    more = list(_more(own, taken, forwarding))
    kept = [entry for entry in own if entry["kind"] not in _REST]
    named = tuple(f"['{entry['name']}']" for entry in (*kept, *more) if entry["kind"] != "positional")
    rest = [
        {**entry, "uses": [use for use in entry["uses"] if not use.startswith(named)]}  # described there
        for known in own
        if known["kind"] in _REST
        for entry in _left_open(known, taken, forwarding)
    ]
    return sorted([*kept, *more, *rest], key=lambda entry: _ORDER[entry["kind"]])


def _left_open(
    entry: Description, taken: Sequence[Description], forwarding: Forwarding
) -> Iterator[Description]:
    """Yield `*args` or `**kwargs` if a function still takes any arguments, in addition to the known ones."""
    is_handed = entry["kind"] in forwarding.rest
    alike = [other for other in taken if other["kind"] == entry["kind"]] if is_handed else []
    if alike or entry["kind"] not in forwarding.alone:
        uses = [*entry["uses"], *(use for other in alike for use in other["uses"])]
        yield {**entry, "uses": list(dict.fromkeys(uses))}


def _more(
    own: Sequence[Description], taken: Sequence[Description], forwarding: Forwarding
) -> Iterator[Description]:
    """Yield the parameters in addition to the function's own, by keyword if they cannot follow these."""
    by_keyword = "kwargs" in forwarding.rest
    is_next = "args" in forwarding.rest and not any(_is_optional(entry) for entry in own)
    given = len(forwarding.call.args) - ("args" in forwarding.rest)
    named = {keyword.arg for keyword in forwarding.call.keywords} | {entry["name"] for entry in own}
    for place, entry in enumerate(entry for entry in taken if entry["kind"] not in _REST):
        is_plain = entry["kind"] in _PLAIN
        if is_plain and place < given:
            continue
        if entry["name"] in named:
            is_next = False
        elif is_plain and is_next:
            yield _told(entry, entry["kind"] if by_keyword else "positional", forwarding)
        elif by_keyword and entry["kind"] != "positional":
            yield _told(entry, "keyword", forwarding)


def _is_optional(entry: Description) -> bool:
    return entry["kind"] in _PLAIN and bool(entry["has_default"])


def _told(entry: Description, kind: str, forwarding: Forwarding) -> Description:
    """Describe a parameter as its function has it; it may be omitted if the function may not be called."""
    return {**entry, "kind": kind, "has_default": entry["has_default"] or not forwarding.is_only}
