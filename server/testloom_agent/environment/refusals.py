"""Refused operations: each is reported by the name under which the project looks up its callee.

A test can put a double there: for a function of a library, for a class that the project instantiates to
connect or to start something, or for such an instance held by a module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import suppress
from inspect import getattr_static
from itertools import chain
from types import FrameType, ModuleType
from typing import Any, NamedTuple

from testloom_agent.environment.touches import Note
from testloom_agent.guard import Guard
from testloom_agent.guard.events import REFUSED
from testloom_agent.kinds import function_in, is_a, is_class, is_function

AGENT = "testloom_agent"
LEAVING = frozenset(chain.from_iterable(REFUSED))
"""The events by which a test would act outside of its process; refused file access needs no double."""
OF_OBJECTS = "socket"
"""The module of events whose first argument is an object with a method that is implemented in C."""
MOST_FRAMES = 200
"""The number of frames above a refusal in which code of the project is looked for."""
NO_LIBRARIES = frozenset({*sys.stdlib_module_names, AGENT, "__main__"})


class Target(NamedTuple):
    """Something that a double may stand in for, with its own name, if it has one."""

    is_it: Callable[[Any], bool]
    name: str = ""


def watch_refusals(guard: Guard, note: Note, modules: Iterable[ModuleType]) -> Collection[str]:
    """Have a seam noted for each refusal that a call by the project led to, if it has a name there.

    Returns the names of the packages outside of the project and the standard library whose code has asked
    for what was refused, as far as they are known.
    """
    asking: set[str] = set()
    namespaces = [vars(module) for module in modules]
    owned = frozenset(map(id, namespaces))
    names = {str(namespace.get("__name__")) for namespace in namespaces}

    def hear(event: str, arguments: tuple[Any, ...], frame: FrameType) -> None:
        asking.update(_libraries_in(frame, owned))
        caller, called = _call_of(frame, owned) if event in LEAVING else (None, None)
        if caller is None:
            return
        places = [caller.f_globals, *namespaces]
        # Modules may load themselves when they are inspected, or be changed by a thread at the same time.
        with suppress(Exception):
            targets = _targets(event, arguments, called, names)
            found = (path for target in targets for path in _paths(target, caller, places))
            if (path := next(found, None)) is not None:
                note(("seam", path))

    guard.note_refusal = hear
    return asking


def _libraries_in(frame: FrameType | None, owned: Collection[int]) -> Iterator[str]:
    """Yield the packages whose code runs within the innermost frame of the project."""
    for _ in range(MOST_FRAMES):
        if frame is None or id(frame.f_globals) in owned:
            return
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if package not in NO_LIBRARIES:
            yield package
        frame = frame.f_back


def _call_of(frame: FrameType | None, owned: Collection[int]) -> tuple[FrameType | None, FrameType | None]:
    """Find the innermost frame of the project, and that of the function it called, unless this is in C."""
    called = None
    for _ in range(MOST_FRAMES):
        if frame is None or id(frame.f_globals) in owned:
            return frame, called
        if not str(frame.f_globals.get("__name__")).startswith(AGENT):
            called = frame
        frame = frame.f_back
    return None, None


def _targets(
    event: str, arguments: tuple[Any, ...], called: FrameType | None, names: Collection[str]
) -> Iterator[Target]:
    """Yield what was called: a function, or the receiver of a method, or its class unless it is ours."""
    if called is None:
        module, _, name = event.partition(".")
        function = getattr(sys.modules.get(module), name, None)
        if function is not None:
            yield Target(lambda value: value is function, name)
        receiver = arguments[0] if function is None and module == OF_OBJECTS else None
    else:
        code = called.f_code
        yield Target(lambda value: is_function(value) and value.__code__ is code, code.co_name)
        first = called.f_locals.get(code.co_varnames[0]) if code.co_argcount else None
        receiver = first if _has_method(first, code) else None
    if receiver is not None:
        kind = receiver if is_class(receiver) else type(receiver)
        if kind.__module__ not in names:
            yield Target(lambda value: value is receiver)
            yield Target(lambda value: value is kind, kind.__name__)


def _has_method(value: Any, code: Any) -> bool:
    """Whether an object or class has a method with this code."""
    kind = value if is_class(value) else type(value)
    method = function_in(getattr_static(kind, code.co_name, None))
    return is_function(method) and method.__code__ is code


def _paths(target: Target, caller: FrameType, namespaces: Iterable[dict[str, Any]]) -> Iterator[str]:
    """Yield the paths by which the project refers to a target, in its own names or in named modules."""
    for namespace in namespaces:
        for own, value in list(namespace.items()):
            if target.is_it(value):
                yield f"{namespace['__name__']}:{own}"
    if target.name:
        for module in _modules_in((*caller.f_globals.values(), *caller.f_locals.values()), target):
            if target.is_it(vars(module).get(target.name)):
                yield f"{module.__name__}:{target.name}"


def _modules_in(values: Iterable[Any], target: Target) -> Iterator[ModuleType]:
    """Yield modules among the values, modules below these (`http.client`), and the module of the target."""
    for value in values:
        if is_a(value, ModuleType):
            yield value
            below = f"{value.__name__}."
            parts = (part for part in list(vars(value).values()) if is_a(part, ModuleType))
            yield from (part for part in parts if part.__name__.startswith(below))
        elif target.is_it(value) and is_a(home := sys.modules.get(value.__module__), ModuleType):
            yield home
