"""Functions through which a project reaches processes and the network: its calls of them are noted.

They are the places where a test can put a double. Only calls from the project's own modules count, since what
libraries call further down is not what a test should replace.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

from testloom_agent.environment.touches import Note

METHODS = ("get", "post", "put", "patch", "delete", "head", "request")
SEAMS: dict[str, tuple[str, ...]] = {
    "subprocess": ("run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"),
    "os": ("system", "popen"),
    "urllib.request": ("urlopen", "urlretrieve"),
    "requests": METHODS,
    "httpx": METHODS,
    "socket": ("create_connection", "getaddrinfo", "gethostbyname"),
    "webbrowser": ("open",),
}


def watch_seams(note: Note, modules: Iterable[ModuleType]) -> None:
    """Have the project's calls noted, also by the names that its modules gave to the functions."""
    modules = list(modules)
    owned = frozenset(id(vars(module)) for module in modules)
    for name, functions in SEAMS.items():
        library = sys.modules.get(name)
        for function in functions:
            real = getattr(library, function, None)
            if not callable(real):
                continue
            setattr(library, function, _noting(real, f"{name}:{function}", note, owned))
            for module in modules:
                for own, value in list(vars(module).items()):
                    if value is real:
                        vars(module)[own] = _noting(real, f"{module.__name__}:{own}", note, owned)


def _noting(real: Callable[..., Any], path: str, note: Note, owned: frozenset[int]) -> Callable[..., Any]:
    touch, caller = ("seam", path), sys._getframe

    def call(*args: Any, **kwargs: Any) -> Any:
        if id(caller(1).f_globals) in owned:
            note(touch)
        return real(*args, **kwargs)

    call.__name__ = call.__qualname__ = getattr(real, "__name__", path)
    return call
