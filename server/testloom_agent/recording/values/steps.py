"""The parts of recipes, and the exceptions that are raised if a value has no recipe."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from testloom_agent.recording.values.library import Unrecordable

Step: TypeAlias = list[Any]


class Ask(NamedTuple):
    """An interaction with a double during a call: steps, and how it ended.

    If there is no value, `lost` is the reason, or else the result was not used. Arguments are None if an
    attribute was read. `via` are the objects of the project whose methods were running.
    """

    during: int
    via: list[int]
    of: int
    path: str
    args: list[int] | None
    kwargs: dict[str, int]
    value: int | None
    raises: bool = False
    lost: str = ""


class HoldsItself(Unrecordable):
    """A value would be needed to build itself."""

    def __init__(self, identity: int) -> None:
        super().__init__("a value that contains itself")
        self.identity = identity


class Unmade(Unrecordable):
    """A value cannot be built again because its construction was not recorded."""
