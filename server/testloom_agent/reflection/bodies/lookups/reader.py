"""The lookups by keys in a function's parameters, and in the values found there, written as `steps`."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from testloom_agent.reflection.bodies.lookups.flags import TRUTH, flags_in
from testloom_agent.reflection.bodies.lookups.pieces import (
    DIVIDING,
    TRIMMING,
    asked_of_beginning,
    asked_of_text,
    counted,
    dividing_step,
)
from testloom_agent.reflection.bodies.lookups.spelling import Find, without_spelling
from testloom_agent.reflection.bodies.lookups.standing import (
    NONE_STANDING,
    Standing,
    left_open,
    literal_left_open,
    one_of,
    texts_in_loop,
    texts_of,
    told_apart,
)
from testloom_agent.reflection.bodies.lookups.steps import (
    KEY,
    UNPACKED,
    VALUE,
    behind,
    position_of,
    read_as,
    source_of,
    sources_of,
    step_of,
)
from testloom_agent.reflection.bodies.uses import (
    COMPARED,
    ITEM,
    ITERATED_LATER,
    ITSELF,
    NOTHING,
    PLAIN,
    UseCollector,
    name_of,
)
from testloom_agent.reflection.sources import Function
from testloom_agent.trees import nodes_of

_READING = ("get", "pop", "setdefault")
_KEYED = ("max", "min", "sorted")
_MAPPED = ("filter", "map")
SPREAD = "**"
"""The position of an argument whose items become the keywords of a call."""


@dataclass(frozen=True)
class Lookups:
    """For each parameter, the lookups in it; for each call, the values looked up and passed on.

    Such a value is given by the name of the parameter, the steps to the value, and the position or keyword of
    the argument.
    """

    uses: dict[str, dict[str, None]]
    handed: dict[ast.Call, list[tuple[str, str, int | str]]] = field(default_factory=dict)


def lookups_of(node: Function | ast.Lambda, reader: LookupReader) -> Lookups:
    """Collect the lookups of a function in the parameters that the reader was created for."""
    for statement in node.body if isinstance(node.body, list) else [node.body]:
        reader.visit(statement)
    return Lookups(reader.uses, reader.handed)


def attributes_looked_up(node: Function | ast.Lambda, names: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Find the attributes that hold what a method looks up or copies, each with a name and steps."""
    reader = LookupReader(names)
    lookups_of(node, reader)
    stored = {name: place for name, place in reader.places.items() if name.startswith(ITSELF)}
    return {name.removeprefix(ITSELF): place for name, place in stored.items()}


def attributes_read(
    parts: Iterable[ast.stmt],
    names: Iterable[str],
    namespace: Mapping[str, Any] = NOTHING,
    given: Mapping[str, Standing] = NOTHING,
    make: type[LookupReader] | None = None,
) -> dict[str, list[str]]:
    """Collect the uses of each attribute `self.NAME`, and the lookups in it, in parts of a class.

    `given` are the strings that the class passes to parameters of its methods.
    """
    names, parts = list(names), list(parts)
    collector = UseCollector((f"{ITSELF}{name}" for name in names), namespace)
    reader = (make or LookupReader)((f"{ITSELF}{name}" for name in names), namespace)
    for name in flags_in(parts, collector.uses):
        collector.uses[name][TRUTH] = None
    for part in parts:
        collector.visit(part)
        reader.standing = dict(given.get(getattr(part, "name", ""), NONE_STANDING))
        reader.visit(part)
    both = ((name, (*collector.uses[f"{ITSELF}{name}"], *reader.uses[f"{ITSELF}{name}"])) for name in names)
    return {name: list(dict.fromkeys(uses)) for name, uses in both}


