"""The interpreter's packages, added to a Python that was started without them (`-S`).

Site-packages can run code when Python starts: `.pth` files, `sitecustomize`, `usercustomize`. This may
be code of the project, which an editable installation puts on the import path, so the guard has to be
active first.
"""

from __future__ import annotations

import os
import site
import sys
from collections.abc import Iterable

OURS_ALONE = ("asyncio", "concurrent", "contextvars", "ctypes", "mmap", "pkgutil", "resource", "ssl")
"""Standard library modules that the agent and the guard import, but neither pytest nor coverage.py does."""


def note_user() -> None:
    """Remember where the user's own packages lie, before the home becomes another folder."""
    site.getuserbase()


def add_packages(folders: Iterable[str]) -> None:
    """Put folders, as `PYTHONPATH` has them, and the installed packages on the import path."""
    sys.path[:0] = folders
    if sys.flags.no_site:
        site.main()


def forget_shadowed(root: str, names: Iterable[str] = OURS_ALONE) -> None:
    """Make room for modules of the project that go by the name of one that only the agent has imported.

    Where pytest has imported a module, too, tests get that one, whatever lies in the project.
    """
    for name in names:
        if name in sys.modules and _has_module(root, name):
            for loaded in [known for known in sys.modules if f"{known}.".startswith(f"{name}.")]:
                del sys.modules[loaded]


def _has_module(folder: str, name: str) -> bool:
    place = os.path.join(folder, name)
    return os.path.isfile(f"{place}.py") or os.path.isfile(os.path.join(place, "__init__.py"))
