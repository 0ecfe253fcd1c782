"""Inspectors: methods that only tell something about their object, so that tests can observe changes.

The source decides: an inspector assigns to local names only, and calls only functions that change nothing.
Randoop calls such methods observers (Pacheco, Ernst: Randoop: feedback-directed random testing for Java,
OOPSLA 2007), EvoSuite inspectors.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from itertools import islice
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.bodies.state.effects import MUTATORS
from testloom_agent.reflection.sources import Function, Sources
from testloom_agent.trees import is_name, nodes_of

MOST = 8
"""How many inspectors of a class are used at most."""
FARTHEST = 3
"""How many calls deep the object's other methods are followed."""
LENGTH, ITEMS, TEXT, SOURCE = "__len__", "__iter__", "__str__", "__repr__"
LAST = (ITEMS, TEXT, SOURCE, LENGTH)
"""The methods that `list`, `str`, `repr` and `len` call, those first that tell most in the fewest words."""
_FUNCTIONS = """
    abs all any bool bytes dict divmod enumerate float frozenset getattr hasattr int isinstance issubclass
    iter len list max min range repr reversed round set sorted str sum tuple type zip
"""
FUNCTIONS = frozenset(_FUNCTIONS.split())
"""Built-in functions that change nothing, as long as the functions that they call do not."""
_READERS = """
    copy count decode encode endswith find format get hex index isalnum isalpha isdigit isdisjoint isoformat
    issubset issuperset items join keys lower lstrip partition replace rfind rpartition rsplit rstrip split
    splitlines startswith strftime strip title total_seconds union upper values
"""
READERS = frozenset(_READERS.split())
"""Methods of built-in types that change nothing."""
STORES = (ast.Store, ast.Del)
DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
MAKERS = frozenset(("list", "dict", "set", "sorted"))
FORBIDDEN = (
    ast.Await,
    ast.Global,
    ast.Nonlocal,
    ast.With,
    ast.AsyncWith,
    ast.AsyncFor,
    ast.Import,
    ast.ImportFrom,
)


def inspectors_of(kind: type, sources: Sources) -> list[str]:
    """List the public methods without arguments that return a value and change nothing, `LAST` at the end.

    Iterating over an object counts only if it has a length, as a stream would lose its items, and if it notes
    nothing while they are taken. Conversion to a string need not be shown to change nothing, as debuggers use
    it, too.
    """
    if hasattr(kind, "__next__"):
        return []
    return [*islice(_found(kind, sources), MOST), *_found_at_last(kind, sources)]


def _found_at_last(kind: type, sources: Sources) -> Iterator[str]:
    """Yield the methods in `LAST` that the project has defined for a class."""
    methods = {name: inspect.getattr_static(kind, name, None) for name in LAST}
    own = {name: method for name, method in methods.items() if _is_written(method, sources)}
    if LENGTH in own and ITEMS in own and not _notes_down(sources.function(own[ITEMS])):
        yield ITEMS
    if not issubclass(kind, BaseException):
        yield from [name for name in (TEXT, SOURCE) if name in own][:1]
    if LENGTH in own and _is_pure(sources.function(own[LENGTH]), kind, sources, FARTHEST):
        yield LENGTH


def _notes_down(node: ast.AST | None) -> bool:
    """Check whether a method stores something elsewhere than in local names."""
    parts = [] if node is None else list(nodes_of(node))
    return any(
        isinstance(part, (ast.Attribute, ast.Subscript)) and isinstance(part.ctx, STORES) for part in parts
    )


def _is_written(method: Any, sources: Sources) -> bool:
    """Check whether a method has source code, unlike the generated methods of data classes."""
    return is_function(method) and isinstance(sources.function(method), ast.FunctionDef)


def _found(kind: type, sources: Sources) -> Iterator[str]:
    for name in dict.fromkeys(name for owner in kind.__mro__[:-1] for name in vars(owner)):
        if not isinstance(name, str) or name.startswith("_"):
            continue
        method = inspect.getattr_static(kind, name, None)
        if not is_function(method) or not _can_be_asked(method):
            continue
        node = sources.function(method)
        if isinstance(node, ast.FunctionDef) and _tells(node) and _is_pure(node, kind, sources, FARTHEST):
            yield name


def _can_be_asked(method: Any) -> bool:
    """Check whether a method needs no arguments and returns when it is called."""
    code = method.__code__
    needed = code.co_argcount - len(method.__defaults__ or ())
    optional = method.__kwdefaults__ or {}
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    is_plain = not code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR)
    return needed == 1 and code.co_argcount > 0 and all(name in optional for name in names) and is_plain


