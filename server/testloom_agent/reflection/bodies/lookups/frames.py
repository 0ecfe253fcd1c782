"""The columns that a function looks up in frames of pandas or polars, and in frames derived from these.

They are written like keys of dictionaries (`lookups`), each followed by what is done with it:
`['revenue']sum`, `['region']groupby`. Expressions of polars (`pl.col("revenue").sum()`) refer to the frame
whose method takes them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from testloom_agent.reflection.bodies.lookups.frame_methods import (
    AGGREGATING,
    CALLED,
    CHOOSING,
    COLLECTING,
    COLUMN,
    COMPARING,
    CONVERTING,
    EACH,
    GROUPING,
    INDEXING,
    JOINED,
    JOINING,
    MASK,
    MASKING,
    NAMED_BY,
    NAMING,
    NO_COLUMNS,
    OF_LEFT,
    OF_MAPPINGS,
    OF_MOMENTS,
    OF_RIGHT,
    OF_ROWS_IN_TIME,
    OF_TUPLES,
    PLACES,
    RESAMPLED,
    ROWS,
    TIMES,
)
from testloom_agent.reflection.bodies.lookups.reader import LookupReader
from testloom_agent.reflection.bodies.lookups.standing import texts_in_loop, told_apart
from testloom_agent.reflection.bodies.lookups.steps import step_of
from testloom_agent.reflection.bodies.uses import AWAITED, NOTHING, name_of, named_constant
from testloom_agent.trees import nodes_of


class FrameReader(LookupReader):
    """Follows frames through methods and masks; columns that the code itself adds are not required."""

    def __init__(self, names: Iterable[str], namespace: Mapping[str, Any] = NOTHING) -> None:
        super().__init__(names, namespace)
        self._added: set[tuple[str, str]] = set()
        self._others: dict[str, ast.expr] = {}
        self._tuples: set[str] = set()
        self._expressions: dict[str, ast.expr] = {}
        self._of: list[str] = []
        """The frames whose methods' arguments are being visited, the innermost last."""
        self._listed: dict[str, list[ast.expr]] = {}
        """The items of the lists that names stand for."""
        self._indexed: dict[str, Sequence[str]] = {}
        """The steps to the columns that have become the index of a frame, by the frame's name."""

    def note(self, node: ast.AST | None, use: str) -> None:
        """Note what is done with a column, unless it was added before."""
        place = self.place(node)
        if place is None or self._is_added(place[0], place[1] + use):
            return
        is_method = isinstance(node, ast.Attribute) and use in (CALLED, AWAITED)
        if is_method or (place[1] and use.startswith("[")):
            return
        super().note(node, use)
        other = self._other(node)
        if other is not None and (way := place[1] + use).startswith("['"):
            self.take(place[0], [f"{way.partition(']')[0]}]{JOINED}"])
            super().note(other, f"{way.partition(']')[0]}]{JOINED}")
            super().note(other, way)

    def _other(self, node: ast.AST | None) -> ast.expr | None:
        """Find the frame that another one was joined with to make this value; None if there is none."""
        match node:
            case ast.Name(id=name):
                return self._others.get(name)
            case ast.Call(func=ast.Attribute(value=value, attr=method), args=args):
                return args[0] if method in JOINING and args else self._other(value)
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                return self._other(value)
        return None

    def bind(self, target: ast.expr, value: ast.expr, step: str = "") -> None:
        """Let a name stand for a value, also for one of two frames that were joined."""
        super().bind(target, value, step)
        if isinstance(target, ast.Name):
            other = self._other(value)
            self._others.pop(target.id, None)
            if other is not None:
                self._others[target.id] = other
            self._listed.pop(target.id, None)
            if isinstance(value, ast.List | ast.Tuple | ast.Set):
                self._listed[target.id] = [*value.elts]
            indexed = self._index_of(value)
            self._indexed.pop(target.id, None)
            if indexed:
                self._indexed[target.id] = indexed
            self._expressions.pop(target.id, None)
            if target.id not in self.places and any(map(_column_of, nodes_of(value))):
                self._expressions[target.id] = value

    def _bind_items(self, target: ast.expr, iterable: ast.expr) -> None:
        """Let the names of a row, or of a group of rows, stand for their frame."""
        iterable = self._with_items(iterable)
        match iterable, target:
            case ast.Call(func=ast.Attribute(value=value, attr=method)), ast.Tuple(elts=[_, group]) if (
                method in GROUPING
            ):
                self.bind(group, value)
            case ast.Call(func=ast.Attribute(value=value, attr="iterrows")), ast.Tuple(elts=[_, row]):
                self.bind(row, value)
            case ast.Call(func=ast.Attribute(value=value, attr=method)), ast.Name(id=name) if method in ROWS:
                self.bind(target, value)
                if method == "itertuples":
                    self._tuples.add(name)
            case _:
                super()._bind_items(target, iterable)

    def _is_added(self, name: str, way: str) -> bool:
        return all(
            any(known == name and told.startswith(step) for known, step in self._added)
            for told in told_apart([way])
        )

    def place(self, node: ast.AST | None) -> tuple[str, str] | None:
        """Find the frame that a node derives from, with the steps to its column; None if there is none."""
        match node:
            case ast.Call() if self._of and (key := _column_of(node)):
                return self._of[-1], key
            case ast.Name(id=name) if self._of and name in self._expressions:
                expression = self._expressions.pop(name)  # which may mention the name, with its earlier value
                found = self.place(expression)
                self._expressions[name] = expression
                return found
            case ast.Attribute(value=ast.Name(id=name), attr=column) if name in self._tuples:
                return self._of_row(node, column)
            case ast.BinOp(op=ast.Sub(), left=left, right=right):
                return self.place(left) or self.place(right)
            case ast.Call(func=ast.Attribute(value=value)) | ast.Attribute(value=value):
                found = super().place(node) or self.place(value)
            case ast.Call(func=ast.Name(), args=[first, *_]):
                found = self.place(first)
            case ast.Subscript(value=value, slice=key):
                return self._of_key(value, key)
            case _:
                return super().place(node)
        return None if found is not None and found[1] and _name_of_called(node) in CONVERTING else found

    def _of_row(self, node: ast.Attribute, column: str) -> tuple[str, str] | None:
        """Find the column that an attribute of a row, which is a tuple, stands for."""
        row = super().place(node.value)
        is_column = not column.startswith("_") and column not in OF_TUPLES
        return (row[0], step_of(ast.Constant(column))) if row is not None and is_column else row

    def _of_key(self, value: ast.expr, key: ast.expr) -> tuple[str, str] | None:
        """Find the column that a key stands for, in a frame or in something derived from one."""
        found = self.place(value)
        step = self._column_step(key)
        return found if found is None or found[1] or "['" not in step else (found[0], step)

    def _column_step(self, key: ast.expr) -> str:
        """Write the step to a column, unless the key is a parameter that may be a mask or a number."""
        is_other = isinstance(key, ast.Name) and self._is_parameter(key) and key.id not in self.naming
        return "" if is_other else self.step(key)

    def visit_Name(self, node: ast.Name) -> None:
        if self._of and (expression := self._expressions.pop(node.id, None)) is not None:
            self.visit(expression)
            self._expressions[node.id] = expression

    def visit_Attribute(self, node: ast.Attribute) -> None:
        is_of_row = isinstance(node.value, ast.Name) and node.value.id in self._tuples
        if is_of_row and (place := self.place(node)) is not None and place[1]:
            self.uses[place[0]].setdefault(place[1])
        match node:
            case ast.Attribute(value=ast.Attribute(value=frame, attr="index"), attr=asked) if (
                asked in OF_MOMENTS
            ):
                self._note_times(frame)
            case ast.Attribute(value=ast.Attribute(attr="dt")):
                pass
            case ast.Attribute(value=frame, attr=asked) if asked in OF_ROWS_IN_TIME:
                self._note_times(frame)
        super().visit_Attribute(node)

    def _note_times(self, node: ast.expr) -> None:
        """Note that the rows of a series or frame have to have moments, unless it is a column of one.

        If a column has become their index, the column has to.
        """
        place = self.place(node)
        indexed = self._index_of(node) if place is not None else ()
        if place is not None and indexed:
            self.take(place[0], (f"{step}{RESAMPLED}" for step in indexed))
        elif place is not None and not place[1]:
            self.take(place[0], [TIMES])

    def _index_of(self, node: ast.expr) -> Sequence[str]:
        """Find the steps to the columns that have become the index of a series or frame."""
        match node:
            case ast.Name(id=name):
                return self._indexed.get(name, ())
            case ast.Call(func=ast.Attribute(attr=method), args=[keys, *_]) if method == INDEXING:
                return self._steps(keys)
            case ast.Call(func=ast.Attribute(value=value)) | ast.Attribute(value=value):
                return self._index_of(value)
            case ast.Subscript(value=value):
                return self._index_of(value)
        return ()

    def _note_held(self, mapping: ast.expr, key: ast.expr) -> None:
        """Note the columns that a frame is asked for by the names of a list."""
        if (frame := _frame_asked(mapping)) is None:
            super()._note_held(mapping, key)
        elif name_of(key) in self.standing:
            self._note_named(frame, self.standing[name_of(key)])

    def _note_asked(self, names: ast.expr, columns: ast.expr) -> None:
        """Note the columns that a frame is asked for all at once: `REQUIRED - set(frame.columns)`."""
        if (frame := _frame_asked(columns)) is not None:
            listed = self._with_items(names)
            for _, texts in texts_in_loop(ast.Name("_"), listed, self.standing, self.namespace):
                self._note_named(frame, texts)

    def _with_items(self, node: ast.expr) -> ast.expr:
        """The list that a name of the function stands for, also of a copy; any other expression itself."""
        match node:
            case ast.Name(id=name) if name in self._listed:
                return ast.List(self._listed[name])
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=listed)]) if name in COLLECTING:
                return ast.List(self._listed[listed]) if listed in self._listed else node
        return node

    def _note_named(self, frame: ast.expr, names: Iterable[str]) -> None:
        for name in names:
            if "'" not in name:
                self.note(frame, f"['{name}']")

    def visit_Compare(self, node: ast.Compare) -> None:
        for left, operator, right in zip(
            [node.left, *node.comparators], node.ops, node.comparators, strict=False
        ):
            if isinstance(operator, ast.LtE | ast.Lt):
                self._note_asked(left, right)
            elif isinstance(operator, ast.GtE | ast.Gt):
                self._note_asked(right, left)
        super().visit_Compare(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Sub):
            self._note_asked(node.left, node.right)
        super().visit_BinOp(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Invert):
            self.note(node.operand, MASK)
        super().visit_UnaryOp(node)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        is_read = isinstance(node.ctx, ast.Load)
        if is_read and self._is_column(node.slice):
            self.note(node.slice, MASK)
        steps = self._steps(_columns_of(node))
        if is_read and not isinstance(node.slice, ast.Constant):
            for step in steps:
                self.note(node.value, step)
        super().visit_Subscript(node)
        if not is_read:
            self._add(node.value, steps)

    def visit_Call(self, node: ast.Call) -> None:
        for where, argument in enumerate(node.args):
            place = None if isinstance(argument, ast.Name) else self.place(argument)
            if place is not None and not place[1]:
                self.handed.setdefault(node, []).append((*place, where))
        match node:
            case ast.Call(func=ast.Attribute(attr=method), args=[condition, _, _]) if method in CHOOSING:
                self.note(condition, MASK)
            case ast.Call(func=ast.Attribute(attr="infer_freq"), args=[index, *_]):
                self._note_times(index)
            case ast.Call(func=ast.Attribute(value=names, attr=method), args=[columns, *_]) if (
                method in COMPARING
            ):
                self._note_asked(names, columns)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item]):
                self._listed.get(name, []).append(item)
        match node.func:
            case ast.Attribute(value=frame, attr=method) if (found := self.place(frame)) is not None:
                self._bind_functions(node, frame)
                self._of.append(found[0])
                super().visit_Call(node)
                self._note_expressions(node, method)
                self._of.pop()
                self._note_columns(node, frame, method)
                if method in NAMING:
                    self._add(frame, [f"['{k.arg}']" for k in node.keywords if k.arg is not None])
            case _:
                super().visit_Call(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Visit a function that a method calls with a part of its frame."""
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        match node.iter, node.target:
            case ast.Call(func=ast.Attribute(value=value, attr="iterrows")), ast.Tuple(elts=[_, row]):
                self.bind(row, value)
                self.generic_visit(node)
            case _:
                super().visit_For(node)

    def _note_expressions(self, node: ast.Call, method: str) -> None:
        """Note what expressions in the arguments of a method tell about the columns of its frame."""
        owner = self._of[-1]
        names = [step for argument in node.args for step in self._steps(argument)]
        if method == "over":
            self.uses[owner].update(dict.fromkeys(f"{name}{method}" for name in names))
        elif method == "alias":
            self._added |= {(owner, name) for name in names if name not in self.uses[owner]}
        elif method == MASKING:
            for argument in filter(self._is_column, node.args):
                self.note(argument, MASK)

    def _is_column(self, node: ast.AST) -> bool:
        """Check whether an expression is an unchanged column."""
        place = self.place(node) if isinstance(node, ast.Subscript) else None
        return bool(_column_of(node)) or (place is not None and bool(place[1]))

    def _note_columns(self, node: ast.Call, frame: ast.expr, method: str) -> None:
        """Note the columns that a method names; `merge` looks them up in the other frame, too."""
        for parameter, argument in _arguments(node, method):
            if parameter in NO_COLUMNS:
                continue
            for step in self._key_steps(argument) if method in OF_MAPPINGS else self._steps(argument):
                if parameter != OF_RIGHT:
                    self.note(frame, f"{step}{method}")
                if method in JOINING and parameter != OF_LEFT and node.args:
                    self.note(node.args[0], f"{step}{method}")
        for said in node.keywords if method == AGGREGATING else ():
            match said.value:
                case ast.Tuple(elts=[ast.Constant(value=str()) as key, ast.Constant(value=str(how))]):
                    self.note(frame, f"{step_of(key)}{how}")

    def _bind_functions(self, node: ast.Call, frame: ast.expr) -> None:
        """Let the parameter of each lambda that a method is given stand for the frame."""
        given = [*node.args, *(keyword.value for keyword in node.keywords)]
        for function in given:
            if isinstance(function, ast.Lambda) and function.args.args:
                self.bind(ast.Name(function.args.args[0].arg, ast.Store()), frame)

    def _add(self, frame: ast.expr, steps: Iterable[str]) -> None:
        place = self.place(frame)
        if place is not None and not place[1]:
            self._added |= {(place[0], step) for step in steps if step not in self.uses[place[0]]}

    def _steps(self, node: ast.expr) -> list[str]:
        """List the steps to the columns that an argument names: itself, or the items of a list or tuple."""
        parts = [node]
        if isinstance(node, ast.List | ast.Tuple):
            parts = node.elts
        elif isinstance(node, ast.Name) and node.id in self._listed:
            parts = self._listed[node.id]
        steps = [step for step in told_apart(map(self._column_step, parts)) if step.startswith("['")]
        return steps or [f"['{text}']" for text in _texts_held(node, self.namespace)]

    def _key_steps(self, node: ast.expr) -> list[str]:
        keys = node.keys if isinstance(node, ast.Dict) else []
        return [step for key in keys if key is not None for step in self._steps(key)]


def _frame_asked(node: ast.expr) -> ast.expr | None:
    """Find the frame whose columns an expression lists: `set(frame.columns)`; None for any other."""
    match node:
        case ast.Attribute(value=frame, attr="columns"):
            return frame
        case ast.Call(func=ast.Name(id=name), args=[columns]) if name in COLLECTING:
            return _frame_asked(columns)
    return None


def _columns_of(node: ast.Subscript) -> ast.expr:
    """Return the index that names columns: the second index of `loc`, or else the only one."""
    match node:
        case ast.Subscript(value=ast.Attribute(attr=place), slice=ast.Tuple(elts=[_, columns])) if (
            place in PLACES
        ):
            return columns
    return node.slice


def _arguments(node: ast.Call, method: str) -> Iterator[tuple[str, ast.expr]]:
    names = NAMED_BY.get(method, ())
    yield from zip(names or ("on",) * (method in EACH) * len(node.args), node.args, strict=False)
    yield from ((keyword.arg, keyword.value) for keyword in node.keywords if keyword.arg in names)


def _name_of_called(node: ast.AST | None) -> str:
    called = node.func if isinstance(node, ast.Call) else None
    return called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")


def _column_of(node: ast.AST) -> str:
    """Write the step to the column of a polars expression; empty for any other expression."""
    match node:
        case ast.Call(func=called, args=[key, *_]) if ast.unparse(called) in COLUMN:
            return step_of(key)
    return ""


def _texts_held(node: ast.expr, namespace: Mapping[str, Any]) -> list[str]:
    """List the strings in a list or tuple that a name of the module stands for."""
    held = named_constant(node, namespace)
    texts = held if type(held) in (list, tuple) else ()
    return [text for text in texts if type(text) is str and "'" not in text]
