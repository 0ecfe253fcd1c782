"""Classes and functions of a test case, defined from the source of the test and its values.

Their module and qualified name are different in the finished test. So they are defined under another
name at each observation, and values that depend on the name differ the second time.
"""

from __future__ import annotations

import ast
import os
import typing
from collections.abc import Callable, Sequence
from functools import lru_cache
from keyword import iskeyword
from string import ascii_lowercase
from types import CodeType
from typing import Any
from weakref import ref

from testloom_agent.kinds import is_class

MODULE = "_testloom_test"
"""The end of the module names of classes that tests define."""
DEFINED = "<test>"
FILE = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), DEFINED)
_OUTER = "_testloom"
_MOST_COMPILED = 500
_NEW = (dict, list, tuple, set)
_DEEPEST = 20
_SIGNS = ("*", "/")
_STEPS = {"yield": "yield", "return": "return", "raise": "raise"}
_DECORATED = ("classmethod", "staticmethod", "property")
_FORMS = {"any": f"{_OUTER}.typing.Any", "none": "None"}


class Outer:
    """The names and values that the source of a class refers to by their position."""

    typing = typing

    def __init__(self, names: Sequence[Any], values: Sequence[Any]) -> None:
        self.names = names
        self.values = values

    def fresh(self, place: int) -> Any:
        """Return a value as an expression in a function would yield it: collections are new each time."""
        return _fresh(self.values[place])


class Definitions:
    """Defines classes and functions; `place` is a number in the module name under which they are defined.

    Attributes:
        made: the classes defined since this was last cleared; None for one that a decorator has replaced.
    """

    def __init__(self, resolve: Callable[[str], Any]) -> None:
        self._resolve = resolve
        self.place = 0
        self.made: list[ref[type] | None] = []

    def define(self, statement: list[Any], values: dict[int, Any]) -> type:
        """Define the class of a statement."""
        names: list[str] = []
        references: list[int] = []
        source = _source(statement, names, references, f"test_{self.place}")
        outer = Outer([self._resolve(name) for name in names], [values[key] for key in references])
        made: type = self._made(source, outer)
        self.made.append(ref(made) if is_class(made) else None)
        return made

    def define_function(self, statement: list[Any], values: dict[int, Any]) -> Any:
        """Define the function of a statement; for a generator function, return a generator of it."""
        _, _, parameters, steps, is_async, is_generator = statement
        references: list[int] = []
        body = [_step(step, references, is_async) for step in steps]
        if is_generator and all(step[0] != "yield" for step in steps):
            body += ["return", "yield"] if not body else ["yield"]
        head = (
            f"{'async ' if is_async else ''}def function_{self.place}({', '.join(map(_name, parameters))}):"
        )
        lines = [
            f"def test_{self.place}():",
            f"    {head}",
            *(f"        {line}" for line in body or ["pass"]),
        ]
        source = "\n".join([*lines, f"    return function_{self.place}", ""])
        function = self._made(source, Outer([], [values[key] for key in references]))
        return function() if is_generator else function

    def _made(self, source: str, outer: Outer) -> Any:
        """Run the function in the source and return its result."""
        # The first letter differs between places, too, as code may keep only the beginning of a string.
        name = f"{ascii_lowercase[self.place % len(ascii_lowercase)]}{self.place}{MODULE}"
        namespace: dict[str, Any] = {"__name__": name, _OUTER: outer}
        exec(_compiled(source), namespace)
        return namespace[f"test_{self.place}"]()


def is_of_test(kind: type) -> bool:
    """Check whether a class was defined by a test."""
    return str(kind.__module__).endswith(MODULE)


def defined_path(kind: type) -> str:
    """Return the path by which reports name a class that a test has defined, wherever that was."""
    return f"{DEFINED}:{kind.__name__}"


@lru_cache(_MOST_COMPILED)
def _compiled(source: str) -> CodeType:
    return compile(source, FILE, "exec", dont_inherit=True)


