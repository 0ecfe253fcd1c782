"""Attributes that methods use of their object but the class lacks: a subclass or a sibling class has them."""

from __future__ import annotations

import ast
from abc import ABCMeta
from collections.abc import Container, Iterable, Iterator, Sequence
from typing import Any

from testloom_agent.kinds import is_function
from testloom_agent.reflection.bodies.lookups.reader import attributes_read
from testloom_agent.reflection.bodies.state.effects import Effects, effects_of
from testloom_agent.reflection.sources import Sources
from testloom_agent.trees import nodes_of

Description = dict[str, Any]
ANY_NUMBER = "*args"
"""The parameters of a method, as written, whose calls fit no plain list of parameters."""
_CONSTRUCTING = ("__new__", "__init__", "__post_init__")
_UNNAMED = "value"


def lacked_by(kind: type, sources: Sources) -> list[Description]:
    """List the attributes that methods read of their object but neither class nor constructor sets.

    Each comes with its uses and, if it is called, with the parameters that its calls suggest. Some are set by
    methods that may be called before. A metaclass may add any attribute, so classes with one lack nothing.
    """
    if type(kind) not in (type, ABCMeta):
        return []
    nodes = [sources.class_(base) for base in kind.__mro__ if sources.is_project(base)]
    classes = [node for node in nodes if node is not None]
    names = _names_lacked(kind, classes, sources)
    uses = attributes_read(sources.saying(classes, names), names) if names else {}
    every = _calls_of(names, classes) if names else {}
    found = []
    for name, is_set_later in names.items():
        calls = every.get(name, [])
        how = [*uses[name], *(["()"] if calls else [])]
        known = {"name": name, "uses": list(dict.fromkeys(how)), "is_set_later": is_set_later}
        found.append({**known, "parameters": _parameters(calls)})
    return found


def _names_lacked(kind: type, classes: Sequence[ast.ClassDef], sources: Sources) -> dict[str, bool]:
    """Collect the names of these attributes, and whether a method sets them that no constructor needs."""
    read = dict.fromkeys(name for node in classes for name in _of_itself(node, ast.Load))
    known = {name for base in kind.__mro__ for name in vars(base)}
    names = [name for name in read if name not in known and not name.startswith("__")]
    making = list(_making(kind, sources)) if names else []
    made = {name for effects in making for name in effects.writes}
    needed = {name for effects in making for name in effects.reads}
    later = {name for node in classes for name in _of_itself(node, ast.Store)} - needed
    return {name: name in later for name in names if name not in made}


def _making(kind: type, sources: Sources) -> Iterator[Effects]:
    """Yield the effects of the constructors of a class and its bases; generated ones set their parameters."""
    for base in kind.__mro__:
        for entry in (vars(base).get(name) for name in _CONSTRUCTING):
            if is_function(entry) and sources.function(entry) is None:
                yield Effects(writes=dict.fromkeys(entry.__code__.co_varnames))
            else:
                yield effects_of(entry, kind, sources)


def _of_itself(node: ast.ClassDef, context: type[ast.expr_context]) -> Iterator[str]:
    """Yield the attributes of their object that methods read, or set."""
    for part in nodes_of(node):
        match part:
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name) if isinstance(part.ctx, context):
                yield name


def _calls_of(names: Container[str], classes: Iterable[ast.ClassDef]) -> dict[str, list[ast.Call]]:
    """Collect the calls of attributes of the object that have one of these names."""
    found: dict[str, list[ast.Call]] = {}
    for node in classes:
        for part in nodes_of(node):
            match part:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="self" | "cls"), attr=called)):
                    if called in names:
                        found.setdefault(called, []).append(part)
    return found


def _parameters(every: Sequence[ast.Call]) -> list[str]:
    """Write the parameters with which a method accepts all of these calls."""
    if any(isinstance(argument, ast.Starred) for call in every for argument in call.args):
        return [ANY_NUMBER, "**kwargs"]
    least = min((len(call.args) for call in every), default=0)
    names: list[str] = []
    for place in range(max((len(call.args) for call in every), default=0)):
        words = [_word(call.args[place]) for call in every if len(call.args) > place]
        names.append(_free(next(filter(None, words), _UNNAMED), names))
    keywords = dict.fromkeys(word.arg for call in every for word in call.keywords)
    if None in keywords or not keywords.keys().isdisjoint(names):
        return [ANY_NUMBER, "**kwargs"]
    given = [name if place < least else f"{name}=None" for place, name in enumerate(names)]
    return [*given, *(f"{name}=None" for name in keywords)]


def _word(argument: ast.expr) -> str:
    """Return the name of an argument where it is passed; "" if it has none."""
    match argument:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.strip("_")
    return ""


def _free(name: str, taken: Iterable[str]) -> str:
    known = {*taken, "self"}
    number = 2
    while name in known:
        name, number = f"{name.rstrip('0123456789')}{number}", number + 1
    return name
