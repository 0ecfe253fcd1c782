"""What is declared of parameters and fields: built-in types, and whether a constructor takes fields."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, ClassVar, Union, get_args, get_origin

PLAIN_KINDS = (bool, int, float, str, bytes, list, dict, tuple, set)


def plain_kinds(arguments: ast.arguments, hints: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the built-in types that annotations name, or that defaults of parameters have."""
    yield from plain_hints(hints)
    plain = [*arguments.posonlyargs, *arguments.args]
    behind_required = plain[len(plain) - len(arguments.defaults) :]
    defaults = [
        *zip(behind_required, arguments.defaults, strict=True),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for argument, default in defaults:
        kind = type(default.value) if isinstance(default, ast.Constant) else None
        if kind in PLAIN_KINDS and kind is not None and argument.arg not in hints:
            yield argument.arg, kind.__name__


def plain_hints(hints: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the built-in types that annotations name, even if they allow None or limit the values."""
    for name, hint in hints.items():
        parts = [part for part in get_args(hint) if part is not type(None)]
        is_optional = get_origin(hint) in (Union, UnionType) and len(parts) == 1
        named = parts[0] if is_optional or get_origin(hint) is Annotated else hint
        kind = get_origin(named) or named
        if any(kind is plain for plain in PLAIN_KINDS):
            yield name, kind.__name__


def takes_fields(function: Any) -> bool:
    """Check whether a constructor takes any keywords, and nothing else but `self`."""
    code = function.__code__
    named = code.co_argcount + code.co_kwonlyargcount
    return named == 1 and bool(code.co_flags & inspect.CO_VARKEYWORDS)


def is_of_class(hint: Any) -> bool:
    """Check whether an annotation declares an attribute of the class, not of its instances."""
    return hint is ClassVar or get_origin(hint) is ClassVar
