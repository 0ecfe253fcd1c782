"""The application that a router belongs to, if nothing has imported its module yet.

Frameworks suggest keeping routers in modules of their own, which the module of the application imports.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Collection, Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

from testloom_agent.time_limit import ImportTimeout, time_limit

NAMES = ("main", "app", "application", "server", "asgi", "wsgi", "api")
"""Names that modules of applications often have."""
SECONDS = 8.0
"""The time limit for importing one of these modules."""
LARGEST = 200_000


def import_application(router: ModuleType, marks: Collection[str]) -> None:
    """Import the module near that of a router which mentions it, and the marks of an application."""
    for name, file in _near(router):
        with suppress(Exception, ImportTimeout, SystemExit), time_limit(SECONDS, lambda: None):
            text = file.read_text("utf-8") if file.stat().st_size <= LARGEST else ""
            if all(mark in text for mark in (*marks, router.__name__.rpartition(".")[2])):
                importlib.import_module(name)
                return


def _near(module: ModuleType) -> Iterator[tuple[str, Path]]:
    """Yield the modules named like those of applications, in a module's package and those above."""
    package, folder = module.__name__, Path(getattr(module, "__file__", None) or "/nowhere/else.py")
    while package:
        package, folder = package.rpartition(".")[0], folder.parent
        for name in (f"{package}.{name}".strip(".") for name in NAMES):
            spec = None
            with suppress(ImportError, ValueError):
                spec = find_spec(name) if name not in sys.modules else None
            origin = Path(spec.origin or "") if spec is not None else None
            if origin is not None and origin.suffix == ".py" and origin.is_relative_to(folder):
                yield name, origin
