"""What code says, whatever it looks like."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterable, Iterator, Sequence

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_DOCUMENTED = (*_NAMED, ast.Module)


def digest_of(nodes: Iterable[ast.AST], name: str = "") -> str:
    """Equal for code that differs in layout, comments and docstrings only, and in what it calls itself.

    Args:
        nodes: the code.
        name: what it is called at the top of its module; "" if it has no name.
    """
    return joined(text for node in nodes for text in _texts(node, name))


def joined(parts: Iterable[str]) -> str:
    """One digest of several texts, in their order."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part.encode("utf-8", "surrogatepass") + b"\0")
    return digest.hexdigest()[:24]


def _texts(node: ast.AST, name: str) -> Iterator[str]:
    """The tree in prefix order; fields that are empty are left out, as Pythons differ in them."""
    yield type(node).__name__
    for field, value in ast.iter_fields(node):
        match value:
            case None | []:
                continue
            case list():
                yield field
                for item in _meaning(node, field, value):
                    yield from _texts(item, name) if isinstance(item, ast.AST) else (repr(item),)
                yield "end"
            case ast.AST():
                yield field
                yield from _texts(value, name)
            case _ if not isinstance(node, ast.Constant) or field != "kind":  # u"" is ""
                yield field
                yield "itself" if value == name and _is_reference(node) else repr(value)


def _meaning(node: ast.AST, field: str, items: Sequence[object]) -> Sequence[object]:
    """The items of a field without what only looks different."""
    if field == "body" and isinstance(node, _DOCUMENTED):
        return without_docstring(items) or [ast.Pass()]
    if field == "targets" and isinstance(node, ast.Delete):  # del (a, b) is del a, b
        return [part for item in items for part in getattr(item, "elts", [item])]
    return items


def without_docstring(body: Sequence[object]) -> Sequence[object]:
    """The statements of a module, class or function behind its docstring."""
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body


def _is_reference(node: ast.AST) -> bool:
    return isinstance(node, (*_NAMED, ast.Name, ast.Constant))
