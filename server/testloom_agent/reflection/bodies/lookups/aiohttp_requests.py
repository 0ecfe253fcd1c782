"""The parts of an aiohttp request that a function looks up in its parameter.

They are written like keys of dictionaries (`lookups`), after the part of the request that has the keys:
`.query['page']int`, `.match_info['name']`, `.json['items'][]['price']`. A key that is not a string but the
value of a name in a module is written as the path of this name: `.app[<shop.web:STORE>]`. What a middleware
has stored in the request itself follows no part: `['user']`.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any

from testloom_agent.homes import origin_of
from testloom_agent.kinds import is_a, is_function
from testloom_agent.reflection.bodies.lookups.reader import LookupReader
from testloom_agent.reflection.bodies.uses import name_of
from testloom_agent.reflection.sources import Function

NAME = "request"
"""The name by which a parameter is recognised as a request if it is not annotated as one."""
CLASSES = ("Request", "BaseRequest")
FRAMEWORK = "aiohttp"
WEB = "aiohttp.web"
HOLDING = {"match_info": ".match_info", "query": ".query", "headers": ".headers", "app": ".app"}
"""The attributes of a request that have keys, with the step to each."""
READ = {"json": ".json", "post": ".form", "read": ".body", "text": ".body"}
"""The methods of a request that read its body, with the step to what each returns."""
ADDRESSES = ("rel_url", "url")
KEYS = ("AppKey", "RequestKey", "ResponseKey")
"""The classes of the keys under which an application or a request stores objects."""


def knows_requests(namespace: Mapping[str, Any]) -> bool:
    """Check whether a module has imported aiohttp, or a part of its server."""
    return WEB in sys.modules and any(map(_is_of_framework, map(origin_of, list(namespace.values()))))


def _is_of_framework(origin: str) -> bool:
    return origin == FRAMEWORK or origin.startswith(WEB)


def takes_request(node: Function | ast.Lambda) -> bool:
    """Check whether a parameter of a function is a request, by its name or annotation."""
    return any(map(_is_request, (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)))


def _is_request(parameter: ast.arg) -> bool:
    match parameter.annotation:
        case ast.Name(id=kind) | ast.Attribute(attr=kind) | ast.Constant(value=str() as kind):
            return kind.rpartition(".")[2] in CLASSES
    return parameter.arg == NAME


def is_key(value: Any) -> bool:
    """Check whether a value is a key under which an aiohttp application stores objects."""
    return type(value).__name__ in KEYS and type(value).__module__.partition(".")[0] == FRAMEWORK


def home_of_key(key: Any, module: str, name: str) -> str:
    """Find the definition of a key, `module:NAME`, which some module knows by a name.

    A key has a text that begins with the name of its module.
    """
    said = str(getattr(key, "_name", ""))
    while said := said.rpartition(".")[0]:
        held = vars(sys.modules[said]) if said in sys.modules else {}
        if (own := next((own for own, value in held.items() if value is key), "")) != "":
            return f"{said}:{own}"
    return f"{module}:{name}"


class RequestReader(LookupReader):
    """Notes the lookups in the parts of a request."""

    def place(self, node: ast.AST | None) -> tuple[str, str] | None:
        """Find the parameter that a node reads from and the steps to its part, also for parts of requests."""
        match node:
            case ast.Await(value=ast.Call(func=ast.Name(id=name), args=[request, *_])) if self._reads_json(
                name
            ):
                return self._part(request, READ["json"])
            case ast.Await(value=value):
                return self.place(value)
            case ast.Attribute(value=ast.Attribute(value=value, attr=attr), attr="query") if (
                attr in ADDRESSES
            ):
                return self._part(value, ".query")
            case ast.Attribute(value=value, attr=name) if name in HOLDING:
                return self._part(value, HOLDING[name])
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in READ:
                return self._part(value, READ[name])
            case ast.Call(func=ast.Attribute(attr="loads"), args=[read]):
                place = self.place(read)
                return (place[0], ".json") if place is not None and place[1] == ".body" else None
        return super().place(node)

    def _part(self, request: ast.expr, part: str) -> tuple[str, str] | None:
        """Note and return a part of a request; None for an expression that is not the request."""
        place = self.places.get(name_of(request))
        if place is None or place[1]:
            return None
        self.uses[place[0]][part] = None
        return place[0], part

    def _reads_json(self, name: str) -> bool:
        """Check whether a name stands for a function that reads the JSON of a request for its callers."""
        function = self.namespace.get(name)
        return is_function(function) and "json" in function.__code__.co_names

    def step(self, key: ast.expr) -> str:
        """Write the step of a lookup by a key, including keys of applications."""
        module, name, held = self._named(key)
        return f"[<{home_of_key(held, module, name)}>]" if is_key(held) else super().step(key)

    def _named(self, key: ast.expr) -> tuple[str, str, Any]:
        """Find the module and the name that a key refers to, and the object itself."""
        match key:
            case ast.Name(id=name):
                return str(self.namespace.get("__name__")), name, self.namespace.get(name)
            case ast.Attribute(value=ast.Name(id=holder), attr=name):
                module = self.namespace.get(holder)
                if is_a(module, ModuleType):
                    return module.__name__, name, vars(module).get(name)
        return "", "", None
