"""What a handler looks up in the request that it receives, if no schema describes its contents."""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.bodies.lookups.reader import LookupReader, lookups_of
from testloom_agent.reflection.bodies.lookups.steps import behind
from testloom_agent.reflection.bodies.uses import ITEM, name_of
from testloom_agent.reflection.identities import class_id
from testloom_agent.reflection.members.hints.annotations import Type, make
from testloom_agent.reflection.sources import Function
from testloom_agent.reflection.web.route import FILE_NAMES, Field, name_for
from testloom_agent.trees import nodes_of
from testloom_agent.wrapped import unwrapped

KEY = re.compile(r"\['([^']+)'\](.*)", re.DOTALL)
PLAIN = {"int": "int", "float": "float"}
FILLED: Mapping[str, Callable[[Any], Any]] = {"": lambda kind: kind, ITEM: lambda kind: make("list", [kind])}
"""The type of a body's JSON, by the steps in it to the data that fills a form."""
DICTIONARY = make("dict", [make("str"), make("any")])
FILES, FILES_OF_DJANGO = "files", "FILES"
"""The holders of uploaded files: content with a name, or an object of Django."""
FILE = make("tuple", [make(class_id(io.BytesIO)), make("union", [FILE_NAMES, make("str")])])
UPLOAD = "django.core.files.uploadedfile:SimpleUploadedFile"
OF_FILES = {FILES: FILE, FILES_OF_DJANGO: make(UPLOAD)}
HOLDERS = (
    "args",
    "query_params",
    "form",
    "json",
    "get_json",
    "headers",
    "data",
    "GET",
    "POST",
    "body",
    FILES,
    FILES_OF_DJANGO,
)
"""Attributes and methods of a request that hold its contents."""
BODY = "body"
"""The holder of the request's body as bytes, which code parses as JSON itself."""
KEPT = "self.request"
"""Where an object keeps the current request if its methods do not receive it."""
UPLOADED = frozenset({"content_type", "file", "filename", "read", "seek"})
"""What code asks a field of a form for if that is a file."""
NO_HELPERS: Mapping[str, str] = {}
NO_TAKERS: Mapping[str, Function] = {}
SourceOf = Callable[[Any], "Function | ast.Lambda | None"]
SESSION = "session"
"""The entry for the client's session and cookies among the names that a handler reads and changes."""
CHANGING = ("pop", "clear", "update", "setdefault")


def helpers_of(function: Any, request: str, source: SourceOf) -> dict[str, str]:
    """Find the functions from which another gets parts of a request, each with the part.

    `request` is the name that the module has for the request.
    """
    node, namespace = source(function), getattr(unwrapped(function), "__globals__", {})
    found: dict[str, str] = {}
    for part in nodes_of(node) if node is not None else ():
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            helper = namespace.get(part.func.id)
            returned = _returned(source(helper), request) if is_function(helper) else ""
            if returned:
                found[part.func.id] = returned
    return found


def takers_of(function: Any, source: SourceOf) -> dict[str, Function]:
    """Find the functions that another calls by names of its module; parts of a request may be passed on."""
    node, namespace = source(function), getattr(unwrapped(function), "__globals__", {})
    found: dict[str, Function] = {}
    for part in nodes_of(node) if node is not None else ():
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name):
            taker = source(called) if is_function(called := namespace.get(part.func.id)) else None
            if taker is not None and not isinstance(taker, ast.Lambda):
                found[part.func.id] = taker
    return found


def _returned(node: Function | ast.Lambda | None, request: str) -> str:
    """Return the holder in the request that a function without parameters returns; empty if there is none."""
    if node is None or isinstance(node, ast.Lambda) or node.args.args:
        return ""
    reader = _Reader(request)
    for statement in node.body:
        reader.visit(statement)
    returned = (reader.place(part.value) for part in nodes_of(node) if isinstance(part, ast.Return))
    return next((place[0] for place in returned if place is not None and not place[1]), "")


