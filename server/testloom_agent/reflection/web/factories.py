"""Functions of a project that create its application: `create_app()`, which tests call as its server does."""

from __future__ import annotations

import inspect
import sys
from contextlib import suppress
from types import FunctionType, ModuleType
from typing import Any

from testloom_agent.kinds import dictionary_of, is_a, is_function
from testloom_agent.reflection.web.importing import NAMES
from testloom_agent.time_limit import ImportTimeout, time_limit

SECONDS = 4.0
"""The time limit for creating an application."""


def made_by_factory(module: ModuleType, kind: type) -> tuple[str, Any] | None:
    """Find an application created by a function near a module without arguments, with the function's path."""
    near = {module.__name__.partition(".")[0], *NAMES}
    others = [other for other in list(sys.modules.values()) if other is not module]
    for other in (module, *others):
        home = getattr(other, "__name__", None)
        if type(home) is not str or home.partition(".")[0] not in near:
            continue
        for name, value in list((dictionary_of(other) or {}).items()):
            if is_function(value) and value.__module__ == home:
                with suppress(Exception, SystemExit, ImportTimeout), time_limit(SECONDS, lambda: None):
                    if _may_make(value, kind) and is_a(made := value(), kind):
                        return f"{home}:{name}", made
    return None


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
