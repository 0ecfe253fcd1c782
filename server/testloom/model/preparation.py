"""Preparation of tests: what a project's tests need before importing, and the fixtures they can use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preparation:
    """Environment variables, by name, and the folders to search for modules.

    `conftests` are the files with the fixtures that tests can use, the outermost first.
    """

    variables: tuple[tuple[str, str], ...] = ()
    path: tuple[str, ...] = ()
    conftests: tuple[str, ...] = ()
