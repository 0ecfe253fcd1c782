"""The application that a router belongs to, if nothing has imported its module yet.

Frameworks suggest keeping routers in modules of their own, which the module of the application imports.
"""

from __future__ import annotations

import importlib
import re
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


def import_application(router: ModuleType, marks: tuple[str, str]) -> None:
    """Import the module near that of a router which mentions it, with the marks of an application.

    A router may be included in another one, whose module the application's mentions in its place. The first
    mark says that a module makes an application, the second that it includes something.
    """
    application, includes = marks
    near = {name: text for name, file in _near(router) if includes in (text := _read(file))}
    known = {router.__name__}
    while linked := [name for name in near if name not in known and _mentions(near[name], known)]:
        for name in linked:
            if name not in sys.modules and application in near[name]:
                with suppress(Exception, ImportTimeout, SystemExit), time_limit(SECONDS, lambda: None):
                    importlib.import_module(name)
                    return
        known.update(linked)


def _mentions(text: str, modules: Collection[str]) -> bool:
    """Check whether a text contains the own name of a module, without that of its package."""
    names = "|".join(re.escape(module.rpartition(".")[2]) for module in modules)
    return re.search(rf"\b(?:{names})\b", text) is not None


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8") if file.stat().st_size <= LARGEST else ""
    except (OSError, ValueError):
        return ""


def _near(module: ModuleType) -> Iterator[tuple[str, Path]]:
    """Yield a module's package and those above, and the modules there named like those of applications."""
    package, folder = module.__name__, Path(getattr(module, "__file__", None) or "/nowhere/else.py")
    while package:
        package, folder = package.rpartition(".")[0], folder.parent
        for name in filter(None, (package, *(f"{package}.{name}".strip(".") for name in NAMES))):
            spec = None
            with suppress(ImportError, ValueError):
                spec = find_spec(name)
            origin = Path(spec.origin or "") if spec is not None else None
            if origin is not None and origin.suffix == ".py" and origin.is_relative_to(folder):
                yield name, origin
