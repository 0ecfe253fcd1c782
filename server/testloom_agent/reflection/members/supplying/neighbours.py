"""Other sources of a class's instances in the loaded package: subclasses, methods of classes, functions.

Nothing is imported to find them, except for the subclasses of an incomplete class of the subject.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
import types
import typing
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import islice
from types import FunctionType, ModuleType
from typing import Any

from testloom_agent.homes import home_of
from testloom_agent.kinds import function_in, is_a, is_class, is_function
from testloom_agent.reflection.identities import class_id, found_at
from testloom_agent.reflection.members.classes.description import has_constructor
from testloom_agent.reflection.members.classes.files import ClassFiles, imported
from testloom_agent.reflection.members.hints.protocols import members_of
from testloom_agent.reflection.members.supplying.makers import returns_instances
from testloom_agent.reflection.resolution import Resolver
from testloom_agent.reflection.sources import Sources
from testloom_agent.reflection.syntax import own_parts
from testloom_agent.wrapped import unwrapped

MOST = 4
MOST_LOOKED_AT = 300
"""The most subclasses, class methods and functions for a class; the most functions looked at in a module."""
_SPHINX = re.compile(r":rtype:[ \t]*([^\n]+)")
_SECTION = re.compile(r"^[ \t]*Returns:?[ \t]*\n(?:[ \t]*-+[ \t]*\n)?[ \t]*([^\n:]+)", re.MULTILINE)
_WORD = re.compile(r"[\w.]+")
_EMPTY = frozenset({"None", "Optional", "Union", "or"})


class Neighbours:
    """Finds sources of instances for the classes in the description of one module."""

    def __init__(self, subject: ModuleType, sources: Sources, resolver: Resolver, files: ClassFiles) -> None:
        self._subject = subject
        self._files = files
        self._sources = sources
        self._resolver = resolver
        self._functions: dict[str, list[FunctionType]] = {}

    def subclasses(self, kind: type) -> list[type]:
        """List the public subclasses of a class that can be instantiated, the nearest first."""
        return [near for near in self._derived(kind) if _is_open(near)][:MOST]

    def whole(self, kind: type) -> list[type]:
        """List the subclasses of a class of the subject that is to be completed by subclasses.

        They may be in private modules, as the subject may be. If no subclass is loaded, the files of the
        package that define one are imported first.
        """
        if not type.__subclasses__(kind):
            modules = (one.module for one in self._files.classes if kind.__name__ in one.bases)
            list(islice(imported(dict.fromkeys(modules)), MOST))
        found = [near for near in self._derived(kind) if _is_within_reach(near)]
        return sorted(found, key=lambda near: not _is_open(near))[:MOST]

    def _derived(self, kind: type) -> Iterator[type]:
        """Yield the subclasses of a class in its package that can be instantiated, the nearest first."""
        pending: list[type] = list(type.__subclasses__(kind))
        seen: set[type] = set()
        while pending:
            near = pending.pop(0)
            if near not in seen and _package(home_of(near)) == _package(home_of(kind)):
                seen.add(near)
                pending += type.__subclasses__(near)
                if has_constructor(near):
                    yield near

    def implementations(self, protocol: type) -> list[type]:
        """List the public classes that have the methods of a protocol without being derived from it."""
        methods = members_of(protocol)
        entries = [entry for module in self._modules(protocol) for entry in list(vars(module).values())]
        entries += vars(self._subject).values()
        kinds = [entry for entry in dict.fromkeys(filter(is_class, entries)) if entry is not protocol]
        return [
            kind
            for kind in kinds
            if methods and _package(home_of(kind)) == _package(home_of(protocol))
            if all(any(name in vars(base) for base in kind.__mro__[:-1]) for name in methods)
            if has_constructor(kind) and _is_open(kind)
        ][:MOST]

    def class_methods(self, kind: type) -> dict[str, Any]:
        """Collect the public class methods and static methods that return instances, by name."""
        entries = {
            name: entry
            for base in reversed(kind.__mro__)
            if self._sources.is_project(base)
            for name, entry in vars(base).items()
        }
        found = [
            (name, entry)
            for name, entry in entries.items()
            if not name.startswith("_") and is_a(entry, classmethod, staticmethod)
            if is_function(function := unwrapped(function_in(entry)))
            if self._says(function, kind) or (is_a(entry, classmethod) and self._makes_its_own(function))
        ]
        return dict(found[:MOST])

    def methods_between(self, kinds: Collection[type]) -> Iterator[tuple[type, str, FunctionType, type]]:
        """Yield the public methods outside the subject by which one of these classes creates another.

        Their annotations show this, or else their bodies. Each method comes as its class, its name, its
        function, and the class that it creates.
        """
        found: Counter[type] = Counter()
        for owner in kinds:
            is_beside = _is_open(owner) and home_of(owner) != self._subject.__name__
            for name, entry in list(vars(owner).items()) if is_beside else ():
                is_method = is_function(entry) and not name.startswith("_")
                made = self._made_by(entry, kinds) if is_method else None
                if made is not None and made in kinds and made not in owner.__mro__ and found[made] < MOST:
                    found[made] += 1
                    yield owner, name, entry, made

    def _made_by(self, method: FunctionType, kinds: Collection[type]) -> type | None:
        """Find the class that a method is annotated to return, or the one of these that it creates."""
        if _has_to_be_driven(method):
            return None
        if "return" not in method.__annotations__:
            return next((kind for kind in kinds if self._makes(method, kind)), None)
        returned = self._resolver.hints(method).get("return")
        made = typing.get_origin(returned) or returned
        return made if is_class(made) else None

    def functions(self, kind: type) -> list[FunctionType]:
        """List the public functions outside the subject that return instances.

        Those with the fewest required arguments come first. They are the functions of the class's module, of
        the root of its package, and of what the subject imports from that package; and, if their annotations
        show that they return instances, those of any loaded module that knows the class.
        """
        near = [function for module in self._modules(kind) for function in self._of_module(module)]
        far = [function for module in self._acquainted(kind) for function in self._of_module(module)]
        beside = [function for function in near if home_of(function) == home_of(kind)]
        found = [function for function in near if self._says(function, kind)]
        found += [function for function in beside if self._returns(function, kind)]
        found += [function for function in (*near, *far) if self._makes(function, kind)]
        return sorted(dict.fromkeys(found), key=_needed)[:MOST]

    def _acquainted(self, kind: type) -> list[ModuleType]:
        """List the loaded modules of the package, except for the subject, that import a class by name."""
        package = _package(home_of(kind))
        modules = (entry for name, entry in list(sys.modules.items()) if _package(name) == package)
        return [
            entry
            for entry in modules
            if is_a(entry, ModuleType) and entry is not self._subject
            if vars(entry).get(kind.__name__) is kind
        ]

    def _modules(self, kind: type) -> list[ModuleType]:
        """List the modules in which to search for sources of a class's instances, except for the subject."""
        home, package = home_of(kind), _package(home_of(kind))
        known = [sys.modules.get(home), sys.modules.get(package), *vars(self._subject).values()]
        modules = [entry for entry in known if is_a(entry, ModuleType) and entry is not self._subject]
        return [entry for entry in dict.fromkeys(modules) if _package(entry.__name__) == package]

    def _of_module(self, module: ModuleType) -> list[FunctionType]:
        """List the functions of a module that are not from the subject and that tests can import."""
        name = module.__name__
        if name not in self._functions:
            functions = (entry for entry in list(vars(module).values()) if is_function(entry))
            others = (entry for entry in functions if home_of(entry) != self._subject.__name__)
            self._functions[name] = [entry for entry in others if _is_open(entry)][:MOST_LOOKED_AT]
        return self._functions[name]

    def _says(self, function: FunctionType, kind: type) -> bool:
        """Check whether the annotation of a function, or its docstring, says that it returns instances."""
        annotation = function.__annotations__.get("return")
        if annotation is None:
            return _documents(function.__doc__, kind)
        if kind.__name__ not in str(annotation) and "Self" not in str(annotation):
            return False
        return _stands_for(self._resolver.hints(function).get("return"), kind)

    def _makes(self, function: FunctionType, kind: type) -> bool:
        """Check whether a function returns an instance that it, or a function that it calls, creates."""
        return _knows(unwrapped(function), kind) and self._returns(function, kind)

    def _returns(self, function: FunctionType, kind: type) -> bool:
        return returns_instances(function, kind, self._sources.function)

    def _makes_its_own(self, function: FunctionType) -> bool:
        """Check whether a class method returns the result of calling its class."""
        node = self._sources.function(function)
        if not isinstance(node, ast.FunctionDef) or not node.args.args:
            return False
        returned = (part.value for part in own_parts(node) if isinstance(part, ast.Return))
        called = (value.func for value in returned if isinstance(value, ast.Call))
        return any(isinstance(name, ast.Name) and name.id == node.args.args[0].arg for name in called)