def fields_of(
    node: Function | ast.Lambda | None,
    request: str,
    arguments: Mapping[str, str],
    helpers: Mapping[str, str] = NO_HELPERS,
    takers: Mapping[str, Function] = NO_TAKERS,
    uploaded: Type | None = None,
) -> Iterator[Field]:
    """Yield the parts of a request that a function looks up in it.

    `arguments` are those of the client's method, by the holder that each fills. The parts that `helpers`
    return belong to a holder, too. What `takers` look up in parts that are passed to them counts as well.
    `uploaded` is the type of files where these are fields of the form, which code reads.
    """
    if node is None or isinstance(node, ast.Lambda):
        return
    reader = _Reader(request, helpers)
    for statement in node.body:
        reader.visit(statement)
    _follow(reader, takers)
    taken: list[str] = []
    for holder, uses in reader.uses.items():
        if holder not in arguments or not uses:
            continue
        if arguments[holder] == "json":
            yield Field("json", "json", DICTIONARY, uses=list(uses))
            continue
        keys: dict[str, list[str]] = {}
        for use in uses:
            if found := KEY.fullmatch(use):
                keys.setdefault(found[1], []).append(found[2])
        for key, more in keys.items():
            taken.append(name_for(key, taken))
            if uploaded is not None and not UPLOADED.isdisjoint(more):
                yield Field(taken[-1], FILES, uploaded, key)
                continue
            kinds = [
                make(PLAIN[use]) for use in [*more, *reader.types.get((holder, key), ())] if use in PLAIN
            ]
            kind = make("union", [*kinds, make("str")]) if kinds else make("str")
            kind = OF_FILES.get(holder, kind)
            yield Field(taken[-1], arguments[holder], kind, key, is_optional=holder != "form")


def _follow(reader: _Reader, takers: Mapping[str, Function]) -> None:
    """Note what functions look up in the parts of a request that a reader has seen passed to them."""
    for call, given in reader.handed.items():
        if (node := takers.get(name_of(call.func))) is None:
            continue
        for holder, steps, place in given:
            names = [argument.arg for argument in node.args.args]
            name = names[place] if isinstance(place, int) and place < len(names) else str(place)
            taking = LookupReader([name])
            reader.take(holder, behind(steps, lookups_of(node, taking).uses[name]))


def fields_of_view(node: Function | ast.Lambda | None, arguments: Mapping[str, str]) -> list[Field]:
    """List the parts of a request that a view looks up in its parameter, or in its object's attribute."""
    if node is None or isinstance(node, ast.Lambda):
        return []
    found = [field for name in _requests_of(node) for field in fields_of(node, name, arguments)]
    return list({field.name: field for field in found}.values())


def json_of_body(
    node: Function | ast.Lambda | None, record: Callable[[str], Mapping[str, Any] | None]
) -> Field | None:
    """Describe the JSON that a view parses from the body of a request; None if it parses none.

    `record` returns the type of a form's data by the name under which code fills the form; None if it is no
    form.
    """
    if node is None or isinstance(node, ast.Lambda):
        return None
    for name in _requests_of(node):
        reader = _Reader(name)
        for statement in node.body:
            reader.visit(statement)
        if reader.reads_body:
            uses = list(reader.uses[BODY])
            filled = ((record(form), steps) for form, steps in reader.filling.items())
            kinds = [FILLED[steps](kind) for kind, steps in filled if kind is not None and steps in FILLED]
            otherwise = DICTIONARY if any(map(KEY.fullmatch, uses)) else make("any")
            return Field("data", "data", kinds[0] if kinds else otherwise, uses=uses)
    return None


def _requests_of(node: Function) -> list[str]:
    """List the names for the request in a view: its first parameter, or its object's attribute."""
    return [*[each.arg for each in node.args.args if each.arg != "self"][:1], KEPT]


