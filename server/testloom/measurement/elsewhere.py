"""The project in another place: tests must not depend on the folder that it is in."""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from testloom.measurement.environment import TestEnvironment

MOST_MODULES = 500
"""The maximum number of modules that are copied; the place of others shows once links are resolved."""


def moved(environment: TestEnvironment, folder: Path) -> TestEnvironment:
    """Lay out the project in a new folder, and return the environment that imports the subject from there.

    The modules of the subject's package are copied, and everything else is linked.
    """
    root, project = environment.root.resolve(), environment.project.resolve()
    subject = environment.subject.resolve()
    if not subject.is_relative_to(root):
        return environment
    base = project if root.is_relative_to(project) else root
    package = root / subject.relative_to(root).parts[0]
    _Layout(subject, package, frozenset(environment.ignored)).lay_out(base, folder)
    return replace(environment, root=folder / root.relative_to(base))


@dataclass(slots=True)
class _Layout:
    """Copies the modules of a package, apart from private ones, and the folders on the way to the subject."""

    subject: Path
    package: Path
    ignored: Collection[str]
    copied: int = 0

    def lay_out(self, source: Path, target: Path) -> None:
        """Make a folder with copies of modules and folders, and links to everything else."""
        target.mkdir()
        for entry in source.iterdir():
            place = target / entry.name
            if self._is_entered(entry):
                self.lay_out(entry, place)
            elif self._is_copied(entry):
                shutil.copy2(entry, place)  # with its time, to which compiled files refer
                self.copied += 1
            else:
                place.symlink_to(entry)

    def _is_entered(self, entry: Path) -> bool:
        is_searched = self._is_own(entry) and os.access(entry, os.X_OK)
        is_package = is_searched and (entry / "__init__.py").is_file()
        return (is_package and f"{entry}/" not in self.ignored) or entry in self.subject.parents

    def _is_copied(self, entry: Path) -> bool:
        is_module = self._is_own(entry) and entry.suffix == ".py" and entry.is_file()
        return is_module and str(entry) not in self.ignored and self.copied < MOST_MODULES

    def _is_own(self, entry: Path) -> bool:
        """Check whether an entry belongs to the package and can be read, unlike the data of services."""
        is_public = not entry.name.startswith(".") and not entry.is_symlink()
        return is_public and entry.is_relative_to(self.package) and os.access(entry, os.R_OK)
