"""Functions of a project that create its application, which tests call as its server does: `create_app()`.

If such a function takes a configuration, and the project has one for tests, tests pass it:
`create_app("testing")`, `create_app(TestingConfig)`.
"""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from types import CodeType, FunctionType, ModuleType
from typing import Any, NamedTuple

from testloom_agent.kinds import dictionary_of, is_a, is_class, is_function
from testloom_agent.reflection.web.importing import NAMES
from testloom_agent.time_limit import ImportTimeout, time_limit
from testloom_agent.wrapped import unwrapped

SECONDS = 4.0
"""The time limit for creating an application."""


NAMES_OF_TESTS = ("testing", "test")
"""The usual keys of a configuration for tests."""
OF_TESTS = re.compile(r"Test(ing)?(Config(uration)?|Settings)?|(Config(uration)?|Settings)Test(ing)?")
"""The usual names of classes of such configurations."""
CONFIGURING = re.compile(r"conf|settings|environment|env|object", re.IGNORECASE)
"""The names of parameters for a configuration."""
TEXT, PATH = "text", "path"


class Argument(NamedTuple):
    """What a factory is given: a `text`, or the object at a `path`; and the object itself."""

    kind: str
    name: str
    value: Any


class MadeApplication(NamedTuple):
    """An application, the path of the factory that has made it, and the configuration for tests, if any."""

    path: str
    app: Any
    argument: Argument | None


def made_by_factory(module: ModuleType, kind: type) -> MadeApplication | None:
    """Find an application created by a function near a module, at best one configured for tests."""
    for home, namespace in _near(module):
        for name, value in namespace.items():
            if is_function(value) and value.__module__ == home:
                made = _made(value, kind)
                if made is not None:
                    return MadeApplication(f"{home}:{name}", *made)
    return None


def _made(function: FunctionType, kind: type) -> tuple[Any, Argument | None] | None:
    """Call a function for an application, at best with a configuration for tests; None if it makes none."""
    with suppress(Exception):  # a function may say odd things about itself
        for argument in (*_configurations(function), None) if _may_make(function, kind) else ():
            given = () if argument is None else (argument.value,)
            with suppress(Exception, SystemExit, ImportTimeout), time_limit(SECONDS, lambda: None):
                if is_a(made := function(*given), kind):
                    return made, argument
    return None


def _configurations(function: FunctionType) -> Iterator[Argument]:
    """Yield the configurations for tests that the project has for the first parameter of a function."""
    parameter = next(iter(inspect.signature(function).parameters.values()), None)
    if parameter is None or parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
        return
    for name in function.__code__.co_names:
        held: Any = function.__globals__.get(name)
        for key in NAMES_OF_TESTS if type(held) is dict else ():
            if is_class(held.get(key)):
                yield Argument(TEXT, key, key)
    if CONFIGURING.search(parameter.name):
        for path, configuration in _classes_of_tests(function):
            is_named = type(parameter.default) is str
            text = path.replace(":", ".")
            yield Argument(TEXT, text, text) if is_named else Argument(PATH, path, configuration)


def _classes_of_tests(function: FunctionType) -> Iterator[tuple[str, type]]:
    """Yield the configurations for tests in the modules that a function gets classes of such from."""
    held = [value for value in function.__globals__.values() if is_class(value) or is_a(value, ModuleType)]
    homes = dict.fromkeys(value.__module__ if is_class(value) else value.__name__ for value in held)
    for home in dict.fromkeys((function.__module__, *homes, *_configured_by(function))):
        for name, value in list((dictionary_of(sys.modules.get(home)) or {}).items()):
            if is_class(value) and value.__module__ == home and OF_TESTS.fullmatch(name):
                yield f"{home}:{name}", value


def _configured_by(function: FunctionType) -> Iterator[str]:
    """Yield the module of a configuration that is the default, as a dotted name: `config.Config`."""
    for default in function.__defaults__ or ():
        if type(default) is str and "." in default:
            yield default.rpartition(".")[0]


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
    """Check whether a public function mentions a class, and can be called with one argument at most."""
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
    return len(required) <= 1
