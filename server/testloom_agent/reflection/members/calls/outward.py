"""Parameters by which a caller may replace the clock, randomness or a pause: `clock=time.monotonic`.

A test that leaves such a parameter to its default differs from run to run, and nothing can change this from
outside: the function was looked up when the module was imported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from testloom_agent.kinds import has_a_name, is_a, is_class
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.sources import Function

_RESULTS: Mapping[str, str] = {
    **dict.fromkeys(("time:time", "time:monotonic", "time:perf_counter", "time:process_time"), "float"),
    **dict.fromkeys(("time:time_ns", "time:monotonic_ns", "time:perf_counter_ns"), "int"),
    "time:sleep": "none",
    "asyncio.tasks:sleep": "none",
    **dict.fromkeys(("datetime:datetime.now", "datetime:datetime.utcnow"), "datetime:datetime"),
    "datetime:datetime.today": "datetime:datetime",
    "datetime:date.today": "datetime:date",
    "random:random": "float",
    **dict.fromkeys(("random:randint", "random:randrange", "random:getrandbits"), "int"),
    "builtins:input": "str",
}
"""The result types of functions that read the clock, return random values, pause or ask the user."""
_COROUTINES = frozenset({"asyncio.tasks:sleep"})


def outward_defaults(node: Function | ast.Lambda | None, namespace: Mapping[str, Any]) -> dict[str, Type]:
    """Find the parameters whose default is the clock, randomness or a pause, with their function types."""
    found = {} if node is None else dict(_defaults(node.args))
    paths = {name: _path(default, namespace) for name, default in found.items()}
    return {name: _function(path) for name, path in paths.items() if path in _RESULTS}


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    plain = [*arguments.posonlyargs, *arguments.args]
    behind = plain[len(plain) - len(arguments.defaults) :]
    yield from ((entry.arg, default) for entry, default in zip(behind, arguments.defaults, strict=True))
    for entry, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        if value is not None:
            yield entry.arg, value


def _path(node: ast.expr, namespace: Mapping[str, Any]) -> str:
    """Return `module:qualname` of the function that an expression names; "" for anything else."""
    match node:
        case ast.Name(id="input"):
            return "builtins:input"
        case ast.Name(id=name) if name in namespace:
            return _of_function(namespace[name])
        case ast.Attribute(value=ast.Attribute(attr=owner, value=ast.Name(id=name)), attr=attribute):
            held = vars(namespace[name]).get(owner) if _is_module(namespace.get(name)) else None
            return _of_class(held, attribute)
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            held = namespace.get(name)
            if _is_module(held):
                return _of_function(vars(held).get(attribute))
            return _of_class(held, attribute)
    return ""


def _of_function(value: Any) -> str:
    """Return the path of a module's function, or of a method of an object that the module has made for it."""
    if not has_a_name(value):
        return ""
    module = value.__module__ or type(getattr(value, "__self__", None)).__module__
    return f"{module}:{value.__name__}"


def _is_module(value: Any) -> bool:
    return is_a(value, ModuleType)


def _of_class(held: Any, attribute: str) -> str:
    return f"{held.__module__}:{held.__qualname__}.{attribute}" if is_class(held) else ""


def _function(path: str) -> Type:
    result = make(_RESULTS[path])
    return make("callable", [make("awaitable", [result]) if path in _COROUTINES else result])
