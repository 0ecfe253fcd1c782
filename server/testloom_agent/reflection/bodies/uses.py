"""What a function does with its parameters, as a hint at the types of those without annotations.

A use is a word: the name of an attribute, an operator, the name of a built-in function, `[]` for an item,
`()` for a call, `for` for iteration, `for:2` if each item is unpacked into two names, `isinstance:int`,
`await:get` for a method whose result is awaited.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Mapping
from enum import Enum, EnumMeta
from types import MappingProxyType, ModuleType
from typing import Any

from testloom_agent.kinds import is_a, is_class, is_one_of
from testloom_agent.reflection.bodies.formatted import numbers_in
from testloom_agent.reflection.sources import Function
from testloom_agent.trees import nodes_of, parts_of

ITSELF = "self."
_BINARY: Mapping[type, str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
_ORDER: Mapping[type, str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}

TEXT = "<text>"
"""The use of an argument of a function of the standard library that takes a string."""
_OF_PATTERNS = ("match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
_TAKES_TEXT: Mapping[str, int] = {
    **{f"re.{name}": 2 if name.startswith("sub") else 1 for name in _OF_PATTERNS},
    **dict.fromkeys(("json.loads", "shlex.split", "open", "os.listdir", "os.makedirs", "os.unlink"), 0),
    **{
        f"os.path.{name}": 0
        for name in ("exists", "isfile", "isdir", "basename", "dirname", "join", "splitext")
    },
}
"""The position of the string among the arguments."""
ARRAY = "<array>"
"""The use of an argument of a numpy function."""
LACKING = "<lacking>"
"""The use of an argument of a numpy function that treats missing values, such as `isnan` or `nanmean`."""
_NUMPY = ("np", "numpy")
MAPPING = "keys"
"""The use of a mapping that is unpacked into keywords, or into another mapping."""
DATACLASS = "<dataclass>"
"""The use of a dataclass, or of an instance of one, that is passed to a function of `dataclasses`."""
_TAKES_DATACLASS = frozenset(
    f"{module}{name}"
    for module in ("", "dataclasses.")
    for name in ("fields", "is_dataclass", "asdict", "astuple")
) | {"dataclasses.replace"}
_OF_DATACLASS = "__dataclass_fields__"
CLASS = "<class>"
"""The use of a class in `isinstance` or `issubclass`."""
TESTS = frozenset({"isinstance", "issubclass"})
ITEM = "[]"
"""The use of a sequence or mapping of which an item is read, by an index or a key."""
AWAITED = "await()"
"""The use of something that is called, and whose result is awaited."""
AWAITING = "await:"
"""The prefix of a use that tells which method's result is awaited."""
ITERATED_LATER = "async for"
"""The use of something that is iterated by `async for`."""
WSGI, ASGI = "<wsgi>", "<asgi>"
"""The uses of something that is called as web servers call applications."""
SCOPE = "['type']==:'http'"
"""The lookup that applications make in the scope, the argument that describes the request."""
COMPARED = "==:"
"""The prefix of a use that tells with which constant something is compared."""
_DISPLAYS = (ast.Tuple, ast.List, ast.Set)
PLAIN = (str, bytes, int, float, bool)
_HOLDING = (tuple, list, set, frozenset, dict)
LONGEST = 1_000
MOST_BITS = 1_000
MOST_ENTRIES = 100
"""Limits of constants referred to by name: these may be tables of words, whole documents, huge numbers."""
NOTHING: Mapping[str, Any] = MappingProxyType({})


def uses_of(
    node: Function | ast.Lambda, names: Iterable[str], namespace: Mapping[str, Any] = NOTHING
) -> dict[str, list[str]]:
    """Collect the attributes and operations applied to each parameter, in source order, each once.

    The `namespace` is that of the module; parameters may be compared with its constants by name.
    """
    collector = UseCollector(names, namespace)
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        collector.visit(statement)
    return {name: list(uses) for name, uses in collector.uses.items()}


def attributes_set(node: Function | ast.Lambda) -> dict[str, str]:
    """Find the parameters that a constructor stores unchanged, or `or` a default, by attribute."""
    found = {}
    for statement in nodes_of(node):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            value = statement.value
            value = value.values[0] if isinstance(value, ast.BoolOp) else value
            attribute = name_of(statement.targets[0])
            if attribute.startswith(ITSELF) and isinstance(value, ast.Name):
                found[attribute.removeprefix(ITSELF)] = value.id
    return found


