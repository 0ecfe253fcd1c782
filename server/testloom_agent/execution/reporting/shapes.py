"""The forms of what is told of values (docs/agent-protocol.md, "Observations"); each says its `kind`."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias, TypedDict, final

CollectionKind: TypeAlias = Literal["list", "tuple", "set", "frozenset", "dict"]


@final
class Scalar(TypedDict):
    """A plain value."""

    kind: Literal["scalar"]
    type: str
    value: Any


@final
class Collection(TypedDict):
    """A container; the items of a dictionary alternate between keys and values."""

    kind: CollectionKind
    items: list[Encoded]


@final
class Message(TypedDict):
    """The only argument of an exception, which is what that says."""

    kind: Literal["list", "tuple"]
    items: list[Encoded]
    message: Literal[True]


@final
class NamedTuple(TypedDict):
    """A tuple with names for its items."""

    kind: Literal["tuple"]
    items: list[Encoded]
    type: str
    names: list[str]


@final
class Made(TypedDict):
    """A call that makes an equal value."""

    kind: Literal["made"]
    type: str
    args: list[Encoded]
    kwargs: dict[str, Encoded]


@final
class Compared(TypedDict):
    """What a function of its library compares with this, with these further arguments: `==` does not."""

    kind: Literal["compared"]
    by: str
    value: Encoded
    kwargs: dict[str, bool]


@final
class Held(TypedDict):
    """What a module or a class holds under a name."""

    kind: Literal["enum", "class"]
    path: str


@final
class Arguments(TypedDict):
    """What makes an object equal to one of a data class, and the names of all its fields."""

    args: list[Encoded]
    fields: list[str]


class _Object(TypedDict):
    kind: Literal["object"]
    type: str
    attributes: dict[str, Encoded]
    reference: int | None
    own: bool


@final
class Object(_Object, total=False):
    """What an object holds and answers."""

    callable: bool
    made: Arguments


@final
class Same(TypedDict):
    """The value of an earlier statement."""

    kind: Literal["same"]
    reference: int


@final
class Answer(TypedDict):
    """What a double has answered by itself."""

    kind: Literal["answer"]
    reference: int
    asked: str


@final
class Long(TypedDict):
    """A value of which no more than the length is told."""

    kind: Literal["long"]
    type: str
    length: int


@final
class Opaque(TypedDict):
    """A value of which no more than the type is told."""

    kind: Literal["opaque"]
    type: str


Encoded: TypeAlias = (
    Scalar
    | Collection
    | Message
    | NamedTuple
    | Made
    | Compared
    | Held
    | Object
    | Same
    | Answer
    | Long
    | Opaque
)
"""What is told of a value."""