def _documents(text: Any, kind: type) -> bool:
    """Check whether a docstring gives the class, alone or with None, as the type of the result."""
    said = (_SPHINX.search(text) or _SECTION.search(text)) if is_a(text, str) else None
    words = {word.rpartition(".")[2] for word in _WORD.findall(said[1])} if said else set()
    return words - _EMPTY == {kind.__name__}


def _knows(function: Any, kind: type) -> bool:
    """Check whether a function, or one that it calls by name, uses a class that its module knows.

    This is quick to see, while reading what a function returns takes time.
    """
    if not is_function(function) or function.__globals__.get(kind.__name__) is not kind:
        return False
    called = (function.__globals__.get(name) for name in function.__code__.co_names)
    others = (entry for entry in called if is_function(entry))
    return any(kind.__name__ in one.__code__.co_names for one in (function, *others))


def _stands_for(annotation: Any, kind: type) -> bool:
    """Check whether an annotation means instances of a class, with or without None."""
    made = typing.get_origin(annotation) or annotation
    if is_class(made) and made is not types.UnionType:
        return issubclass(made, kind)
    parts = [part for part in typing.get_args(annotation) if part is not type(None)]
    is_optional = made in (typing.Union, types.UnionType) and len(parts) == 1
    is_self = getattr(annotation, "_name", "") == "Self"
    return is_self or (is_optional and _stands_for(parts[0], kind))


def _is_open(entry: type | FunctionType) -> bool:
    """Check whether tests can import a class, or call a function without awaiting it."""
    is_public = not any(part.startswith("_") for part in re.split("[.:]", class_id(entry)))
    return is_public and _is_within_reach(entry) and not _has_to_be_driven(entry)


def _is_within_reach(entry: type | FunctionType) -> bool:
    """Check whether a module, which may be private, has an entry under a public name."""
    module, name = class_id(entry).split(":")
    is_public = not any(part.startswith("_") for part in name.split("."))
    return is_public and found_at(module, name) is entry


def _has_to_be_driven(entry: Any) -> bool:
    ways = (inspect.iscoroutinefunction, inspect.isgeneratorfunction, inspect.isasyncgenfunction)
    return any(is_driven(entry) for is_driven in ways)


def _needed(function: FunctionType) -> int:
    """Count the positional arguments that a function requires."""
    return function.__code__.co_argcount - len(function.__defaults__ or ())


def _package(module: str) -> str:
    return module.partition(".")[0]
