"""The inspectors that can be called on objects of the subject's classes.

They are found by testloom_agent.reflection.bodies.state.inspectors.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from types import ModuleType

from testloom_agent.kinds import is_class
from testloom_agent.reflection.bodies.state.inspectors import inspectors_of
from testloom_agent.reflection.sources import Sources


class Inspectors:
    """The inspectors of the project's classes that the subject names."""

    def __init__(self, root: str, subject: ModuleType) -> None:
        self._root = root
        self._subject = subject
        self._known: dict[type, Sequence[str]] | None = None

    def prepare(self) -> None:
        """Find them, if that was not done before: once, as processes that fork later know them, too."""
        if self._known is None:
            sources = Sources("", "", ast.Module([], []), self._root)
            kinds = [value for value in list(vars(self._subject).values()) if is_class(value)]
            self._known = {kind: inspectors_of(kind, sources) for kind in kinds if sources.is_project(kind)}

    def of(self, kind: type) -> Sequence[str]:
        """Return the names of the inspecting methods of objects of a class; none before `prepare`."""
        return (self._known or {}).get(kind, ())