def with_session(described: dict[str, Any], node: Function | ast.Lambda | None) -> dict[str, Any]:
    """Note in a handler's description whether it reads or changes the session or cookies of its client.

    These are listed with the names of its module.
    """
    reads = writes = False
    for part in nodes_of(node) if node is not None else ():
        match part:
            case ast.Subscript(value=ast.Name(id="session") | ast.Attribute(attr="session"), ctx=ast.Store()):
                writes = True
            case ast.Attribute(value=ast.Name(id="session"), attr=name) if name in CHANGING:
                writes = True
            case ast.Attribute(attr="set_cookie" | "delete_cookie"):
                writes = True
            case ast.Name(id="session") | ast.Attribute(attr="session" | "cookies"):
                reads = True
    return {
        **described,
        "reads": [*described["reads"], *([SESSION] if reads else [])],
        "writes": [*described["writes"], *([SESSION] if writes else [])],
    }


class _Reader(LookupReader):
    """Notes the lookups in the parts of a request."""

    def __init__(self, request: str, helpers: Mapping[str, str] = NO_HELPERS) -> None:
        super().__init__(HOLDERS)
        self._request = request
        self._helpers = helpers
        self.places = {}
        self.types: dict[tuple[str, str], list[str]] = {}
        """The types that a lookup converts to, as in `request.args.get("page", type=int)`."""
        self.reads_body = False
        self.filling: dict[str, str] = {}
        """The names of functions that are called with contents of the body, each with the steps to these."""

    def place(self, node: ast.AST | None) -> tuple[str, str] | None:
        match node:
            case ast.Await(value=value) | ast.BoolOp(values=[value, *_]):
                return self.place(value)
            case ast.Call(func=ast.Name(id=name), args=[]) if name in self._helpers:
                return (self._helpers[name], "")
            case ast.Call(func=ast.Attribute(value=owner, attr=holder)) if name_of(owner) == self._request:
                return (holder, "") if holder in self.uses else None
            case ast.Call() if (body := self._read_as_json(node)) is not None:
                return body
            case ast.Call(
                func=ast.Attribute(value=holder, attr="get"), args=[ast.Constant(value=str(key)), *_]
            ):
                place = self.place(holder)
                return None if place is None else (place[0], f"{place[1]}['{key}']")
            case ast.Attribute(value=owner, attr=holder) if name_of(owner) == self._request:
                return (holder, "") if holder in self.uses else None
        return super().place(node)

    def is_handed_on(self, place: tuple[str, str]) -> bool:
        """Always: a whole body may be passed on."""
        return True

    def _read_as_json(self, node: ast.Call) -> tuple[str, str] | None:
        """Find the body of the request if a call parses it as JSON or decodes it."""
        match node:
            case ast.Call(func=ast.Name(id="loads") | ast.Attribute(attr="loads"), args=[value, *_]):
                place = self.place(value)
            case ast.Call(func=ast.Attribute(value=value, attr="decode")):
                place = self.place(value)
            case _:
                return None
        return place if place == (BODY, "") else None

    def visit_Call(self, node: ast.Call) -> None:
        place = self.place(node.func.value) if isinstance(node.func, ast.Attribute) else None
        for keyword in node.keywords:
            match keyword, node.args:
                case ast.keyword(arg="type", value=ast.Name(id=kind)), [ast.Constant(value=str(key)), *_]:
                    if place is not None:
                        self.types.setdefault((place[0], key), []).append(kind)
        if isinstance(node.func, ast.Name) and node.args:
            self.note(node.args[0], node.func.id)
            if (filling := self.place(node.args[0])) is not None and filling[0] == BODY:
                self.filling[node.func.id] = filling[1]
        self.reads_body |= self._read_as_json(node) is not None
        super().visit_Call(node)

    def visit_AsyncWith(self, node: ast.AsyncWith) -> None:
        """Visit an `async with`, such as that of a form, which closes the files in it."""
        for item in node.items:
            self.visit(item.context_expr)
            if item.optional_vars is not None:
                self.bind(item.optional_vars, item.context_expr)
        for statement in node.body:
            self.visit(statement)

    def visit_Compare(self, node: ast.Compare) -> None:
        for op, right in zip(node.ops, node.comparators, strict=True):
            match op, node.left:
                case ast.In() | ast.NotIn(), ast.Constant(value=str(key)):
                    self.note(right, f"['{key}']")
        super().visit_Compare(node)
