"""What recipes are made of, and why there may be none."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from testloom_agent.recording.values.library import Unrecordable

Step: TypeAlias = list[Any]


class Ask(NamedTuple):
    """What was asked of a double while a call ran: steps, and how it ended.

    Without a value `lost` says why, or it was an order, whose result nobody took. Arguments are None where
    there are none: of what is read. `via` are the objects of the project whose methods were running.
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
    """A value that is being built is needed to build it."""

    def __init__(self, identity: int) -> None:
        super().__init__("a value that contains itself")
        self.identity = identity


class Unmade(Unrecordable):
    """A value cannot be built again because nobody saw how it was made."""
