"""What import statements bind, and to what."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import NamedTuple

EVERYTHING = "*"
"""What a star import binds."""


class Imported(NamedTuple):
    """What an import binds: a name of a module, or, where that is empty, the module itself."""

    bound: str
    module: str
    name: str


def imports_in(nodes: Iterable[ast.AST], module: str, *, is_package: bool) -> Iterator[Imported]:
    """What the imports among the nodes of a module bind."""
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                root = alias.name.partition(".")[0]
                yield Imported(alias.asname or root, alias.name if alias.asname else root, "")
        elif isinstance(node, ast.ImportFrom):
            source = origin(node, module, is_package=is_package)
            for alias in node.names:
                yield Imported(alias.asname or alias.name, source, alias.name)


def origin(node: ast.ImportFrom, module: str, *, is_package: bool) -> str:
    """The dotted name of the module that a statement in another imports from."""
    if not node.level:
        return node.module or ""
    parts = module.split(".")
    outer = parts[: max(0, len(parts) - node.level + is_package)]
    return ".".join([*outer, *([node.module] if node.module else [])])