class LookupReader(UseCollector):
    """Notes the lookups in the given names, which it follows through the code in source order.

    `places` has the place that each name stands for at this point of the code: the given name that its value
    comes from, and the steps to the value. `handed` has the values that were looked up and are passed to a
    call, as in `Lookups`. `selecting` has the expressions that select a handler, with the uses that this
    gives them. `standing` has the strings that names stand for, `function_named` finds the definitions of
    functions. `naming` has the parameters that may name a column.
    """

    def __init__(self, names: Iterable[str], namespace: Mapping[str, Any] = NOTHING) -> None:
        super().__init__(names, namespace)
        self.places = {name: (name, "") for name in self.uses}
        self.handed: dict[ast.Call, list[tuple[str, str, int | str]]] = {}
        self.selecting: Mapping[ast.expr, Sequence[str]] = {}
        self.standing: dict[str, Sequence[str]] = {}
        self.function_named: Find = lambda _: None
        self.naming: Container[str] = ()
        self._counted: set[str] = set()
        self._keys: dict[str, tuple[str, str]] = {}
        self._items: dict[ast.Lambda, ast.expr] = {}

    def visit(self, node: ast.AST) -> None:
        """Note what an expression selects, before what is within it."""
        place = self.place(node) if node in self.selecting else None
        if place is not None and isinstance(node, ast.expr):
            name, steps = place
            self.take(name, (f"{steps}{use}" for use in self.selecting[node]))
        # Not super().visit: one more call per level is too deep for expressions that Python compiles.
        getattr(self, f"visit_{type(node).__name__}", self.generic_visit)(node)

    def note(self, node: ast.AST | None, use: str) -> None:
        """Note what is done with something that was looked up."""
        place = self.place(node)
        if place is not None:
            self.take(place[0], behind(place[1], [use]))

    def take(self, name: str, uses: Iterable[str]) -> None:
        """Note what is done with what a name stands for."""
        self.uses[name].update(dict.fromkeys(told_apart(uses)))

    def place(self, node: ast.AST | None) -> tuple[str, str] | None:
        """Find the name that a lookup starts from and the steps after it; None if there is no lookup."""
        if isinstance(node, ast.Subscript):
            place, step = self.place(node.value), position_of(node.slice) or self.step(node.slice)
            is_open = not step or self._is_parameter(node.slice)
            if place is not None and isinstance(node.slice, ast.Name) and is_open:
                is_key = self._keys.get(node.slice.id) == place
                step = VALUE if is_key else ITEM if name_of(node.value) in self._counted else step
            if isinstance(node.slice, ast.Slice):
                return place
            return None if place is None or not step else (place[0], place[1] + step)
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=[key, *_]) if name in _READING:
                place, step = self.place(value), self.step(key)
                return None if place is None or not step else (place[0], place[1] + step)
            case ast.Call() | ast.Dict() | ast.BinOp() if sources := sources_of(node):
                return next(filter(None, map(self.place, sources)), None)
            case ast.BoolOp(op=ast.Or(), values=[value, *_]) | ast.NamedExpr(value=value):
                return self.place(value)
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in TRIMMING | DIVIDING:
                return self._divided(node, value)
            case ast.Call(func=ast.Name(id="StringIO") | ast.Attribute(attr="StringIO"), args=[value, *_]):
                return self._divided(node, value)
        return self.places.get(name_of(node))

    def _divided(self, call: ast.Call, text: ast.expr) -> tuple[str, str] | None:
        """Find the place of what a method makes of a string: that of the string, or that of its pieces."""
        place, step = self.place(text), dividing_step(call, self.constant)
        return None if place is None or step is None else (place[0], place[1] + step)

    def bind(self, target: ast.expr, value: ast.expr, step: str = "") -> None:
        """Let names stand for a value, or, if that is the step, for its items."""
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and not step:
            bound = [(each, self.place(given)) for each, given in zip(target.elts, value.elts, strict=False)]
        else:
            bound = [(target, self.place(value))]
        for part in nodes_of(target):
            if not isinstance(getattr(part, "ctx", None), ast.Load):
                self.places.pop(name_of(part), None)
                self.standing.pop(name_of(part), None)
        if isinstance(target, ast.Name) and not step:
            self._stand(target.id, texts_of(value, self.standing, self.namespace))
        for each, place in bound:
            if place is not None:
                self._bind(each, (place[0], place[1] + step))

    def _stand(self, name: str, texts: Sequence[str]) -> None:
        """Let a name stand for strings from now on, for none if there are none."""
        self.standing.pop(name, None)
        self.standing.update({name: texts} if texts else {})

    def _bind_items(self, target: ast.expr, iterable: ast.expr) -> None:
        """Let names stand for the items of a loop over a counted or zipped iterable, or over constants."""
        self._bind_each(target, iterable)
        self.standing.update(texts_in_loop(target, iterable, self.standing, self.namespace))

    def _bind_each(self, target: ast.expr, iterable: ast.expr) -> None:
        while (copied := source_of(iterable)) is not None:
            iterable = copied
        match iterable, target:
            case ast.Call(func=ast.Attribute(value=mapping, attr="items"), args=[]), ast.Tuple(elts=[_, _]):
                self.bind(target.elts[0], mapping, KEY)
                self.bind(target.elts[1], mapping, VALUE)
                return
            case ast.Call(func=ast.Attribute(value=mapping, attr="values"), args=[]), _:
                self.bind(target, mapping, VALUE)
                return
            case ast.Call(func=ast.Attribute(value=mapping, attr="keys"), args=[]), _:
                iterable = mapping
        if isinstance(target, ast.Name) and (place := self.place(iterable)) is not None:
            self._keys[target.id] = place
        match iterable, target:
            case ast.Call(func=ast.Name(id="enumerate"), args=[counted, *_]), ast.Tuple(elts=[_, part]):
                self.note(counted, "for")
                self.bind(part, counted, ITEM)
            case ast.Call(func=ast.Name(id="zip"), args=joined), ast.Tuple(elts=parts):
                for part, each in zip(parts, joined, strict=False):
                    self.note(each, "for")
                    self.bind(part, each, ITEM)
            case _:
                self.bind(target, iterable, ITEM)

    def _bind(self, target: ast.expr, place: tuple[str, str]) -> None:
        """Let a name stand for the value at a place, or several names for its items."""
        owner, steps = place
        if name := name_of(target):
            self.places[name] = place
        elif isinstance(target, ast.Tuple | ast.List) and target.elts and _is_starred(target.elts[-1]):
            for number, part in enumerate(target.elts[:-1]):
                self._bind(part, (owner, f"{steps}[{number}]"))
            if isinstance(rest := target.elts[-1], ast.Starred):
                self._bind(rest.value, place)
        elif isinstance(target, ast.Tuple | ast.List) and not any(map(_is_starred, target.elts)):
            self.take(owner, behind(steps, [f"{UNPACKED}{len(target.elts)}"]))
            for number, part in enumerate(target.elts):
                self._bind(part, (owner, f"{steps}[{number}]"))

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if isinstance(node.ctx, ast.Load):
            key = position_of(node.slice) or self.step(node.slice)
            self.note(node.value, "" if key == ITEM else key)
        super().visit_Subscript(node)

    def visit_Call(self, node: ast.Call) -> None:
        match node:
            case ast.Call(func=ast.Attribute(value=value, attr=name), args=[key, *_]) if name in _READING:
                self.note(value, "" if self.step(key) == ITEM else self.step(key))
                self._note_default(node)
            case ast.Call(func=ast.Name(id=name), args=[items, *_], keywords=keywords) if name in _KEYED:
                keys = [entry.value for entry in keywords if isinstance(entry.value, ast.Lambda)]
                self._items.update(dict.fromkeys(keys, items))
            case ast.Call(func=ast.Name(id=name), args=[ast.Lambda() as taking, items]) if name in _MAPPED:
                self._items[taking] = items
            case ast.Call(func=ast.Name(id=name), args=[taking, items]) if name in _MAPPED:
                self.note(items, "for")
                if (place := self.place(items)) is not None:
                    self.handed[ast.Call(taking, [], [])] = [(place[0], place[1] + ITEM, 0)]
            case ast.Call(func=ast.Name(id="len"), args=[counted]) if name := name_of(counted):
                self._counted.add(name)
        for text, use in asked_of_text(node, self.constant, self.namespace):
            self.note(text, use)
        given: list[tuple[int | str, ast.expr]] = [
            *enumerate(node.args),
            *((keyword.arg or SPREAD, keyword.value) for keyword in node.keywords),
        ]
        for where, argument in given:
            place = self.place(argument)
            if place is not None and place[1] and where != SPREAD and (reads := read_as(node)):
                self.note(argument, reads)
            if place is not None and self.is_handed_on(place):
                ways = told_apart([place[1]])
                self.handed.setdefault(node, []).extend((place[0], way, where) for way in ways)
        super().visit_Call(node)

    def is_handed_on(self, place: tuple[str, str]) -> bool:
        """Check whether a lookup leads to a place: then its uses in called functions count as well."""
        return bool(place[1])

    def step(self, key: ast.expr) -> str:
        """Write the step of a lookup by a key, also by a name that stands for a constant."""
        text = self._text(key)
        return f"['{text}']" if text else step_of(key)

    def _text(self, key: ast.expr) -> str:
        """Return the string that a key is, one of those that it stands for, or an open parameter."""
        if self._is_parameter(key):
            return left_open(name_of(key))
        texts = [text for text in texts_of(key, self.standing, self.namespace) if "'" not in text]
        return one_of(texts) if len(texts) > 1 else "".join(texts)

    def visit_Compare(self, node: ast.Compare) -> None:
        for operator, right in zip(node.ops, node.comparators, strict=True):
            if isinstance(operator, (ast.In, ast.NotIn)):
                self._note_held(right, node.left)
            elif isinstance(operator, (ast.Eq, ast.NotEq)):
                for text, use in asked_of_beginning(node.left, right, self.constant):
                    self.note(text, use)
                self._note_equal(node.left, right)
                for pieces, use in counted(node.left, right):
                    place = self.place(pieces)
                    self.note(pieces, use if place is not None and place[1].endswith(">") else "")
        super().visit_Compare(node)

    def _note_equal(self, left: ast.expr, right: ast.expr) -> None:
        """Note that two parameters are compared: what calls give one of them, the other has to equal."""
        left, right = (without_spelling(part, self.function_named) for part in (left, right))
        if self._is_parameter(left) and self._is_parameter(right):
            for one, other in ((left, right), (right, left)):
                self.take(name_of(one), [f"{COMPARED}{literal_left_open(name_of(other))}"])

    def _is_parameter(self, key: ast.expr) -> bool:
        """Check whether a key is one of the given names, unchanged."""
        return isinstance(key, ast.Name) and self.places.get(key.id) == (key.id, "")

    def _note_held(self, mapping: ast.expr, key: ast.expr) -> None:
        """Note that a container is tested for the value that a name stands for."""
        place, text = self.place(mapping), self._text(key)
        if place is not None and text and self.constant(key) is None:
            self.take(place[0], [f"{place[1]}in:'{text}'"])

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        before = dict(self.places)
        self.generic_visit(node)
        self.places = before  # assignments within a function do not count after it

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Visit a function that is called with the items of a collection, one after the other."""
        before = dict(self.places)
        for argument in nodes_of(node.args):
            if isinstance(argument, ast.arg):
                self.places.pop(argument.arg, None)
        if node in self._items and node.args.args:
            name = ast.Name(node.args.args[0].arg, ast.Store())
            self.bind(name, self._items[node], ITEM)
        self.generic_visit(node)
        self.places = before

    def _note_default(self, lookup: ast.Call) -> None:
        """Note the type of the plain value that a lookup returns by default."""
        match lookup.args:
            case [_, ast.Constant(value=value)] if type(value) in PLAIN:
                self.note(lookup, f"isinstance:{type(value).__name__}")

    def visit_NamedExpr(self, node: ast.NamedExpr) -> None:
        self.visit(node.value)
        self.bind(node.target, node.value)

    def visit_Match(self, node: ast.Match) -> None:
        patterns = [part for case in node.cases for part in nodes_of(case.pattern)]
        for pattern in patterns:
            if isinstance(pattern, ast.MatchMapping):
                for key in pattern.keys:
                    self.note(node.subject, self.step(key))
        super().visit_Match(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
            self.bind(target, node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        super().visit_AugAssign(node)
        if isinstance(node.target, ast.Name):
            made = ast.BinOp(node.target, node.op, node.value)
            self._stand(node.target.id, texts_of(made, self.standing, self.namespace))

    def visit_If(self, node: ast.If) -> None:
        """Visit an `if`: without an `else`, names may still stand for what they did before."""
        before = dict(self.places)
        self.generic_visit(node)
        if not node.orelse:
            self.places = {**before, **self.places}

    def visit_Try(self, node: ast.Try) -> None:
        """Visit a `try`: a replacement that a handler assigns does not hide what a name stood for before."""
        for statement in (*node.body, *node.orelse):
            self.visit(statement)
        had = dict(self.places)
        for part in (*node.handlers, *node.finalbody):
            self.visit(part)
        self.places = {**self.places, **had}

    def visit_For(self, node: ast.For) -> None:
        self.note_items(node.iter, node.target)
        self._visit_loop(node)

    def visit_AsyncFor(self, node: ast.AsyncFor) -> None:
        self.note_items(node.iter, node.target, ITERATED_LATER)
        self._visit_loop(node)

    def _visit_loop(self, node: ast.For | ast.AsyncFor) -> None:
        self.visit(node.iter)
        before = dict(self.places)
        self._bind_items(node.target, node.iter)
        for statement in node.body:
            self.visit(statement)
        self.places = before
        for statement in node.orelse:
            self.visit(statement)

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> None:
        self._comprehend(node.generators, node.elt)

    visit_SetComp = visit_GeneratorExp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self._comprehend(node.generators, node.key, node.value)

    def _comprehend(self, generators: Iterable[ast.comprehension], *made: ast.expr) -> None:
        """Visit a comprehension: its results stand before the loops that bind its names."""
        before = dict(self.places)
        for part in generators:
            self.note_items(part.iter, part.target, ITERATED_LATER if part.is_async else "for")
            self.visit(part.iter)
            self._bind_items(part.target, part.iter)
            for condition in part.ifs:
                self.visit(condition)
        for expression in made:
            self.visit(expression)
        self.places = before


def _is_starred(node: ast.expr) -> bool:
    return isinstance(node, ast.Starred)
