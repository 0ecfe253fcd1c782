"""The descriptions of a module's callables and classes, as far as they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


class Entries:
    """Collects descriptions of callables and classes; `skipped` says what could not be described, and why."""

    def __init__(self) -> None:
        self.callables: list[dict[str, Any]] = []
        self.classes: list[dict[str, Any]] = []
        self.skipped: list[str] = []

    def attempt(self, identity: str, describe_one: Callable[[], Any]) -> None:
        """Describe something; what raises an exception is skipped, and its message kept."""
        try:
            describe_one()
        except Exception as error:
            self.skipped.append(f"{identity} could not be described: {type(error).__name__}: {error}")

    def join(self, other: Entries) -> None:
        """Take in what another module defines, as far as it is not described yet."""
        for mine, theirs in ((self.callables, other.callables), (self.classes, other.classes)):
            known = {entry["id"] for entry in mine}
            mine += [{**entry, "in_subject": False} for entry in theirs if entry["id"] not in known]

    @contextmanager
    def privately(self, is_private: bool = True) -> Iterator[None]:
        """Mark everything described within as private."""
        first = len(self.callables)
        yield
        for described in self.callables[first:] if is_private else ():
            described["is_private"] = True
