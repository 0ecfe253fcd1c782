"""The kinds of observed values that the agent reports; the tag of each is its `kind` on the wire.

Values that are inconsistent, or that could not be written in source code, are rejected when they are
created.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec.structs import force_setattr

from testloom.model.checks import LARGEST, fact, scalar
from testloom.model.texts.names import QUESTION, is_calls, is_readable, is_reading

Named: TypeAlias = Annotated[str, msgspec.Meta(pattern=r"^(?!:)")]
"""A name as `module:Qualname`; paths of modules that belong to the writer itself begin with the colon."""
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
    """The base of all kinds of observed values."""

    @property
    def kind(self) -> str:
        """Its tag on the wire, such as `scalar`."""
        return str(self.__struct_config__.tag)

    def parts(self) -> tuple[Encoded, ...]:
        """Return the values directly within it: none."""
        return ()


class Scalar(Node, frozen=True, tag="scalar"):
    """A plain value; on the wire, bytes and complex numbers are objects, floats may lack the point."""

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
    """A container of values; a `message` is an exception's message, whose only argument it holds."""

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
    """A value equal to a class called with these arguments; `fields` are those of a data class."""

    type: Named
    args: tuple[Encoded, ...] = ()
    kwargs: Mapping[str, Encoded] = {}
    fields: tuple[str, ...] = ()

    def parts(self) -> tuple[Encoded, ...]:
        """Return the arguments."""
        return (*self.args, *self.kwargs.values())


class Compared(Node, frozen=True, tag="compared"):
    """A value to be compared by a library function: the function `by`, the value and the arguments.

    It is for arrays and frames, whose `==` does not yield a truth value.
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
    """A class or a function used as a value."""

    path: Named


class Record(msgspec.Struct, frozen=True):
    """The constructor arguments that recreate an equal data class instance, and its field names."""

    args: tuple[Encoded, ...]
    fields: tuple[str, ...]


class Instance(Node, frozen=True, tag="object"):
    """An object with its attributes and what it answers, and the statement that produced it, if any.

    `equal` says whether its class defines `__eq__`, `own` whether the class is the project's. Any
    string can be the name of an attribute; names that cannot be written in source are left out, since
    they would read as a path to another object.
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
    """The identical value (`is`) of an earlier statement."""

    reference: int


class DefaultAnswer(Node, frozen=True, tag="answer"):
    """A default answer of the double of a statement; `asked` are names and `()`, joined by dots."""

    reference: int
    asked: str


class Long(Node, frozen=True, tag="long"):
    """A value that is too long or too deeply nested to be reported; `start` is the beginning of a string."""

    type: str
    length: int
    start: str = ""


class Opaque(Node, frozen=True, tag="opaque"):
    """A value of which only the type is known."""

    type: str


class Sized(Node, frozen=True, tag="sized"):
    """A value of which only the type and the length are stable; never on the wire."""

    type: str
    length: int


class Prefix(Node, frozen=True, tag="prefix"):
    """A string of which only the beginning is stable; never on the wire."""

    text: str

    @property
    def type(self) -> str:
        """The type name of a string."""
        return "str"


class Copied(Node, frozen=True, tag="copied"):
    """The value of a variable of which only the class that copies it is known; found only in a touch."""

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
    | DefaultAnswer
    | Long
    | Opaque
)
"""An observed value as the agent reports it."""
Value: TypeAlias = Encoded | Sized | Prefix
"""An observed value as known after several observations."""
