"""What a function does with its parameters, for the types of those without annotations.

What it looks up in mappings by their keys is written behind these: `['lines'][]['price']` is read where a
parameter has `lines`, and each item of them a `price`; `['lines']for` says that they are iterated.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from testloom_agent.reflection.sources import Function

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
"""What is handed to a function of the standard library that takes texts."""
_OF_PATTERNS = ("match", "search", "fullmatch", "findall", "finditer", "split", "sub", "subn")
_TAKES_TEXT: Mapping[str, int] = {
    **{f"re.{name}": 2 if name.startswith("sub") else 1 for name in _OF_PATTERNS},
    **dict.fromkeys(("json.loads", "shlex.split", "open", "os.listdir", "os.makedirs", "os.unlink"), 0),
    **{
        f"os.path.{name}": 0
        for name in ("exists", "isfile", "isdir", "basename", "dirname", "join", "splitext")
    },
}
"""The place of the text among the arguments."""
DATACLASS = "<dataclass>"
"""What a function of `dataclasses` looks at: a dataclass, or an instance of one."""
_TAKES_DATACLASS = frozenset(
    f"{module}{name}"
    for module in ("", "dataclasses.")
    for name in ("fields", "is_dataclass", "asdict", "astuple")
) | {"dataclasses.replace"}
_OF_DATACLASS = "__dataclass_fields__"
ITEM = "[]"
AWAITED = "await()"
"""What is called, and its result awaited."""
MOST_STEPS = 4
"""So many keys and items lead to what is written down."""
_READING = ("get", "pop", "setdefault")
READING_TEXT = frozenset({"Decimal", "Fraction", "UUID", "fromisoformat", "ip_address", "Path"})
"""Functions and classes that read a text, beside those that are built in."""


@dataclass(frozen=True)
class Lookups:
    """For each parameter what is looked up in it, and for each call what was found there and is passed on.

    That is the name of the parameter, the steps that lead there, and the place or keyword of the argument.
    """

    uses: dict[str, dict[str, None]]
    handed: dict[ast.Call, list[tuple[str, str, int | str]]] = field(default_factory=dict)


def lookups_of(node: Function | ast.Lambda, names: Iterable[str]) -> Lookups:
    """What a function looks up in its parameters."""
    reader = _Reader(names)
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        reader.visit(statement)
    return Lookups(reader.uses, reader.handed)


def behind(steps: str, uses: Iterable[str]) -> Iterator[str]:
    """The uses of what lies behind these steps, as uses of what these begin with."""
    for use in uses:
        if _is_lookup(steps + use) and (steps + use).count("[") <= MOST_STEPS:
            yield steps + use


def _is_lookup(use: str) -> bool:
    return "['" in use


def uses_of(node: Function | ast.Lambda, names: Iterable[str]) -> dict[str, list[str]]:
    """For each parameter the attributes and operations applied to it, in source order, each once."""
    collector = _Collector(names)
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        collector.visit(statement)
    return {name: list(uses) for name, uses in collector.uses.items()}


def uses_of_attributes(classes: Iterable[ast.ClassDef], names: Iterable[str]) -> dict[str, list[str]]:
    """The same for attributes, by what the methods of a class and its bases do with `self.NAME`."""
    collector = _Collector(f"{ITSELF}{name}" for name in names)
    for node in classes:
        collector.visit(node)
    return {name.removeprefix(ITSELF): list(uses) for name, uses in collector.uses.items()}


def attributes_set(node: Function | ast.Lambda) -> dict[str, str]:
    """The parameters that a constructor stores as they are, or a default if there is none, by attribute."""
    found = {}
    for statement in ast.walk(node):
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            value = statement.value
            value = value.values[0] if isinstance(value, ast.BoolOp) else value
            attribute = name_of(statement.targets[0])
            if attribute.startswith(ITSELF) and isinstance(value, ast.Name):
                found[attribute.removeprefix(ITSELF)] = value.id
    return found


def name_of(node: ast.AST | None) -> str:
    """A name, or an attribute of the object itself as `self.NAME`; empty for anything else."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id="self"), attr=name):
            return f"{ITSELF}{name}"
    return ""