def name_of(node: ast.AST | None) -> str:
    """Return a name, or an attribute of the object itself as `self.NAME`; empty for anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return f"{ITSELF}{name}"
    return ""


def _last_name(node: ast.expr) -> str:
    """Return a name, or the last part of an attribute."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def named_constant(node: ast.AST, namespace: Mapping[str, Any]) -> Any:
    """Find the plain value or collection that a name, or a class's or module's attribute, stands for."""
    match node:
        case ast.Name(id=name):
            value: Any = namespace.get(name)
        case ast.Attribute(value=ast.Name(id=holder), attr=name):
            held = namespace.get(holder)
            holding = held.__mro__ if is_class(held) else [held] if is_a(held, ModuleType) else []
            value = next((vars(one)[name] for one in holding if name in vars(one)), None)
        case _:
            return None
    is_short = _is_plain(value) or (is_one_of(value, _HOLDING) and len(value) <= MOST_ENTRIES)
    return value if is_short else None


def keys_of(node: ast.AST, namespace: Mapping[str, Any]) -> list[Any]:
    """List the plain keys of a mapping, or the names of an enumeration, that a node names."""
    held = named_constant(node, namespace)
    keys = list(held) if type(held) is dict else list(_enum_at(node, namespace))
    return [key for key in keys if _is_plain(key)]


def _enum_at(node: ast.AST, namespace: Mapping[str, Any]) -> Mapping[str, Enum]:
    """Return the members of the enumeration that a name stands for, in this module or another."""
    match node:
        case ast.Name(id=name):
            kind: Any = namespace.get(name)
        case ast.Attribute(value=ast.Name(id=holder), attr=name) if is_a(namespace.get(holder), ModuleType):
            kind = vars(namespace[holder]).get(name)
        case _:
            return NOTHING
    return kind.__members__ if type(kind) is EnumMeta else NOTHING


def _alternatives(pattern: ast.pattern) -> list[ast.pattern]:
    """List the alternative patterns that a whole value may match."""
    return pattern.patterns if isinstance(pattern, ast.MatchOr) else [pattern]


def _is_plain(value: Any) -> bool:
    """Check whether a value is plain, so that a test may contain it."""
    if is_one_of(value, (str, bytes)):
        return len(value) <= LONGEST
    return is_one_of(value, PLAIN) and (type(value) is not int or value.bit_length() <= MOST_BITS)


