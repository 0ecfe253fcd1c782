"""Documents that code reads: their formats, and the lookups in them.

A document is what `csv.DictReader`, `json.load`, a `ConfigParser` and the like return. It is followed through
the names and attributes that it is stored in and the functions that it is passed to.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from configparser import RawConfigParser
from types import ModuleType
from typing import Any

from testloom_agent.homes import home_of, origin_of
from testloom_agent.kinds import has_a_name, is_a, is_class
from testloom_agent.reflection.bodies.lookups.frame_methods import LIBRARIES as OF_FRAMES
from testloom_agent.reflection.bodies.lookups.frames import FrameReader
from testloom_agent.reflection.bodies.lookups.reader import LookupReader
from testloom_agent.reflection.bodies.lookups.steps import behind, step_of
from testloom_agent.reflection.bodies.uses import ITEM, ITSELF, name_of
from testloom_agent.trees import nodes_of

Handed = Callable[[ast.Call, "str | int", "type | None"], Iterable[str]]
"""Lists the uses of an argument (its position or keyword) in the function that a call in a class calls."""
FORMATS = {
    "json": "json",
    "simplejson": "json",
    "tomllib": "toml",
    "tomli": "toml",
    "toml": "toml",
    "yaml": "yaml",
}
"""The formats that modules read, by the first part of the modules' names."""
TABLE, READING_TABLES = "csv", frozenset({"read_csv", "scan_csv"})
"""The format of tables, and the functions of pandas and polars that make a frame of one."""
ANSWER = "answer"
"""The format of a web service's response."""
LOADING = ("load", "loads", "safe_load", "full_load")
LIBRARIES = frozenset({*FORMATS, *OF_FRAMES, "csv", "configparser", "aiohttp", "httpx", "requests"})
"""Libraries that read documents, or fetch the responses of services."""
SAME = ("list", "tuple", "sorted", "reversed", "iter", "dict")
GETTING = {"get": "", "getint": "int", "getfloat": "float", "getboolean": "boolean()"}
ASKING = ("has_section", "items", "options", "has_option", *GETTING)
MOST_USES = 200


def documents_of(
    namespace: Mapping[str, Any], tree: ast.Module, handed: Handed, called: Container[str] | None = None
) -> list[dict[str, Any]]:
    """List the documents of each function, with their format and the lookups in them.

    For a module that is only `called`, some functions and classes are enough.
    """
    finder = _Finder(namespace, _reading(tree, _Finder(namespace, {})))
    stored = {
        name: form
        for node in nodes_of(tree)
        if isinstance(node, ast.Assign) and (form := finder.form(node.value))
        for target in node.targets
        if (name := name_of(target)).startswith(ITSELF) or node in tree.body
    }
    found: dict[tuple[str, tuple[str, ...]], None] = {}
    for function, owner in _functions(tree, namespace):
        if called is not None and (function.name if owner is None else owner.__name__) not in called:
            continue
        reader = _Documents(finder, stored)
        for statement in function.body:
            reader.visit(statement)
        for call, arguments in reader.handed.items():
            for form, steps, place in arguments:
                reader.uses[form].update(dict.fromkeys(behind(steps, handed(call, place, owner))))
        columns = _columns_of(function, owner, namespace, finder, handed)
        for form, uses in (*reader.uses.items(), (TABLE, columns)):
            if uses:
                found[form, tuple(uses)[:MOST_USES]] = None
    return [{"format": form, "uses": list(uses)} for form, uses in found]


def _columns_of(
    function: ast.FunctionDef | ast.AsyncFunctionDef,
    owner: type | None,
    namespace: Mapping[str, Any],
    finder: _Finder,
    handed: Handed,
) -> dict[str, None]:
    """Collect the columns that a function looks up in a frame made of a table, as uses of its rows."""
    if not any(finder.is_table(node) for node in nodes_of(function)):
        return {}
    tables = _Tables(finder, namespace)
    for statement in function.body:
        tables.visit(statement)
    uses = dict.fromkeys(tables.uses[TABLE])
    for call, arguments in tables.handed.items():
        for _, steps, place in arguments:
            uses.update(dict.fromkeys(behind(steps, handed(call, place, owner))))
    return {f"{ITEM}{use}": None for use in uses if use.startswith("['")}