class _Collector(ast.NodeVisitor):
    def __init__(self, names: Iterable[str]) -> None:
        self.uses: dict[str, dict[str, None]] = {name: {} for name in names}

    def _note(self, node: ast.AST | None, use: str) -> None:
        name = name_of(node)
        if name in self.uses:
            self.uses[name].setdefault(use)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._note(node.value, DATACLASS if node.attr == _OF_DATACLASS else node.attr)
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        self._note(node.value, "[]" if isinstance(node.ctx, ast.Load) else "[]=")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        self._note(node.func, "()")
        if node.args and ast.unparse(node.func) in _TAKES_DATACLASS:
            self._note(node.args[0], DATACLASS)
        place = _TAKES_TEXT.get(ast.unparse(node.func), len(node.args)) if node.args else 0
        for taken in node.args[place : place + 1]:
            self._note(taken, TEXT)
        if isinstance(node.func, ast.Name) and node.args and hasattr(builtins, node.func.id):
            if node.func.id == "isinstance":
                self._note_classes(node)
            else:
                self._note(node.args[0], node.func.id)
        self.generic_visit(node)

    def _note_classes(self, node: ast.Call) -> None:
        """An `isinstance` test: the parameter may be one of the classes."""
        for kind in node.args[1:]:
            for part in kind.elts if isinstance(kind, ast.Tuple) else [kind]:
                self._note(node.args[0], f"isinstance:{ast.unparse(part)}")

    def visit_BinOp(self, node: ast.BinOp) -> None:
        for side in (node.left, node.right):
            self._note(side, _BINARY[type(node.op)])
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.USub):
            self._note(node.operand, "-")
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        for side in (node.target, node.value):
            self._note(side, _BINARY[type(node.op)])
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(op, (ast.In, ast.NotIn)):
                self._note(right, "in")
            elif type(op) in _ORDER:
                self._note(left, _ORDER[type(op)])
                self._note(right, _ORDER[type(op)])
            left = right
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self._note_items(node.iter, node.target)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._note_items(node.iter, node.target)
        self.generic_visit(node)

    def _note_items(self, iterable: ast.expr, target: ast.expr) -> None:
        """A loop; `for:2` if its items are unpacked into two names."""
        self._note(iterable, "for")
        if isinstance(target, ast.Tuple) and not any(isinstance(part, ast.Starred) for part in target.elts):
            self._note(iterable, f"for:{len(target.elts)}")

    def visit_Starred(self, node: ast.Starred) -> None:
        self._note(node.value, "for")
        self.generic_visit(node)

    def visit_YieldFrom(self, node: ast.YieldFrom) -> None:
        self._note(node.value, "for")
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            self._note(item.context_expr, "with")
        self.generic_visit(node)

    def visit_Await(self, node: ast.Await) -> None:
        self._note(node.value, "await")
        if isinstance(node.value, ast.Call):
            self._note(node.value.func, AWAITED)
        self.generic_visit(node)


class _Reader(_Collector):
    """Follows names through a body in the order of its source: `places` says what each of them stands for."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(names)
        self.places = {name: (name, "") for name in self.uses}
        self.handed: dict[ast.Call, list[tuple[str, str, int | str]]] = {}

    def _note(self, node: ast.AST | None, use: str) -> None:
        """Note what is done with something that was looked up."""
        place = self._place(node)
        if place is not None:
            self.uses[place[0]].update(dict.fromkeys(behind(place[1], [use])))

    def _place(self, node: ast.AST | None) -> tuple[str, str] | None:
        """The parameter that something was looked up in, and the steps that lead there."""
        if isinstance(node, ast.Subscript):
            place, step = self._place(node.value), step_of(node.slice)
            return None if place is None or not step else (place[0], place[1] + step)
        return self.places.get(name_of(node))

    def _bind(self, target: ast.expr, value: ast.expr, step: str = "") -> None:
        """Let a name stand for a value, or for its items."""
        place = self._place(value)
        for name in (part.id for part in ast.walk(target) if isinstance(part, ast.Name)):
            self.places.pop(name, None)
        if isinstance(target, ast.Name) and place is not None:
            self.places[target.id] = place[0], place[1] + step

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load) and (key := step_of(node.slice)) != ITEM:
            self._note(node.value, key)
        super().visit_Subscript(node)

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=[key, *_]) if name in _READING:
                self._note(value, "" if step_of(key) == ITEM else step_of(key))
        given: list[tuple[int | str, ast.expr]] = [
            *enumerate(node.args),
            *((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg is not None),
        ]
        for where, argument in given:
            place = self._place(argument)
            if place is not None and place[1] and (reads := _reads(node)):
                self._note(argument, reads)
            if place is not None and place[1]:
                self.handed.setdefault(node, []).append((*place, where))
        super().visit_Call(node)

    def visit_Match(self, node: ast.Match) -> None:
        patterns = [part for case in node.cases for part in ast.walk(case.pattern)]
        for pattern in patterns:
            if isinstance(pattern, ast.MatchMapping):
                for key in pattern.keys:
                    self._note(node.subject, step_of(key))
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
            self._bind(target, node.value)

    def visit_For(self, node: ast.For) -> None:
        self._note_items(node.iter, node.target)
        self.visit(node.iter)
        before = dict(self.places)
        self._bind(node.target, node.iter, ITEM)
        for statement in node.body:
            self.visit(statement)
        self.places = before
        for statement in node.orelse:
            self.visit(statement)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self._comprehend(node.generators, node.elt)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self._comprehend(node.generators, node.elt)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self._comprehend(node.generators, node.elt)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehend(node.generators, node.key, node.value)

    def _comprehend(self, generators: Iterable[ast.comprehension], *made: ast.expr) -> None:
        """What a comprehension makes stands before what binds its names."""
        before = dict(self.places)
        for part in generators:
            self._note_items(part.iter, part.target)
            self.visit(part.iter)
            self._bind(part.target, part.iter, ITEM)
            for condition in part.ifs:
                self.visit(condition)
        for expression in made:
            self.visit(expression)
        self.places = before


def _reads(call: ast.Call) -> str:
    """How it is written that a call reads a text: the name of the function, and a format if it takes one."""
    name = ast.unparse(call.func).rpartition(".")[2]
    match call.args:
        case [_, ast.Constant(value=str() as form)] if name == "strptime":
            return f"{name}({form})"
    return f"{name}()" if name in READING_TEXT else ""


def step_of(key: ast.expr) -> str:
    """How a lookup by a key is written; an item for a number, nothing for a key that is not known."""
    match key:
        case ast.Constant(value=str() as text) if "'" not in text:
            return f"['{text}']"
        case ast.Constant(value=int()) | ast.UnaryOp(operand=ast.Constant(value=int())):
            return ITEM
    return ""
