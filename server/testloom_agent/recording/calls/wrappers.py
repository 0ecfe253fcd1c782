"""Creation of the wrappers of recorded functions.

A function becomes the wrapper of a copy of itself, so that every reference to it, in a table, a closure or a
partial function, remains valid. It can also get its own code back: then it sleeps and costs nothing.
"""

from __future__ import annotations

import ast
import functools
import inspect
from types import CodeType, FunctionType
from typing import Any, Protocol
from weakref import WeakSet

from testloom_agent.recording.calls import templates


class Callee(Protocol):
    """The function that a wrapper calls: `real` is its copy."""

    real: Any

    def stand_for_it(self, wrapper: FunctionType) -> None:
        """Take note of the wrapper."""


STANDS_FOR = {"CALLEE": templates.CALLEE, "RECORDER": templates.RECORDER}


class Wrappers:
    """Makes wrappers, and recognises them."""

    def __init__(self, recorder: object) -> None:
        self._recorder = recorder
        self._templates: dict[tuple[str, int], CodeType] = {}
        self._made: WeakSet[FunctionType] = WeakSet()

    def has_made(self, function: FunctionType) -> bool:
        """Check whether a function is a wrapper."""
        return function in self._made

    def take_over(self, function: FunctionType, callee: Callee) -> None:
        """Make a wrapper of a function, around its copy that the callee has."""
        function.__code__ = self._code(function, callee)
        vars(function)["__wrapped__"] = callee.real  # shows the parameters
        self._made.add(function)
        callee.stand_for_it(function)

    def _code(self, real: FunctionType, callee: Callee) -> CodeType:
        constants = {templates.CALLEE: callee, templates.RECORDER: self._recorder}
        template = self._template(_kind(real), len(real.__closure__ or ()))
        return template.replace(
            co_consts=tuple(constants.get(c, c) if type(c) is str else c for c in template.co_consts)
        )

    def _template(self, kind: str, cells: int) -> CodeType:
        if (kind, cells) not in self._templates:
            self._templates[kind, cells] = _compiled(kind, [f"cell{number}" for number in range(cells)])
        return self._templates[kind, cells]


def copied(function: FunctionType) -> FunctionType:
    """Copy a function, so that the original may get other code.

    The copy has the same parameters, annotations and attributes.
    """
    code, cells = function.__code__, function.__closure__
    copy = FunctionType(code, function.__globals__, function.__name__, function.__defaults__, cells)
    copy.__kwdefaults__ = function.__kwdefaults__
    functools.update_wrapper(copy, function)
    del vars(copy)["__wrapped__"]
    vars(copy).update(vars(function))
    return copy


def _kind(function: Any) -> str:
    if inspect.iscoroutinefunction(function):
        return templates.awaiting.__name__
    if inspect.isasyncgenfunction(function):
        return templates.yielding_later.__name__
    is_generator = inspect.isgeneratorfunction(function)
    return templates.yielding.__name__ if is_generator else templates.calling.__name__


def _compiled(kind: str, cells: list[str]) -> CodeType:
    """Compile a template with these free variables."""
    with open(templates.__file__, "rb") as stream:
        tree = ast.parse(stream.read())
    [function] = [node for node in tree.body if getattr(node, "name", "") == kind]
    assert isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef))
    if cells:
        function.body.insert(0, ast.Nonlocal(cells))
    around = ast.parse(f"def around({', '.join(cells)}): pass")
    outer = around.body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body = [_Constants().visit(function)]
    code = compile(ast.fix_missing_locations(around), templates.__file__, "exec", dont_inherit=True)
    return _code(_code(code, "around"), kind)


def _code(code: CodeType, name: str) -> CodeType:
    [found] = [entry for entry in code.co_consts if isinstance(entry, CodeType) and entry.co_name == name]
    return found


class _Constants(ast.NodeTransformer):
    """Replaces names by constants, and removes annotations."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(node.arg)

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.Constant(STANDS_FOR[node.id]) if node.id in STANDS_FOR else node
