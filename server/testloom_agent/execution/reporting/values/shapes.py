"""The forms in which values are reported (docs/agent-protocol.md, "Observations"); each has a `kind`."""

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
    """The only argument of an exception, which is its message."""

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
    """A value that is compared by a function of its library, with further arguments, instead of by `==`."""

    kind: Literal["compared"]
    by: str
    value: Encoded
    kwargs: dict[str, bool]


@final
class Held(TypedDict):
    """An object that a module or a class holds under a name."""

    kind: Literal["enum", "class"]
    path: str


@final
class Arguments(TypedDict):
    """The arguments that make an equal instance of a data class, and the names of all its fields."""

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
    """The attributes of an object, and the results of its inspectors."""

    callable: bool
    made: Arguments


@final
class Same(TypedDict):
    """The value of an earlier statement."""

    kind: Literal["same"]
    reference: int


@final
class DefaultAnswer(TypedDict):
    """A value that a double has returned by itself."""

    kind: Literal["answer"]
    reference: int
    asked: str


class _Long(TypedDict):
    kind: Literal["long"]
    type: str
    length: int


@final
class Long(_Long, total=False):
    """A value of which only the type and length are reported, and the beginning of a string."""

    start: str


@final
class Opaque(TypedDict):
    """A value of which only the type is reported."""

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
    | DefaultAnswer
    | Long
    | Opaque
)
"""The reported form of a value."""