def may_read(namespace: Mapping[str, Any]) -> bool:
    """Check whether a module has imported a library that reads documents, or an object of one."""
    return any(origin_of(value).partition(".")[0] in LIBRARIES for value in namespace.values())


def _functions(
    tree: ast.Module, namespace: Mapping[str, Any]
) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, type | None]]:
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    methods = {}
    for node in nodes_of(tree):
        if isinstance(node, ast.ClassDef):
            owner = namespace.get(node.name)
            kind = owner if is_class(owner) else None
            methods.update({part: kind for part in node.body if isinstance(part, kinds)})
    for node in nodes_of(tree):
        if isinstance(node, kinds):
            yield node, methods.get(node)


def is_answer(node: ast.AST) -> bool:
    """Check whether an expression is the decoded answer of a service: `response.json()`."""
    match node:
        case ast.Call(func=ast.Attribute(attr="json"), args=[], keywords=[]):
            return True
    return False


def called_by(call: ast.Call) -> str:
    """Return the name of the called function or method; empty if there is none."""
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
    return ""


def _reading(tree: ast.Module, finder: _Finder) -> dict[str, str]:
    """Collect the functions that return a document or a service's response, with its format."""
    found: dict[str, str] = {}
    for function in nodes_of(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        reader = _Documents(finder, {})
        for statement in function.body:
            reader.visit(statement)
        returned = (part.value for part in nodes_of(function) if isinstance(part, ast.Return))
        wholes = (place[0] for value in returned if (place := reader.place(value)) and not place[1])
        if read := next(wholes, ""):
            found[function.name] = read
    return found


def _awaited(node: ast.AST) -> ast.AST:
    """Return the expression that is awaited, or any other expression itself."""
    return node.value if isinstance(node, ast.Await) else node


class _Finder:
    """Tells which calls read a document, and in which format."""

    def __init__(self, namespace: Mapping[str, Any], reading: Mapping[str, str]) -> None:
        self._namespace = namespace
        self._reading = reading

    def form(self, node: ast.AST) -> str:
        """The format of what a call gives; empty if it reads none."""
        called = self._called(node.func) if isinstance(node, ast.Call) else None
        if is_class(called) and issubclass(called, RawConfigParser):
            return "ini"
        module = home_of(called).partition(".")[0]
        name = called.__name__ if has_a_name(called) else ""
        if (module, name) == ("csv", "DictReader"):
            return "csv"
        if is_answer(node):
            return ANSWER
        read = FORMATS.get(module, "") if name in LOADING else ""
        return read or (self._reading.get(called_by(node), "") if isinstance(node, ast.Call) else "")

    def is_table(self, node: ast.AST | None) -> bool:
        """Check whether a call makes a frame of a table."""
        if not isinstance(node, ast.Call) or called_by(node) not in READING_TABLES:
            return False
        return home_of(self._called(node.func)).partition(".")[0] in OF_FRAMES

    def names(self, node: ast.expr) -> Sequence[str]:
        """The texts in a collection that an expression says, or that a name of the module holds."""
        held: Any = self._namespace.get(node.id) if isinstance(node, ast.Name) else None
        if isinstance(node, ast.List | ast.Tuple | ast.Set):
            held = [part.value for part in node.elts if isinstance(part, ast.Constant)]
        is_known = type(held) in (list, tuple, set, frozenset)
        return [name for name in held if type(name) is str and "'" not in name] if is_known else []

    def _called(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return self._namespace.get(node.id, getattr(builtins, node.id, None))
        if not isinstance(node, ast.Attribute):
            return None
        owner = self._called(node.value)
        return vars(owner).get(node.attr) if is_a(owner, ModuleType) else None


class _Tables(FrameReader):
    """Follows frames that are made of tables through a body."""

    def __init__(self, finder: _Finder, namespace: Mapping[str, Any]) -> None:
        super().__init__([TABLE], namespace)
        self.places = {}
        self._finder = finder

    def place(self, node: ast.AST | None) -> tuple[str, str] | None:
        return (TABLE, "") if self._finder.is_table(node) else super().place(node)

    def is_handed_on(self, place: tuple[str, str]) -> bool:
        """Always: a frame may be handed on as a whole."""
        return True


class _Documents(LookupReader):
    """Follows documents through a body; a document goes by the name of its format."""

    def __init__(self, finder: _Finder, stored: Mapping[str, str]) -> None:
        super().__init__(["csv", *dict.fromkeys([*FORMATS.values(), "ini", ANSWER])])
        self.places = {name: (form, "") for name, form in stored.items()}
        self._finder = finder

    def place(self, node: ast.AST | None) -> tuple[str, str] | None:
        node = None if node is None else _awaited(node)
        if isinstance(node, ast.IfExp):
            return self.place(node.body) or self.place(node.orelse)
        if isinstance(node, ast.Call):
            if form := self._finder.form(node):
                return form, ""
            return self._handed_on(node) if isinstance(node.func, ast.Name) else self._got(node)
        return super().place(node)

    def is_handed_on(self, place: tuple[str, str]) -> bool:
        """Always: a document may be handed on as a whole."""
        return True

    def _handed_on(self, node: ast.Call) -> tuple[str, str] | None:
        """Find the place of a built-in function's result that comes from its argument."""
        match node:
            case ast.Call(func=ast.Name(id="next"), args=[items, *_]) if place := self.place(items):
                return place[0], place[1] + ITEM
            case ast.Call(func=ast.Name(id=name), args=[items, *_]) if name in SAME:
                return self.place(items)
        return None

    def _got(self, node: ast.Call) -> tuple[str, str] | None:
        """Find the place of the result of a method of a dictionary, or of a configuration reader."""
        if not isinstance(node.func, ast.Attribute) or node.func.attr not in GETTING:
            return None
        if (place := self.place(node.func.value)) is None:
            return None
        keys = node.args[:2] if place == ("ini", "") else node.args[:1]
        steps = [step_of(key) for key in keys]
        return (place[0], place[1] + "".join(steps)) if steps and all(steps) else None

    def visit_Compare(self, node: ast.Compare) -> None:
        for one, other in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
            if (place := self._rows_of_columns(one)) is not None:
                self.take(place[0], (f"{place[1]}{ITEM}['{name}']" for name in self._finder.names(other)))
        super().visit_Compare(node)

    def _rows_of_columns(self, node: ast.expr) -> tuple[str, str] | None:
        """Find the table whose columns an expression names: `reader.fieldnames`, `set(reader.fieldnames)`."""
        match node:
            case ast.Call(func=ast.Name(id="list" | "tuple" | "set" | "frozenset"), args=[given]):
                return self._rows_of_columns(given)
            case ast.BoolOp(op=ast.Or(), values=[given, *_]):
                return self._rows_of_columns(given)
            case ast.Attribute(value=reader, attr="fieldnames"):
                return self.place(reader)
        return None

    def bind(self, target: ast.expr, value: ast.expr, step: str = "") -> None:
        match target, value:
            case ast.Tuple(elts=[_, item]), ast.Call(func=ast.Name(id="enumerate"), args=[items, *_]):
                target, value = item, items
        super().bind(target, value, step)
        if isinstance(target, ast.Attribute) and (place := self.place(value)) is not None:
            self.places[name_of(target)] = place

    def visit_Call(self, node: ast.Call) -> None:
        match node.func:
            case ast.Attribute(value=owner, attr=name) if self.place(owner) == ("ini", "") and name in ASKING:
                steps = "".join(step_of(key) for key in node.args[:2] if step_of(key) != ITEM)
                self.note(owner, steps + GETTING.get(name, "") if steps else "")
        super().visit_Call(node)
