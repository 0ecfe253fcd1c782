"""Attributes that a descriptor of a library or of the project computes, as `property` does.

Before `functools` had one, many wrote a cached property of their own, and do so where objects have no
dictionary or a cache is to be emptied.
"""

from __future__ import annotations

import ast
from inspect import getattr_static
from typing import Any

from testloom_agent.kinds import dictionary_of, is_function
from testloom_agent.reflection.sources import Sources
from testloom_agent.reflection.syntax import own_parts


def computing(entry: Any, sources: Sources) -> Any:
    """Find the function by which a descriptor computes an attribute; None for any other object.

    Its `__get__` calls a function that it keeps, with nothing but the object that the attribute is asked of.
    """
    getter = None if is_function(entry) else getattr_static(type(entry), "__get__", None)
    node = sources.function(getter) if is_function(getter) else None
    if not isinstance(node, ast.FunctionDef) or len(node.args.args) < 2:
        return None
    itself, asked = (argument.arg for argument in node.args.args[:2])
    for part in own_parts(node):
        match part:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=keeper), attr=name),
                args=[ast.Name(id=given)],
                keywords=[],
            ) if (keeper, given) == (itself, asked):
                function = (dictionary_of(entry) or {}).get(name)
                if is_function(function):
                    return function
    return None