class UseCollector(ast.NodeVisitor):
    """Notes the uses of the given names in the code that it visits.

    `uses` has the uses of each name in source order, each once. The values of the module's constants are
    looked up in its `namespace`.
    """

    def __init__(self, names: Iterable[str], namespace: Mapping[str, Any] = NOTHING) -> None:
        self.uses: dict[str, dict[str, None]] = {name: {} for name in names}
        self.namespace = namespace

    def generic_visit(self, node: ast.AST) -> None:
        """Visit the parts of a node: functions are visited for each name, so that looking for them counts."""
        for part in parts_of(node):
            self.visit(part)

    def note(self, node: ast.AST | None, use: str) -> None:
        """Note what is done with an expression, if that is one of the names."""
        name = name_of(node)
        if name in self.uses:
            self.uses[name].setdefault(use)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.note(node.value, DATACLASS if node.attr == _OF_DATACLASS else node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self.note(node.value, ITEM if isinstance(node.ctx, ast.Load) else "[]=")
        if isinstance(node.ctx, ast.Load):
            self._note_constants(node.slice, keys_of(node.value, self.namespace))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self.note(node.func, "()")
        self._note_application(node)
        self._note_numbers(node)
        called = ast.unparse(node.func) if node.args else ""
        if called in _TAKES_DATACLASS:
            self.note(node.args[0], DATACLASS)
        if len(node.args) == 2 and called in TESTS:
            self.note(node.args[1], CLASS)
        place = _TAKES_TEXT.get(called, len(node.args))
        for taken in node.args[place : place + 1]:
            self.note(taken, TEXT)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=function)) if name in _NUMPY:
                for taken in node.args:
                    self.note(taken, ARRAY)
                    if function == "isnan" or function.startswith("nan"):
                        self.note(taken, LACKING)
            case ast.Call(func=ast.Attribute(value=table, attr="get"), args=[key, *_]):
                self._note_constants(key, keys_of(table, self.namespace))
            case ast.Call(func=kind, args=[value]):
                members = _enum_at(kind, self.namespace)
                self._note_constants(value, [member.value for member in members.values()])
        if isinstance(node.func, ast.Name) and node.args and hasattr(builtins, node.func.id):
            if node.func.id in TESTS:
                self._note_classes(node, node.func.id)
            if node.func.id != "isinstance":
                self.note(node.args[0], node.func.id)
        self.generic_visit(node)

    def _note_application(self, node: ast.Call) -> None:
        """Note a call of a web application, recognised by its arguments, and what these have to be."""
        names = [_last_name(argument) for argument in node.args]
        if len(names) == 2 and (names[0] == "environ" or names[1] == "start_response"):
            self.note(node.func, WSGI)
            self.note(node.args[1], "()")
        elif len(names) == 3 and (names[0] == "scope" or names[1] == "receive"):
            self.note(node.func, ASGI)
            self.note(node.args[0], SCOPE)
            for sent_through in node.args[1:]:
                self.note(sent_through, AWAITED)

    def _note_classes(self, node: ast.Call, test: str) -> None:
        """Note the classes in a test with `isinstance` or `issubclass`."""
        for kind in node.args[1:]:
            for part in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
                self.note(node.args[0], f"{test}:{ast.unparse(part)}")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        is_format = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
        for side in () if is_format and isinstance(node.op, ast.Mod) else (node.left, node.right):
            self.note(side, _BINARY[type(node.op)])
        self._note_numbers(node)
        self.generic_visit(node)

    def visit_FormattedValue(self, node: ast.FormattedValue) -> None:
        self._note_numbers(node)
        self.generic_visit(node)

    def _note_numbers(self, node: ast.expr) -> None:
        """Note what is written as a number as if code tested it for being one."""
        for value, kind in numbers_in(node):
            self.note(value, f"isinstance:{kind}")

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub):
            self.note(node.operand, "-")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        for side in (node.target, node.value):
            self.note(side, _BINARY[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.In, ast.NotIn)):
                self.note(right, "in")
                key = self.constant(left)
                if isinstance(key, (str, bytes, int)):
                    self.note(right, f"in:{key!r}")
                if isinstance(right, _DISPLAYS):
                    self._note_constants(left, map(self.constant, right.elts))
                elif is_one_of(held := named_constant(right, self.namespace), _HOLDING):
                    self._note_constants(left, sorted(filter(_is_plain, held), key=repr))
            elif type(op) in _ORDER:
                self.note(left, _ORDER[type(op)])
                self.note(right, _ORDER[type(op)])
                self._note_constants(left, [self.constant(right)])
                self._note_constants(right, [self.constant(left)])
            left = right
        self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> None:
        parts = [part for case in node.cases for part in _alternatives(case.pattern)]
        values = [part.value for part in parts if isinstance(part, ast.MatchValue)]
        self._note_constants(node.subject, map(self.constant, values))
        self.generic_visit(node)

    def constant(self, node: ast.AST) -> Any:
        """Return the plain value of an expression or a named constant; None for any other node."""
        if isinstance(node, ast.Constant):
            return node.value
        value = named_constant(node, self.namespace)
        return value if _is_plain(value) else None

    def _note_constants(self, node: ast.expr, others: Iterable[Any]) -> None:
        """Note the constants that an expression is compared with; upper and lower case count as the same."""
        match node:
            case ast.Call(func=ast.Attribute(value=text, attr="lower" | "upper" | "casefold"), args=[]):
                node = text
        for other in others:
            if _is_plain(other):
                self.note(node, f"{COMPARED}{other!r}")

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg is None:
            self.note(node.value, MAPPING)
        self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> None:
        for key, value in zip(node.keys, node.values, strict=True):
            if key is None:
                self.note(value, MAPPING)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.note_items(node.iter, node.target)
        self.generic_visit(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        self.note_items(node.iter, node.target, ITERATED_LATER)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.note_items(node.iter, node.target, ITERATED_LATER if node.is_async else "for")
        self.generic_visit(node)

    def note_items(self, iterable: ast.expr, target: ast.expr, use: str = "for") -> None:
        """Note a loop over an iterable, as `for:2` if its items are unpacked into two names."""
        self.note(iterable, use)
        if isinstance(target, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in target.elts):
            self.note(iterable, f"for:{len(target.elts)}")

    def visit_Starred(self, node: ast.Starred) -> None:
        self.note(node.value, "for")
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self.note(node.value, "for")
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            self.note(item.context_expr, "with")
        self.generic_visit(node)

    def visit_Await(self, node: ast.Await) -> None:
        self.note(node.value, "await")
        if isinstance(node.value, ast.Call):
            self.note(node.value.func, AWAITED)
            if isinstance(node.value.func, ast.Attribute):
                self.note(node.value.func.value, f"{AWAITING}{node.value.func.attr}")
        self.generic_visit(node)
