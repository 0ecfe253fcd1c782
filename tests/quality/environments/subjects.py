"""The modules that tests are written for, each in a copy of its package."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Subject:
    """A module by its dotted name, and the folder its top-level package or module lies in."""

    module: str
    source: Path

    def copy_to(self, root: Path) -> Path:
        """Copy the top-level package below `root`; returns the module's file in the copy."""
        top = self.module.partition(".")[0]
        root.mkdir(parents=True)
        if (self.source / top).is_dir():
            unwanted = shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
            shutil.copytree(self.source / top, root / top, ignore=unwanted)
        else:
            shutil.copy(self.source / f"{top}.py", root)
        return module_file(root, self.module)


def module_file(root: Path, module: str) -> Path:
    """The file of a module below the folder that imports start from."""
    path = root.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


# Pure Python without files, network or processes: Pynguin runs its subjects unguarded.
MODULES = (
    "humanize.number",
    "inflection",
    "isodate.duration",
    "isodate.isoduration",
    "jmespath.lexer",
    "markdown_it.ruler",
    "parse",
    "pyrsistent._pdeque",
    "semver.version",
    "slugify.slugify",
    "sortedcontainers.sortedset",
    "toolz.itertoolz",
)
