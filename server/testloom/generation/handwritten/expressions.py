"""Expressions of a test as values of a test case."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from testloom.generation.handwritten.drafting import Deferred, Draft, Frame, InexpressibleError, Wanted
from testloom.generation.handwritten.folding import NoConstantError, constant
from testloom.generation.handwritten.meanings import (
    Meanings,
    Method,
    Outside,
    is_of_tests,
    method_id,
    values_of,
)
from testloom.integration import ClassSource, FunctionSource
from testloom.model.statements import CollectionKind, CollectionStatement, LiteralStatement
from testloom.search import is_of_library

Arguments: TypeAlias = tuple[tuple[int, ...], dict[str, int]]
Inliner: TypeAlias = Callable[[FunctionSource, Arguments, Frame], int]
FixtureReader: TypeAlias = Callable[[str, Frame], int]
BINARY: Mapping[type[ast.AST], str] = {
    ast.Add: "__add__",
    ast.Sub: "__sub__",
    ast.Mult: "__mul__",
    ast.Div: "__truediv__",
    ast.FloorDiv: "__floordiv__",
    ast.Mod: "__mod__",
    ast.Pow: "__pow__",
    ast.MatMult: "__matmul__",
    ast.BitAnd: "__and__",
    ast.BitOr: "__or__",
    ast.BitXor: "__xor__",
    ast.LShift: "__lshift__",
    ast.RShift: "__rshift__",
    ast.Eq: "__eq__",
    ast.NotEq: "__ne__",
    ast.Lt: "__lt__",
    ast.LtE: "__le__",
    ast.Gt: "__gt__",
    ast.GtE: "__ge__",
}
UNARY: Mapping[str, str] = {
    "len": "__len__",
    "str": "__str__",
    "repr": "__repr__",
    "bool": "__bool__",
    "hash": "__hash__",
    "abs": "__abs__",
    "iter": "__iter__",
    "list": "__iter__",
    "next": "__next__",
}
"""Builtin functions, and the special methods that these call."""
SIGNS: Mapping[type[ast.AST], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
DISPLAYS: Mapping[type[ast.AST], CollectionKind] = {ast.List: "list", ast.Tuple: "tuple", ast.Set: "set"}
EMPTY: Mapping[str, CollectionKind] = {
    "list": "list",
    "tuple": "tuple",
    "set": "set",
    "frozenset": "frozenset",
    "dict": "dict",
}
RUNNERS = frozenset({"asyncio:run", "anyio:run", "trio:run"})


class Expressions:
    """Adds to a draft what expressions compute; `inline` and `fixture` read functions of the tests."""

    def __init__(self, meanings: Meanings, draft: Draft, inline: Inliner, fixture: FixtureReader) -> None:
        self._meanings = meanings
        self._draft = draft
        self._inline = inline
        self._fixture = fixture

    def value(self, node: ast.expr, frame: Frame) -> int:
        """The id of the value that an expression has.

        Raises:
            InexpressibleError: if it is beyond test cases; nothing was added then.
        """
        with self._draft.undone_on_failure():
            try:
                return self._draft.literal(constant(node))
            except NoConstantError:
                return self._composed(node, frame)

    def _composed(self, node: ast.expr, frame: Frame) -> int:
        match node:
            case ast.Name(id=name) if name in frame.variables:
                return self.variable(name, frame)
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if f"self.{name}" in frame.variables:
                return self.variable(f"self.{name}", frame)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return self._draft.collection(DISPLAYS[type(node)], [self.value(i, frame) for i in items])
            case ast.Dict(keys=keys, values=values):
                return self._mapping(keys, values, frame)
            case ast.Await(value=inner):
                return self.value(inner, frame)
            case ast.Call():
                return self._call(node, frame)
            case ast.Attribute(value=inner, attr=name) if self._begins_here(node, frame):
                return self._attribute(self.value(inner, frame), name)
        return self._operated(node, frame)

    def _operated(self, node: ast.expr, frame: Frame) -> int:
        match node:
            case ast.BinOp(left=left, op=op, right=right) if type(op) in BINARY:
                return self._special(self.value(left, frame), BINARY[type(op)], [right], frame)
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[right]):
                return self._special(self.value(right, frame), "__contains__", [left], frame)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in BINARY:
                return self._special(self.value(left, frame), BINARY[type(op)], [right], frame)
            case ast.UnaryOp(op=op, operand=operand) if type(op) in SIGNS:
                return self._special(self.value(operand, frame), SIGNS[type(op)], [], frame)
            case ast.Subscript(value=inner, slice=key):
                return self._special(self.value(inner, frame), "__getitem__", [key], frame)
            case ast.Slice(lower=lower, upper=upper, step=step):
                bounds = [lower, upper, *([step] if step else [])]
                values = [self.value(bound or ast.Constant(None), frame) for bound in bounds]
                return self._draft.call("builtins:slice", args=tuple(values))
            case ast.Name() | ast.Attribute():
                return self._named(node, frame)
        raise InexpressibleError

    def variable(self, name: str, frame: Frame) -> int:
        """The value of a variable, which is found out when it is first wanted.

        Raises:
            InexpressibleError: if nobody knows it.
        """
        if name in frame.values and self._draft.has(frame.values[name]):
            return frame.values[name]
        match frame.variables[name]:
            case Deferred(node=node, frame=around):
                value = self.value(node, around)
            case Wanted(name=fixture):
                value = self._fixture(fixture, frame)
            case None:
                raise InexpressibleError
            case known:
                return known
        frame.values[name] = value
        return value

    def _begins_here(self, node: ast.expr, frame: Frame) -> bool:
        """Whether a dotted expression begins with a variable, or with what is computed."""
        while isinstance(node, ast.Attribute):
            if isinstance(node.value, ast.Name) and f"self.{node.attr}" in frame.variables:
                return True
            node = node.value
        return not isinstance(node, ast.Name) or node.id in frame.variables

    def _mapping(self, keys: Sequence[ast.expr | None], values: Sequence[ast.expr], frame: Frame) -> int:
        items = []
        for key, value in zip(keys, values, strict=True):
            if key is None:
                raise InexpressibleError
            items += [self.value(key, frame), self.value(value, frame)]
        return self._draft.collection("dict", items)

    def _attribute(self, source: int, name: str) -> int:
        kind = self._draft.kinds.get(source)
        method = None if kind is None else self._meanings.names.method(kind, name)
        if kind is None or (method is not None and not _is_property(method)):
            raise InexpressibleError
        return self._draft.attribute(
            source, name, self._only(self._meanings.types.attribute(kind, name).classes)
        )

    def _named(self, node: ast.expr, frame: Frame) -> int:
        """A class, a function, a constant: what a module holds under a name."""
        if isinstance(node, ast.Name) and (told := _assigned(node.id, frame)) is not None:
            frame.variables[node.id] = Deferred(told, frame.inner(frame.module))
            return self.variable(node.id, frame)
        match self._meanings.of(node, frame.module):
            case ClassSource() | FunctionSource() as found if not is_of_tests(found.module):
                return self._draft.reference(found.id)
            case Method(id=path):
                return self._draft.reference(path)
            case Outside(path=path) if not path.endswith(":"):
                value = self._draft.reference(path)
                self._know_member(node, value, frame)
                return value
        raise InexpressibleError

    def _know_member(self, node: ast.expr, value: int, frame: Frame) -> None:
        """Members of enums are instances of their class."""
        if isinstance(node, ast.Attribute):
            owner = self._meanings.of(node.value, frame.module)
            if isinstance(owner, ClassSource) and node.attr in values_of(owner):
                self._draft.kinds[value] = owner

    def _call(self, node: ast.Call, frame: Frame) -> int:
        func = node.func
        if isinstance(func, ast.Attribute) and self._begins_here(func, frame):
            receiver = self.value(func.value, frame)
            return self._method(receiver, func.attr, self.arguments(node, frame))
        if isinstance(func, ast.Name) and func.id in frame.variables:
            raise InexpressibleError
        match self._meanings.of(func, frame.module):
            case FunctionSource() as function if is_of_tests(function.module):
                return self._inline(function, self.arguments(node, frame), frame)
            case ClassSource() as kind if not is_of_tests(kind.module):
                args, kwargs = self.arguments(node, frame)
                return self._draft.call(kind.id, None, args, kwargs, kind)
            case FunctionSource() as function:
                args, kwargs = self.arguments(node, frame)
                return self._draft.call(function.id, None, args, kwargs, self._returned(function, None))
            case Method(function=function, owner=owner, id=path):
                args, kwargs = self.arguments(node, frame)
                return self._draft.call(path, None, args, kwargs, self._returned(function, owner))
            case Outside(path=path):
                return self._outside(path, node, frame)
        raise InexpressibleError

    def _outside(self, path: str, node: ast.Call, frame: Frame) -> int:
        """A call of a library: what makes plain values, and what calls the project itself."""
        name = path.removeprefix("builtins:")
        if path in RUNNERS and len(node.args) == 1:
            return self.value(node.args[0], frame)
        if name in EMPTY and not node.args:
            items = [(ast.Constant(k.arg), k.value) for k in node.keywords]
            return self._gathered(EMPTY[name], items, frame)
        if name in UNARY and len(node.args) == 1 and not node.keywords:
            return self._special(self.value(node.args[0], frame), UNARY[name], [], frame)
        if not is_of_library(path):
            raise InexpressibleError
        args, kwargs = self.arguments(node, frame)
        return self._draft.call(path, None, args, kwargs)

    def _gathered(
        self, kind: CollectionKind, items: list[tuple[ast.Constant, ast.expr]], frame: Frame
    ) -> int:
        if any(key.value is None for key, _ in items) or (items and kind != "dict"):
            raise InexpressibleError
        return self._draft.collection(kind, [self.value(part, frame) for item in items for part in item])

    def _method(self, receiver: int, name: str, arguments: Arguments) -> int:
        kind = self._draft.kinds.get(receiver)
        method = None if kind is None else self._meanings.names.method(kind, name)
        if kind is None or method is None or _is_property(method):
            raise InexpressibleError
        args, kwargs = arguments
        return self._draft.call(method_id(kind, method), receiver, args, kwargs, self._returned(method, kind))

    def _special(self, receiver: int, name: str, arguments: Sequence[ast.expr], frame: Frame) -> int:
        """What an operator does to an object whose class defines it."""
        kind = self._draft.kinds.get(receiver)
        if kind is None or self._meanings.names.method(kind, name) is None:
            raise InexpressibleError
        values = tuple(self.value(argument, frame) for argument in arguments)
        return self._method(receiver, name, (values, {}))

    def _returned(self, function: FunctionSource, owner: ClassSource | None) -> ClassSource | None:
        return self._only(self._meanings.types.returned(function, owner).classes)

    def _only(self, classes: frozenset[ClassSource]) -> ClassSource | None:
        return next(iter(classes)) if len(classes) == 1 else None

    def arguments(self, node: ast.Call, frame: Frame) -> Arguments:
        """The arguments of a call; what is unpacked has to be there as a list or dict of the test.

        Raises:
            InexpressibleError: if one of them is beyond test cases.
        """
        args: list[int] = []
        kwargs: dict[str, int] = {}
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                args += self._items(self.value(argument.value, frame), ("list", "tuple"))
            else:
                args.append(self.value(argument, frame))
        for keyword in node.keywords:
            if keyword.arg is None:
                kwargs |= self._by_name(self._items(self.value(keyword.value, frame), ("dict",)))
            else:
                kwargs[keyword.arg] = self.value(keyword.value, frame)
        return tuple(args), kwargs

    def _items(self, value: int, kinds: Sequence[str]) -> tuple[int, ...]:
        made = self._draft.made_by(value)
        if not isinstance(made, CollectionStatement) or made.kind not in kinds:
            raise InexpressibleError
        return made.items

    def _by_name(self, items: Sequence[int]) -> dict[str, int]:
        found = {}
        for key, value in zip(items[::2], items[1::2], strict=True):
            made = self._draft.made_by(key)
            if not isinstance(made, LiteralStatement) or not isinstance(made.value, str):
                raise InexpressibleError
            found[made.value] = value
        return found


def _assigned(name: str, frame: Frame) -> ast.expr | None:
    """What the module of a test binds a name to, once and at its top."""
    found = [
        node.value
        for node in frame.module.tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and _binds(node, name)
    ]
    return found[0] if len(found) == 1 else None


def _binds(node: ast.Assign | ast.AnnAssign, name: str) -> bool:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(target, ast.Name) and target.id == name for target in targets)


def _is_property(method: FunctionSource) -> bool:
    return method.is_decorated_as("property", "cached_property")
