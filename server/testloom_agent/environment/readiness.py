"""Imports and set-up that libraries do at their first use, and would repeat in every new process.

Each observation of a test and each few mutants get a process of their own. For SQLAlchemy, the first use of a
database takes several times as long as the next one.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from testloom_agent.platform.processes import apart

IN_USE = {
    "aiohttp.web": ("aiohttp.test_utils",),
    "flask": ("flask.testing", "encodings.idna"),
    "sqlalchemy": ("sqlalchemy.dialects.sqlite",),
    "starlette.testclient": ("anyio._backends._asyncio",),
}
"""The modules that a library imports in use, by the module that is loaded once the library is imported."""
MAPPERS = "sqlalchemy.orm.mapper"


def prepare_libraries(fork: Callable[[], int]) -> None:
    """Import what the libraries that are loaded import in use, and tie mapped classes to one another."""
    for library, modules in IN_USE.items():
        for module in modules if library in sys.modules else ():
            with suppress(Exception):  # without it, tests of this library do not get far
                importlib.import_module(module)
    mappers: Any = sys.modules.get(MAPPERS)
    if mappers is not None and _succeeds(mappers.configure_mappers, fork):
        mappers.configure_mappers()


def _succeeds(function: Callable[[], Any], fork: Callable[[], int]) -> bool:
    """Check, in a separate process, whether a function raises nothing.

    Mapped classes may refer to one that a test case has to import first, and remember that they failed.
    """

    def done() -> bytes:
        function()
        return b""

    return apart(done, fork) is not None
