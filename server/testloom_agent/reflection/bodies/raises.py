"""Exceptions that a function raises itself or that its docstring mentions."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from typing import Any

from testloom_agent.kinds import is_class
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.syntax import own_parts

_NAME = r"[A-Za-z_][\w.]*"
_SPHINX = re.compile(rf":(?:raises?|except|exception)\s+({_NAME})\s*:")
_GOOGLE = re.compile(r"^[ \t]*Raises:[ \t]*\n((?:[ \t]+.*\n?|[ \t]*\n)+)", re.MULTILINE)
_NUMPY = re.compile(r"^[ \t]*Raises[ \t]*\n[ \t]*-+[ \t]*\n((?:.+\n?)+)", re.MULTILINE)
_WORD = r"[A-Za-z_]\w*(?:\.\w+)*"
_ACTIVE = re.compile(
    rf"(?<!not )(?<!n't )(?<!never )\braises?\s+(?:an?\s+)?(?::\w+:)?[`'\"~]*({_WORD})", re.IGNORECASE
)
_PASSIVE = re.compile(rf"(?<![\w.])({_WORD})\s+is\s+raised\b")
OF_CONVERTERS = ("builtins:ValueError", "builtins:TypeError")
"""The exceptions by which functions that a command-line parser calls reject a word."""
_ENTRY = re.compile(rf"^[ \t]*({_NAME})[ \t]*(?::|$)", re.MULTILINE)


def raises_of(node: Function | ast.Lambda | None, text: str | None, namespace: dict[str, Any]) -> list[str]:
    """Ids of the exceptions, those of the body first."""
    named = [*_raised(node), *_documented(text or "")]
    kinds = [kind for name in named if (kind := _resolve(name, namespace)) is not None]
    return list(dict.fromkeys(class_id(kind) for kind in kinds))


def _raised(node: Function | ast.Lambda | None) -> Iterator[str]:
    """Yield the names in `raise` statements, except for those of nested functions."""
    for part in own_parts(node) if node is not None else ():
        if isinstance(part, ast.Raise) and part.exc is not None:
            raised = part.exc.func if isinstance(part.exc, ast.Call) else part.exc
            if isinstance(raised, (ast.Name, ast.Attribute)):
                yield ast.unparse(raised)


def _documented(text: str) -> Iterator[str]:
    yield from _SPHINX.findall(text)
    yield from _ACTIVE.findall(text)
    yield from _PASSIVE.findall(text)
    for section in [*_GOOGLE.findall(text), *_NUMPY.findall(text)]:
        yield from _ENTRY.findall(section)


def _resolve(name: str, namespace: dict[str, Any]) -> type | None:
    """Find the exception class that a dotted name stands for."""
    head, *rest = name.split(".")
    found: Any = namespace.get(head, getattr(builtins, head, None))
    for part in rest:
        try:
            found = getattr(found, part, None)
        except Exception:
            return None
    return found if is_class(found) and issubclass(found, BaseException) else None
