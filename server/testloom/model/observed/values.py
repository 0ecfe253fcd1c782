"""The kinds of values that the agent tells of; the tag of each is its `kind` on the wire.

What would not fit together, or could not be said in source, cannot be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from testloom.model.checks import LARGEST, fact, scalar
from testloom.model.texts.names import QUESTION, is_calls, is_readable, is_reading

Named: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^(?!:)")]
"""`module:Qualname` of something; the writer's own paths of modules begin with the colon."""
PLAIN = {
    "NoneType": type(None),
    "bool": bool,
    "int": int,
    "float": float,
    "str": str,
    "bytes": bytes,
    "complex": complex,
}


class Node(msgspec.Struct, frozen=True, tag_field="kind"):
    """What all kinds have in common."""

    @property
    def kind(self) -> str:
        """Its name on the wire, such as `scalar`."""
        return str(self.__struct_config__.tag)

    def parts(self) -> tuple[Encoded, ...]:
        """Return the values directly within it: none."""
        return ()


class Scalar(Node, frozen=True, tag="scalar"):
    """A plain value; on the wire, bytes and complex numbers are objects, and a float may lose its point."""

    type: str
    value: Any

    def __post_init__(self) -> None:
        plain = scalar(self.value) if isinstance(self.value, dict) else self.value
        if self.type == "float" and type(plain) is int:
            fact(abs(plain) <= LARGEST, plain, "a float")
            plain = float(plain)
        fact(type(plain) is PLAIN.get(self.type), plain, "a plain value of its type")
        if plain is not self.value:
            force_setattr(self, "value", plain)


class Collection(Node, frozen=True):
    """Values in a container; as a `message`, what the exception says whose only argument it holds."""

    items: tuple[Encoded, ...]
    message: bool = False

    def __post_init__(self) -> None:
        fact(not self.message or len(self.items) == 1, self.items, "the only argument of an exception")

    def parts(self) -> tuple[Encoded, ...]:
        """Return the items."""
        return self.items


class List(Collection, frozen=True, tag="list"):
    """A list."""


class Tuple(Collection, frozen=True, tag="tuple"):
    """A tuple; a named one has a type, and a name for each item."""

    type: Named = ""
    names: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        Collection.__post_init__(self)
        is_named = self.names is None or len(self.names) == len(self.items)
        fact(is_named, self.names, "a name for each item")


class Set(Collection, frozen=True, tag="set"):
    """A set."""


class FrozenSet(Collection, frozen=True, tag="frozenset"):
    """A frozen set."""


class Dict(Collection, frozen=True, tag="dict"):
    """A dictionary; its items alternate between keys and values."""

    def __post_init__(self) -> None:
        Collection.__post_init__(self)
        fact(not len(self.items) % 2, self.items, "a list of keys with their values")

    @property
    def keys(self) -> tuple[Encoded, ...]:
        """The keys, in their order."""
        return self.items[::2]


class Made(Node, frozen=True, tag="made"):
    """What equals what a class makes of these arguments; `fields` are those of a data class."""

    type: Named
    args: tuple[Encoded, ...] = ()
    kwargs: Mapping[str, Encoded] = {}
    fields: tuple[str, ...] = ()

    def parts(self) -> tuple[Encoded, ...]:
        """Return the arguments."""
        return (*self.args, *self.kwargs.values())


class Compared(Node, frozen=True, tag="compared"):
    """What the function `by` of its library compares with a value, with these further arguments.

    The `==` of an array or a frame yields no truth value.
    """

    by: Named
    value: Encoded
    kwargs: Mapping[str, bool] = {}

    def parts(self) -> tuple[Encoded, ...]:
        """Return the value that it is compared with."""
        return (self.value,)


class Member(Node, frozen=True, tag="enum"):
    """A member of an enumeration."""

    path: Named


class Class(Node, frozen=True, tag="class"):
    """A class or a function."""

    path: Named


class Record(msgspec.Struct, frozen=True):
    """The arguments that make an object equal to an instance of a data class, and the names of its fields."""

    args: tuple[Encoded, ...]
    fields: tuple[str, ...]


class Instance(Node, frozen=True, tag="object"):
    """An object: what it holds and answers, and the statement whose value it is, if it is one's.

    `equal` says whether its class defines `__eq__`, `own` whether the class is the project's. Any text can be
    set as an attribute; what source cannot say would read as a way to another object, and is left out.
    """

    type: Named
    attributes: Mapping[str, Encoded]
    reference: int | None = None
    own: bool = True
    callable: bool = False
    made: Record | None = None

    def __post_init__(self) -> None:
        said = {
            name: part
            for name, part in self.attributes.items()
            if is_readable(name.removesuffix(QUESTION))
            or is_readable(name)
            or is_reading(name)
            or is_calls(name)
        }
        if len(said) < len(self.attributes):
            force_setattr(self, "attributes", said)

    def parts(self) -> tuple[Encoded, ...]:
        """Return the values of its attributes."""
        return tuple(self.attributes.values())


class Same(Node, frozen=True, tag="same"):
    """The very value of an earlier statement."""

    reference: int


class Answer(Node, frozen=True, tag="answer"):
    """What the double of a statement answers by itself; `asked` are names and `()`, joined by dots."""

    reference: int
    asked: str


class Long(Node, frozen=True, tag="long"):
    """A value that is too long or too deep to be told."""

    type: str
    length: int


class Opaque(Node, frozen=True, tag="opaque"):
    """A value of which only the type is known."""

    type: str


class Sized(Node, frozen=True, tag="sized"):
    """A value of which only the type and the length are always the same; never on the wire."""

    type: str
    length: int


class Prefix(Node, frozen=True, tag="prefix"):
    """A text of which only the beginning is always the same; never on the wire."""

    text: str

    @property
    def type(self) -> str:
        """That of all texts."""
        return "str"


class Copied(Node, frozen=True, tag="copied"):
    """What a variable held of which no more is told than the class that copies it; only a touch says so."""

    type: str


Encoded: TypeAlias = (
    Scalar
    | List
    | Tuple
    | Set
    | FrozenSet
    | Dict
    | Made
    | Compared
    | Member
    | Class
    | Instance
    | Same
    | Answer
    | Long
    | Opaque
)
"""What the agent tells."""
Value: TypeAlias = Encoded | Sized | Prefix
"""What is known of a value that was observed more than once."""
