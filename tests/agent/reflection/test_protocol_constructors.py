"""The constructors of classes that derive from protocols."""

from __future__ import annotations

from typing import Protocol

from testloom_agent.kinds import constructor_of
from testloom_agent.reflection.members.calls.signatures import raw_parameters


class Sends(Protocol):
    def send(self) -> int: ...


class Silent(Sends):
    pass


class Base:
    def __init__(self, host: str) -> None:
        self.host = host


class Connected(Sends, Base):
    pass


def test_without_a_constructor_of_its_own_it_takes_nothing() -> None:
    assert raw_parameters(Silent, None, skip_first=False) == []


def test_the_constructor_behind_that_of_a_protocol_is_the_one_that_counts() -> None:
    assert [entry.name for entry in raw_parameters(Connected, None, skip_first=False)] == ["host"]


class Named(Sends):
    def __new__(cls, name: str) -> Named:
        return super().__new__(cls)


class Numbered(Sends, Base):
    def __new__(cls, *args: str, **kwargs: str) -> Numbered:
        return super().__new__(cls)


def test_what_makes_objects_of_a_class_tells_what_it_takes() -> None:
    assert [entry.name for entry in raw_parameters(Named, None, skip_first=False)] == ["name"]
    assert [entry.name for entry in raw_parameters(Numbered, None, skip_first=False)] == ["host"]


def test_the_constructor_of_a_class_is_not_what_stands_in_for_it() -> None:
    assert constructor_of(Connected) is Base.__init__
    assert constructor_of(Silent) is object.__init__
