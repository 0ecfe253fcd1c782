"""What installed packages add to the containers of the interpreter when they are imported.

A test that is the first to import such a package has not changed anything itself: its other runs, with the
package loaded before, would change nothing.
"""

from __future__ import annotations

import sys
from pathlib import PurePath
from typing import Any

INSTALLED = frozenset({"site-packages", "dist-packages"})


def is_left_by_import(before: Any, after: Any) -> bool:
    """Check whether a container has all that it had, and beyond that only what is of installed packages.

    An installed package may add its own folder to `sys.path`, its finder to `sys.meta_path`, or how its
    classes are copied to `copyreg.dispatch_table`.
    """
    had = [_identity(one) for one in before]
    kept = [_identity(one) for one in after if _identity(one) in had]
    return kept == had and all(_is_installed(one) for one in after if _identity(one) not in had)


def _identity(one: Any) -> str | int:
    """Tell entries apart without calling their `==`: folders are strings, which may be equal copies."""
    return one if type(one) is str else id(one)


def _is_installed(one: Any) -> bool:
    """Check whether a folder, a class or an object belongs to an installed package."""
    if isinstance(one, str):
        return not INSTALLED.isdisjoint(PurePath(one).parts)
    kind = one if isinstance(one, type) else type(one)
    file = getattr(sys.modules.get(kind.__module__), "__file__", None)
    return isinstance(file, str) and not INSTALLED.isdisjoint(PurePath(file).parts)
