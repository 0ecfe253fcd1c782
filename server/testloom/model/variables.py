"""The user's environment variables that processes inherit when they run code under test."""

from __future__ import annotations

from collections.abc import Mapping

INHERITED = (
    "PATH",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "SYSTEMROOT",
    "VIRTUAL_ENV",
)
"""The variables that locate programs and libraries.

Others may contain secrets, and tests must not depend on them.
"""


def inherited(variables: Mapping[str, str]) -> dict[str, str]:
    """Select the environment variables that code under test may see."""
    return {name: variables[name] for name in INHERITED if name in variables}
