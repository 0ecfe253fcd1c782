"""How an interpreter gets what it lacks, by a command that works for it."""

from __future__ import annotations

import shlex
from pathlib import Path

_PACKAGES = "pytest coverage"


def how_to_install(python: Path, has_pip: bool) -> str:
    """What to do so that an interpreter has pytest and coverage.py.

    Where a distribution or a tool manages its packages (PEP 668), pip refuses to install any, so that this
    takes an environment.
    """
    named = shlex.quote(str(python))
    environment = python.parent.parent
    settings = environment / "pyvenv.cfg"
    if not settings.exists() and _is_managed(python):
        inside = ".venv/bin/python"
        return (
            f"Create an environment for the project, in its folder: {named} -m venv .venv && "
            f"{inside} -m pip install {_PACKAGES}"
        )
    if has_pip:
        return f"Run: {named} -m pip install {_PACKAGES}"
    if settings.exists() and "\nuv = " in "\n" + settings.read_text(encoding="utf-8", errors="replace"):
        return f"Run: uv pip install --python {named} {_PACKAGES}"
    return f"Run: {named} -m ensurepip && {named} -m pip install {_PACKAGES}"


def _is_managed(python: Path) -> bool:
    """Whether somebody else than pip manages the packages of an interpreter outside an environment."""
    return any((python.resolve().parent.parent / "lib").glob("python3*/EXTERNALLY-MANAGED"))
