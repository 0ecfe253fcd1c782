"""What a project's tests need before they can import what they test, and what they can ask for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preparation:
    """Environment variables, by name, and folders that are searched for modules.

    `conftests` are the files with the fixtures that tests can ask for, the outermost first.
    """

    variables: tuple[tuple[str, str], ...] = ()
    path: tuple[str, ...] = ()
    conftests: tuple[str, ...] = ()
