"""Makes `multiprocessing` keep its shared memory below the temporary folder.

On Linux it maps files in /dev/shm, which is outside the scratch folder; without that folder among its
choices it takes one from `tempfile`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

MODULE = "multiprocessing.heap"


class HeapFinder(MetaPathFinder):
    """Finds the one module, and changes it after it has been loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find the module's own spec, with a loader that then calls `keep_in_temporary_folder`."""
        if fullname != MODULE:
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            execute = spec.loader.exec_module

            def exec_module(module: ModuleType) -> None:
                execute(module)
                keep_in_temporary_folder(module)

            spec.loader.exec_module = exec_module  # type: ignore[method-assign]  # a loader is made for one module
        return spec


def keep_in_temporary_folder(heap: ModuleType) -> None:
    """Take the folders outside of the sandbox from the module's choices."""
    arena = vars(heap).get("Arena")
    if hasattr(arena, "_dir_candidates"):
        arena._dir_candidates = []  # type: ignore[union-attr]


def redirect() -> None:
    """Keep shared memory in the temporary folder, whether its module has been imported already or not."""
    loaded = sys.modules.get(MODULE)
    if loaded is not None:
        keep_in_temporary_folder(loaded)
    else:
        sys.meta_path.insert(0, HeapFinder())
