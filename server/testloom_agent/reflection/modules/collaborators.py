"""Foreign functions that a module's functions call, and the exceptions that these handle."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.instrumentation.rewriting.fallible import is_type_checking
from testloom_agent.kinds import is_a, is_class, is_function
from testloom_agent.trees import children_of, nodes_of

_OUTWARD = """
    asyncio concurrent.futures ftplib getpass http.client imaplib importlib importlib.metadata multiprocessing
    nntplib platform poplib select shutil signal smtplib socket socketserver sqlite3 ssl subprocess telnetlib
    threading urllib.request webbrowser xmlrpc.client
"""
OUTWARD = frozenset(_OUTWARD.split())
"""Modules of the standard library whose functions reach beyond the interpreter."""

_COMPUTING = """
    _asyncio _collections _functools _operator abc aiohttp.helpers aiohttp.web_app aiohttp.web_exceptions
    aiohttp.web_middlewares aiohttp.web_response aiohttp.web_routedef aiohttp.web_urldispatcher
    asyncio.futures asyncio.locks asyncio.queues asyncio.runners asyncio.taskgroups asyncio.tasks
    asyncio.threads asyncio.timeouts cmath collections concurrent.futures._base concurrent.futures.thread
    contextlib copy dataclasses decimal enum fractions functools itertools math numbers operator re string
    struct textwrap types typing typing_extensions
"""
COMPUTING = frozenset(_COMPUTING.split())
"""Modules that are never replaced by a double: they compute, and their waiting takes no time in tests."""
_LIBRARIES = "attr attrs marshmallow msgspec numpy pandas polars pydantic pydantic_core"
LIBRARIES = frozenset(_LIBRARIES.split())
"""Third-party packages that only compute, except for their modules that read and write."""
STATEMENTS = "sqlalchemy.sql."
"""The prefix of the modules whose functions make SQL statements, which other code executes."""
OF_ROWS = ("__mapper__", "_meta")
"""Attributes of classes whose objects are rows: queries are made from these classes, and not from doubles."""
READING = ".io."
"""A part of the names of the modules that read and write."""

ANSWERED = frozenset({"httpx", "requests"})
"""Libraries whose requests a test answers itself (`environment.served`)."""
OF_PROCESSES = frozenset({"multiprocessing.managers", "multiprocessing.process"})
"""Modules whose classes start and stop processes, which no test may do."""
NOTHING = ("NoReturn", "Never")
STANDARD = sys.stdlib_module_names
CONTEXT = "_contextvars"
"""The module of the standard library whose objects stand for the context of a call."""
PLAIN = (
    *(int, float, complex, str, bytes, bytearray, tuple, list, dict, set, frozenset, Enum, BaseException),
    *(type, FunctionType, BuiltinFunctionType, staticmethod, ModuleType),
)
"""The types of values that are not objects to work with."""


def collaborators_of(module: str, namespace: Mapping[str, Any], tree: ast.Module) -> list[str]:
    """`module:NAME` of each function or class that the module imports and that code in functions calls.

    What is called as `library.NAME` is one, too, unless the library is one of the standard library that only
    computes. So is an object that the module holds and functions use, if others define its class, and a
    method, `module:Class.NAME`, that a class inherits from another module and calls on itself.
    """
    nodes = [node for function in _functions(tree) for node in nodes_of(function)]
    called = [node.func for node in nodes if isinstance(node, ast.Call)]
    names = (node.id for node in called if isinstance(node, ast.Name))
    values = ((name, namespace.get(name)) for name in names)
    found = dict.fromkeys(n for n, value in values if _is_imported(value, module) or _is_of_processes(value))
    found.update(
        dict.fromkeys(
            ast.unparse(node)
            for node in called
            if isinstance(node, ast.Attribute)
            and _reaches_out(_module_at(node.value, namespace))
            and _is_imported(_looked_up(node, namespace), module)
        )
    )
    loaded = (node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    found.update(
        dict.fromkeys(
            name for name in loaded if name in namespace and is_worked_with(namespace[name], module)
        )
    )
    found.update(dict.fromkeys(_inherited(module, namespace, tree)))
    return [f"{module}:{name}" for name in found]


def is_worked_with(value: Any, module: str) -> bool:
    """Check whether a module's entry is an object of a foreign class, such as the client of a service.

    Only its type is looked at: a proxy may have no object to stand for yet.
    """
    kind = type(value)
    home = kind.__module__
    if issubclass(kind, PLAIN) or home == module or _is_answered(home) or _computes(home):
        return False
    return home == CONTEXT or home.partition(".")[0].lstrip("_") not in STANDARD


def _inherited(module: str, namespace: Mapping[str, Any], tree: ast.Module) -> Iterator[str]:
    """Yield `Class.NAME` for methods that classes of the module call on themselves and others define."""
    for node in tree.body:
        kind = namespace.get(node.name) if isinstance(node, ast.ClassDef) else None
        if not is_class(kind) or home_of(kind) != module:
            continue
        for function in _functions(node):
            for call in nodes_of(function):
                name = _called_on_itself(call)
                if name and _is_defined_elsewhere(kind, name, module):
                    yield f"{kind.__qualname__}.{name}"


def _called_on_itself(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)):
            return name
    return ""


def _is_defined_elsewhere(kind: type, name: str, module: str) -> bool:
    """Check whether a class inherits a method from another module; one of Python's must reach outside."""
    base = next((base for base in kind.__mro__ if name in vars(base)), None)
    if base is None or home_of(base) == module:
        return False
    is_method = is_a(vars(base)[name], FunctionType, MethodDescriptorType, staticmethod, classmethod)
    return is_method and _is_outward(base.__module__.lstrip("_"))


