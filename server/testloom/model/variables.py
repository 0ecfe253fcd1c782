"""Which of the user's environment variables the processes inherit that run code under test."""

from __future__ import annotations

from collections.abc import Mapping

INHERITED = (
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "SYSTEMROOT",
    "VIRTUAL_ENV",
)
"""They say where programs and libraries are. Others may hold keys, and tests must not depend on them."""


def inherited(variables: Mapping[str, str]) -> dict[str, str]:
    """Select the environment variables that code under test may see."""
    return {name: variables[name] for name in INHERITED if name in variables}
