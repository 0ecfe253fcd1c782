"""What subclasses have to add, told without the sources of modules that say nothing of it."""

from __future__ import annotations

import ast
from email.message import Message
from typing import Any

from testloom_agent.reflection.members.classes.definitions import missing_in
from testloom_agent.reflection.sources import Sources


class Base:
    """A class that leaves something open."""

    def left_open(self) -> None:
        """Do something."""
        raise NotImplementedError

    def done(self) -> None:
        """Do nothing."""


class Derived(Base):
    """A class that does what was left open in another one."""

    def left_open(self) -> None:
        """Do something."""


class SourcesAsked(Sources):
    """Notes which functions it was asked for."""

    def __init__(self) -> None:
        super().__init__("elsewhere", "elsewhere.py", ast.Module([], []), "/")
        self.looked_up: list[str] = []

    def function(self, function: Any) -> Any:
        """The definition of a function."""
        self.looked_up.append(function.__qualname__)
        return super().function(function)


def entry(name: str, _value: Any) -> dict[str, Any]:
    return {"kind": "method", "parameters": [], "returns": {}, "is_coroutine": False, "is_generator": False}


def test_only_functions_that_may_be_left_open_are_looked_up() -> None:
    sources = SourcesAsked()

    assert [told["name"] for told in missing_in(Base, entry, sources)] == ["left_open"]
    assert not missing_in(Derived, entry, sources)
    assert not missing_in(Message, entry, sources)
    assert set(sources.looked_up) == {"Base.left_open"}