def _source(statement: list[Any], names: list[str], references: list[int], function: str) -> str:
    """Write a function that returns the class; the objects that it refers to are added to the lists."""
    _, _, name, bases, decorators, metaclass, keywords, members = statement
    name = _name(name)

    def named(path: str) -> str:
        names.append(path)
        return f"{_OUTER}.names[{len(names) - 1}]"

    def valued(reference: int) -> str:
        references.append(reference)
        return f"{_OUTER}.values[{len(references) - 1}]"

    lines = [f"def {function}():", *(f"    @{named(path)}" for path in decorators)]
    head = [named(path) for path in bases]
    head += [f"metaclass={named(metaclass)}"] if metaclass else []
    head += [f"{_name(key)}={valued(value)}" for key, value in keywords.items()]
    lines.append(f"    class {name}({', '.join(head)}):")
    body = [line for member in members for line in _member(member, named, valued)]
    lines += [f"        {line}" for line in body or ["pass"]]
    return "\n".join([*lines, f"    return {name}", ""])


def _step(step: list[Any], references: list[int], is_async: bool) -> str:
    """Write a line of a function's body; collections are new each time that it runs."""
    kind, value, called, args = step
    places = range(len(references), len(references) + len(args) + (value is not None))
    references += args if value is None else [value]
    told = ", ".join(f"{_OUTER}.fresh({place})" for place in places)
    if kind == "call":
        return f"{'await ' if is_async else ''}{_name(called)}({told})"
    return f"{_STEPS[kind]} {told}"


def _member(member: list[Any], named: Callable[[str], str], valued: Callable[[int], str]) -> list[str]:
    kind, name, value, annotation, parameters, raises, is_async, decorator = member
    name = _name(name)
    if kind == "field":
        default = "" if value is None else f" = {valued(value)}"
        said = valued(annotation) if isinstance(annotation, int) else _type(annotation, named)
        return [f"{name}: {said}{default}"]
    if kind == "value":
        return [f"{name} = {valued(value)}"]
    first = {"staticmethod": [], "classmethod": ["cls"]}.get(kind, ["self"])
    given = [_parameter(text) for text in parameters]
    head = f"{'async ' if is_async else ''}def {name}({', '.join([*first, *given])}):"
    if value is None:
        does = "pass"
    elif raises:
        does = f"raise {valued(value)}"
    else:
        does = f"return {valued(value).replace('.values[', '.fresh(').replace(']', ')')}"
    decorators = [f"@{kind}"] if kind in _DECORATED else []
    decorators += [f"@{valued(decorator)}"] if decorator is not None else []
    return [*decorators, head, f"    {does}"]


def _type(kind: list[Any], named: Callable[[str], str]) -> str:
    """Write an annotation."""
    name, args = kind
    if name == "union":
        return " | ".join(_type(arg, named) for arg in args)
    text = _FORMS.get(name) or (named(name) if ":" in name else _name(name))
    return f"{text}[{', '.join(_type(arg, named) for arg in args)}]" if args else text


def _name(text: str) -> str:
    """Return a string that is a name; a ValueError if it is not."""
    if not text.isidentifier() or iskeyword(text):
        raise ValueError(f"{text!r} is not a name")
    return text


def _parameter(text: str) -> str:
    """Return a parameter such as `size=1` or `*names`; ValueError if it is none, or has no plain default."""
    if text in _SIGNS:
        return text
    name, sign, default = text.partition("=")
    starred = name.lstrip("*")
    written = f"{name[: len(name) - len(starred)]}{_name(starred)}"
    return f"{written}={ast.literal_eval(default)!r}" if sign else written


def _fresh(value: Any, holders: frozenset[int] = frozenset()) -> Any:
    """Write an expression for a value with new collections; a cyclic or deep value stays as it is."""
    kind = type(value)
    if kind not in _NEW or id(value) in holders or len(holders) > _DEEPEST:
        return value
    within = holders | {id(value)}
    if kind is dict:
        return {key: _fresh(item, within) for key, item in value.items()}
    return kind(_fresh(item, within) for item in value)
