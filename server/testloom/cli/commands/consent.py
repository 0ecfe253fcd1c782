"""The user's consent to what a project asks the guard to let pass."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from testloom.cli.showing.output import complain
from testloom.model.settings import Settings
from testloom.store import Consents, open_store
from testloom.subject import wanted_allowance


def allowing(settings: Settings, project: Path, given: Sequence[str]) -> Settings:
    """Allow what is `given` and what the user has allowed the project, in a copy of the settings.

    Report what the project requests beyond that.

    Raises:
        UsageError: if the project's settings are wrong.
        StoreError: if the permissions of the user cannot be read.
    """
    wanted = wanted_allowance(project)
    missing = [entry for entry in wanted if entry not in given]
    if missing and _is_allowed(project, wanted):
        return replace(settings, allow=(*given, *missing))
    if missing:
        options = " ".join(f"--allow {shlex.quote(entry)}" for entry in missing)
        complain(
            f"The actions that {project / 'pyproject.toml'} asks for stay blocked. To allow them: {options}"
        )
    return replace(settings, allow=tuple(given))


def _is_allowed(project: Path, wanted: Sequence[str]) -> bool:
    """Check whether the user has allowed these actions in the editor."""
    with open_store() as database:
        return Consents(database).answer(project, wanted) is True
