"""Functions of a project that create its application: `create_app()`, which tests call as its server does."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any

from testloom_agent.kinds import dictionary_of, is_a, is_class, is_function
from testloom_agent.reflection.web.importing import NAMES
from testloom_agent.time_limit import ImportTimeout, time_limit
from testloom_agent.wrapped import unwrapped

SECONDS = 4.0
"""The time limit for creating an application."""


def made_by_factory(module: ModuleType, kind: type) -> tuple[str, Any] | None:
    """Find an application created by a function near a module without arguments, with the function's path."""
    for home, namespace in _near(module):
        for name, value in namespace.items():
            if is_function(value) and value.__module__ == home:
                with suppress(Exception, SystemExit, ImportTimeout), time_limit(SECONDS, lambda: None):
                    if _may_make(value, kind) and is_a(made := value(), kind):
                        return f"{home}:{name}", made
    return None


def is_made_near(module: ModuleType, kind: type) -> bool:
    """Check whether a function or method near a module names a class in its body, as what makes one does.

    An annotation is none of the body: extensions have applications as parameters.
    """
    for home, namespace in _near(module):
        defined = [value for value in namespace.values() if is_function(value) or is_class(value)]
        own = [value for value in defined if value.__module__ == home]
        methods = (member for value in own if is_class(value) for member in list(vars(value).values()))
        functions = (unwrapped(value) for value in (*own, *methods))
        if any(is_function(one) and kind.__name__ in _names_in(one.__code__) for one in functions):
            return True
    return False


def _near(module: ModuleType) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the names and namespaces of a module, of others in its package, and of usual ones beside it."""
    near = {module.__name__.partition(".")[0], *NAMES}
    others = [other for other in list(sys.modules.values()) if other is not module]
    for other in (module, *others):
        home = getattr(other, "__name__", None)
        if type(home) is str and home.partition(".")[0] in near:
            yield home, dict(dictionary_of(other) or {})


def _names_in(code: CodeType) -> set[str]:
    within = (_names_in(part) for part in code.co_consts if isinstance(part, CodeType))
    return {*code.co_names}.union(*within)


def _may_make(function: FunctionType, kind: type) -> bool:
    """Check whether a public function mentions a class, and can be called without arguments."""
    if function.__name__.startswith("_") or kind.__name__ not in function.__code__.co_names:
        return False
    if inspect.iscoroutinefunction(function) or inspect.isgeneratorfunction(function):
        return False
    required = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
    ]
    return not required
