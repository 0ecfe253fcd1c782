"""Classes that code tests values for, by the names that the code has for them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from testloom_agent.kinds import is_a, is_class
from testloom_agent.reflection.bodies.uses import TESTS
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.trees import nodes_of


def named_anywhere(uses: Iterable[str], namespace: Mapping[str, Any]) -> Iterator[str]:
    """Yield the uses with tested classes renamed to ids that are valid in any module."""
    for use in uses:
        test, _, name = use.partition(":")
        kinds = classes_of(looked_up(name, namespace)) if test in TESTS else []
        if all(kind.__module__ == "builtins" for kind in kinds):
            yield use
        else:
            yield from (f"{test}:{class_id(kind)}" for kind in kinds)


def looked_up(name: str, namespace: Mapping[str, Any]) -> Any:
    """Find the object that a dotted name stands for in a module; None if there is none."""
    if name.count(":") == 1:
        return found_at(*name.split(":"))
    first, *rest = name.split(".")
    value = namespace.get(first, getattr(builtins, first, None))
    for part in rest:
        try:
            value = getattr(value, part, None)
        except Exception:  # a property may require something that only exists while the program runs
            return None
    return value


def classes_of(value: Any) -> list[type]:
    """List the classes in a value: a class itself, or those in a tuple such as `string_types`."""
    values = value if is_a(value, tuple) else (value,)
    return [entry for entry in values if is_class(entry)]


def tested_in(tree: ast.Module, namespace: Mapping[str, Any]) -> list[type]:
    """List the classes that code of a module tests anything for, in source order."""
    kinds = [
        part
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TESTS
        for kind in node.args[1:]
        for part in (kind.elts if isinstance(kind, ast.Tuple) else [kind])
    ]
    return list(
        dict.fromkeys(
            known for kind in kinds for known in classes_of(looked_up(ast.unparse(kind), namespace))
        )
    )