def undefined_in(module: str, namespace: Mapping[str, Any], tree: ast.Module) -> list[str]:
    """`module:NAME` of what the module imports and functions use, but what could not be imported here.

    What is imported for type checkers alone is not meant to be there.
    """
    imported = [
        alias.asname or alias.name.partition(".")[0]
        for node in _at_import(tree)
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    ]
    used = {
        node.id for function in _functions(tree) for node in nodes_of(function) if isinstance(node, ast.Name)
    }
    found = dict.fromkeys(name for name in imported if name in used and name not in namespace)
    return [f"{module}:{name}" for name in found]


def _at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when the module is imported, except for functions and classes."""
    for child in children_of(node):
        is_definition = isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
        if not (is_definition or (isinstance(child, ast.If) and is_type_checking(child.test))):
            yield child
            yield from _at_import(child)


def caught_in(namespace: Mapping[str, Any], tree: ast.Module) -> list[type]:
    """List the exception classes that code in functions handles, in source order.

    Where a handler names a parameter, the classes in its default are used.
    """
    defaults = _defaults(tree)
    handlers = [
        node.type
        for function in _functions(tree)
        for node in nodes_of(function)
        if isinstance(node, ast.ExceptHandler) and node.type is not None
    ]
    found = dict.fromkeys(
        value
        for kind in handlers
        for part in _parts(kind)
        for named in _parts(defaults.get(part.id, part) if isinstance(part, ast.Name) else part)
        for value in _exceptions(_looked_up(named, namespace))
    )
    return list(found)


def _parts(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple) else [node]


def _defaults(tree: ast.AST) -> dict[str, ast.expr]:
    """Collect the defaults of parameters by name; for several of the same name, the first."""
    found: dict[str, ast.expr] = {}
    for function in nodes_of(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            arguments = function.args
            plain = [*arguments.posonlyargs, *arguments.args]
            given = zip(plain[len(plain) - len(arguments.defaults) :], arguments.defaults, strict=True)
            named = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            for argument, default in [*given, *named]:
                if default is not None:
                    found.setdefault(argument.arg, default)
    return found


def _functions(tree: ast.AST) -> Iterator[ast.AST]:
    for node in nodes_of(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node


def _is_imported(value: Any, module: str) -> bool:
    home = home_of(value)
    is_exception = is_class(value) and issubclass(value, BaseException)
    is_of_rows = is_class(value) and any(name in vars(value) for name in OF_ROWS)
    is_foreign = home not in ("", module) and not _computes(home) and not _is_answered(home)
    return callable(value) and is_foreign and not (is_exception or is_of_rows or never_returns(value))


def _is_of_processes(value: Any) -> bool:
    """Check whether a class is one of processes, or of what a process of its own keeps."""
    return is_class(value) and any(base.__module__ in OF_PROCESSES for base in value.__mro__)


def _computes(home: str) -> bool:
    """Check whether a module only computes: tests call it, and pass its objects to the subject."""
    is_of_library = home.partition(".")[0] in LIBRARIES
    is_computing = home in COMPUTING or home.startswith(STATEMENTS)
    return is_computing or (is_of_library and READING not in f"{home}.")


def _is_answered(home: str) -> bool:
    return home.partition(".")[0] in ANSWERED


def never_returns(function: Any) -> bool:
    """Check whether a function is annotated to never return, so that calling it raises."""
    if not is_function(function):
        return False
    returned = function.__annotations__.get("return")
    name = returned if isinstance(returned, str) else getattr(returned, "_name", None)
    return isinstance(name, str) and name.rpartition(".")[2] in NOTHING


def _reaches_out(library: Any) -> bool:
    if not is_a(library, ModuleType):
        return False
    return _is_outward(library.__name__)


def _is_outward(module: str) -> bool:
    """Check whether a module is third-party, or one of the standard library that reaches outside."""
    return module in OUTWARD or module.partition(".")[0] not in sys.stdlib_module_names


def _looked_up(node: ast.expr, namespace: Mapping[str, Any]) -> Any:
    if isinstance(node, ast.Name):
        return namespace.get(node.id, getattr(builtins, node.id, None))
    if isinstance(node, ast.Attribute):
        return getattr(_looked_up(node.value, namespace), node.attr, None)
    return None


def _module_at(node: ast.expr, namespace: Mapping[str, Any]) -> Any:
    """Find the module that a dotted name refers to, through modules only."""
    if isinstance(node, ast.Name):
        return namespace.get(node.id)
    if isinstance(node, ast.Attribute):
        outer = _module_at(node.value, namespace)
        return vars(outer).get(node.attr) if is_a(outer, ModuleType) else None
    return None


def _exceptions(value: Any) -> Iterator[type]:
    for entry in value if is_a(value, tuple) else (value,):
        if is_class(entry) and issubclass(entry, Exception):
            yield entry