def _tells(node: ast.FunctionDef) -> bool:
    """Check whether a method returns something other than the value of a public attribute."""
    results = [part.value for part in nodes_of(node) if isinstance(part, ast.Return)]
    told = [value for value in results if value is not None and not isinstance(value, ast.Constant)]
    return any(not isinstance(value, ast.Attribute) or value.attr.startswith("_") for value in told)


def _is_pure(node: Function | ast.Lambda | None, kind: type, sources: Sources, steps: int) -> bool:
    if not isinstance(node, ast.FunctionDef) or node.decorator_list or not node.args.args:
        return False
    receiver, local = node.args.args[0].arg, _Locals(node)
    for part in _parts(node):
        if isinstance(part, FORBIDDEN) or not local.allows(part):
            return False
        if isinstance(part, ast.Call) and not local.may_call(part):
            called = part.func
            is_own = isinstance(called, ast.Attribute) and is_name(called.value, receiver)
            if not (is_own and steps and _is_pure_method(called, kind, sources, steps - 1)):
                return False
    return True


def _is_pure_method(called: ast.expr, kind: type, sources: Sources, steps: int) -> bool:
    name = called.attr if isinstance(called, ast.Attribute) else ""
    method = inspect.getattr_static(kind, name, None)
    return is_function(method) and _is_pure(sources.function(method), kind, sources, steps)


def _parts(node: ast.FunctionDef) -> Iterator[ast.AST]:
    for statement in node.body:
        yield from nodes_of(statement)


class _Locals:
    """The local names of a function, with the values that it assigns to them."""

    def __init__(self, node: ast.FunctionDef) -> None:
        stored = {part.id for part in _parts(node) if isinstance(part, ast.Name) and _is_stored(part)}
        self._parameters = {argument.arg for argument in nodes_of(node.args) if isinstance(argument, ast.arg)}
        self._known = stored | self._parameters
        assigned: dict[str, list[ast.expr]] = {}
        for part in _parts(node):
            for name, value in _assigned(part):
                assigned.setdefault(name, []).append(value)
        self._numbers = {name for name, values in assigned.items() if all(map(_is_constant, values))}
        self._fresh = {name for name, values in assigned.items() if all(map(_is_fresh, values))}

    def allows(self, part: ast.AST) -> bool:
        """Whether what a node stores stays within the call."""
        if isinstance(part, ast.AugAssign):
            return isinstance(part.target, ast.Name) and part.target.id in self._numbers
        if isinstance(part, ast.Attribute):
            return not isinstance(part.ctx, STORES)
        if isinstance(part, ast.Subscript) and isinstance(part.ctx, STORES):
            return self._is_fresh(part.value)
        return True

    def may_call(self, part: ast.Call) -> bool:
        """Whether a call changes nothing but what was made within this one."""
        called = part.func
        if not all(isinstance(entry.value, ast.Lambda) for entry in part.keywords if entry.arg == "key"):
            return False
        if isinstance(called, ast.Name):
            return called.id in FUNCTIONS and called.id not in self._known
        if not isinstance(called, ast.Attribute):
            return False
        is_reader = called.attr in READERS and not self._is_of_module(called.value)
        return is_reader or (called.attr in MUTATORS and self._is_fresh(called.value))

    def _is_of_module(self, node: ast.expr) -> bool:
        """Check whether a value comes from a global name, such as that of an imported module."""
        while isinstance(node, (ast.Attribute, ast.Subscript)):
            node = node.value
        return isinstance(node, ast.Name) and node.id not in self._known

    def _is_fresh(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self._fresh - self._parameters


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, STORES)


def _assigned(part: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names that a node assigns, with the values; those of unpacked names and loops are unknown."""
    match part:
        case ast.Assign(targets=targets, value=value):
            for target in targets:
                yield from _named(target, value)
        case (
            ast.AnnAssign(target=target, value=ast.expr() as value)
            | ast.NamedExpr(target=target, value=value)
        ):
            yield from _named(target, value)
        case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
            yield from ((name, ast.Name("unknown")) for name, _ in _named(target, value))


def _named(target: ast.expr, value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(target, ast.Name):
        yield target.id, value
    else:
        unpacked = (part.id for part in nodes_of(target) if isinstance(part, ast.Name) and _is_stored(part))
        yield from ((name, ast.Name("unknown")) for name in unpacked)


def _is_constant(value: ast.expr) -> bool:
    return isinstance(value, (ast.Constant, ast.JoinedStr))


def _is_fresh(value: ast.expr) -> bool:
    """Check whether an expression makes a new collection, to which nothing else refers."""
    is_made = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in MAKERS
    return is_made or isinstance(value, DISPLAYS)
