"""What a project's tests need before they can import what they test."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Preparation:
    """Environment variables, by name, and folders that are searched for modules."""

    variables: tuple[tuple[str, str], ...] = ()
    path: tuple[str, ...] = ()
