"""Probes in what a module compiles anew while it is imported.

Decorators such as typeguard's `typechecked` parse the source of their module, and replace functions by others
that they compile from it. These have the probes of the module only if what is parsed has them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType
from typing import Any


@dataclass(frozen=True)
class Rewritten:
    """A module with probes or mutants in it: its code, the tree of it, and the text of the original."""

    code: CodeType
    tree: ast.Module
    text: str


@contextmanager
def parsed_as_rewritten(modules: Iterable[Rewritten]) -> Iterator[None]:
    """Have `ast.parse` return copies of rewritten trees for the texts of these modules.

    It compiles what it is given. Only for that is it given another `compile`: modules that are imported may
    keep `ast.parse` itself.
    """
    trees = {_key(module.text): module.tree for module in modules}

    def compile_anew(source: Any, filename: Any, mode: str, flags: int, **options: Any) -> Any:
        is_module = mode == "exec" and flags == ast.PyCF_ONLY_AST and options.get("_feature_version") == -1
        known = trees.get(_key(source)) if is_module and isinstance(source, str) else None
        if known is not None:
            return _copy(known)
        return compile(source, filename, mode, flags, dont_inherit=True, **options)

    vars(ast)["compile"] = compile_anew
    try:
        yield
    finally:
        del vars(ast)["compile"]


def _key(text: str) -> str:
    """Return a text as whoever reads it by lines gets it: the last line has an end."""
    return text.rstrip("\n")


def _copy(node: Any) -> Any:
    """Copy a tree for someone who changes it, many times as fast as `copy.deepcopy`."""
    kind: Any = type(node)
    if not kind._fields:
        return node  # such as `ast.Load()`, which the parser does not repeat either
    new = kind.__new__(kind)
    held = vars(new)
    held.update(vars(node))
    for name in kind._fields:
        value = held.get(name)
        if type(value) is list:
            held[name] = [_copy(item) if isinstance(item, ast.AST) else item for item in value]
        elif isinstance(value, ast.AST):
            held[name] = _copy(value)
    return new
