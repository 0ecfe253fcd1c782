"""Parts of recipes, and the exceptions raised when a value has none."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from testloom_agent.recording.values.library import Unrecordable

Step: TypeAlias = list[Any]


class Ask(NamedTuple):
    """An interaction with a double while a call ran: steps, and how it ended.

    Without a value, `lost` is the reason, or the result was not used. Arguments are None for an
    attribute that is read. `via` are the objects of the project whose methods were running.
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
    """A value is needed to build itself."""

    def __init__(self, identity: int) -> None:
        super().__init__("a value that contains itself")
        self.identity = identity


class Unmade(Unrecordable):
    """A value cannot be built again because its construction was not recorded."""
