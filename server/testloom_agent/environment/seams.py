"""Functions through which a project uses processes and the network: its calls of them are noted.

These are the seams where a test can put a double. Only calls from the project's own modules count,
since a test should not replace the functions that libraries call internally.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType
from typing import Any

from testloom_agent.environment.libraries import stand_in
from testloom_agent.environment.touches import Note
from testloom_agent.likeness import like

METHODS = ("get", "post", "put", "patch", "delete", "head", "request")
SEAMS: dict[str, tuple[str, ...]] = {
    "subprocess": ("run", "call", "check_call", "check_output", "getoutput", "getstatusoutput"),
    "os": ("system", "popen"),
    "urllib.request": ("urlopen", "urlretrieve"),
    "httpx": METHODS,
    "socket": ("create_connection", "getaddrinfo", "gethostbyname"),
    "webbrowser": ("open",),
}


def watch_seams(note: Note, modules: Iterable[ModuleType]) -> None:
    """Have the project's calls noted, also by the names that its modules gave to the functions."""
    modules = list(modules)
    owned = frozenset(id(vars(module)) for module in modules)
    stand_in(SEAMS, modules, partial(_noting, note, owned))


def _noting(
    note: Note, owned: frozenset[int], real: Callable[..., Any], name: str, path: str
) -> Callable[..., Any]:
    touch, caller = ("seam", path), sys._getframe

    def call(*args: Any, **kwargs: Any) -> Any:
        if id(caller(1).f_globals) in owned:
            note(touch)
        return real(*args, **kwargs)

    return like(real, call)
