"""The base classes of statements and their parts: immutable, and defined by the roles of their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, TypeVar, get_type_hints

import msgspec
from msgspec.structs import astuple

from testloom.model.checks import Form
from testloom.model.statements.lazy import lazy
from testloom.model.statements.roles import Ids, Role, id_
from testloom.model.statements.wire import text as quoted

P = TypeVar("P", bound="Part")


class Part(msgspec.Struct, frozen=True, dict=True):
    """The base of statements and their parts: fields with roles.

    A search creates thousands of instances a second, and an msgspec struct is created much faster than
    a frozen data class. `dict` makes room for attributes that are computed once.
    """

    @lazy
    def references(self) -> tuple[int, ...]:
        """Collect the ids of the values that it uses."""
        shape = shape_of(type(self))
        found: list[int] = []
        for name, read in shape.referring:
            found += read(getattr(self, name))
        return tuple(found)

    def substituted(self: P, ids: Ids) -> P:
        """Replace its references, and its own id if it has one, where `ids` has them."""
        values = [
            value if substitute is None else substitute(value, ids)
            for value, substitute in zip(astuple(self), shape_of(type(self)).substitutes, strict=True)
        ]
        return type(self)(*values)

    def replace(self: P, **changes: Any) -> P:
        """Copy it with other values for some of its fields."""
        return msgspec.structs.replace(self, **changes)


class Statement(Part, frozen=True):
    """A statement of a test case; `id` names the value that it produces.

    `tag` is the kind's name on the wire, where a statement is a JSON array: the tag, then all fields in
    order.
    """

    tag: ClassVar[str]
    id: int

    @lazy
    def wire(self) -> str:
        """Encode the statement as the JSON text that the agent executes (docs/agent-protocol.md)."""
        shape, values = shape_of(type(self)), astuple(self)
        size = len(values)
        while shape.left_out[size - 1] and values[size - 1] == shape.defaults[size - 1]:
            size -= 1
        texts = [text(value) for text, value in zip(shape.texts, values[:size], strict=False)]
        return f"{shape.head}{','.join(texts)}]"

    @classmethod
    def checked(cls, **fields: Any) -> Statement:
        """Make the statement from fields that were checked individually.

        Raises:
            ValueError: if they do not fit together.
        """
        return cls(**fields)

    @classmethod
    def decoded(cls, values: Any) -> Statement:
        """Decode the statement from its fields on the wire, without the tag.

        Raises:
            ValueError: if a field is wrong; it says which.
        """
        statement: Statement = shape_of(cls).form.from_list(values)
        return statement


@dataclass(frozen=True, slots=True)
class Shape:
    """The roles of the fields of a class, in order: the operations on each field, and the whole form.

    `head` is the beginning of the JSON text of a statement.
    """

    head: str
    referring: tuple[tuple[str, Callable[[Any], Iterable[int]]], ...]
    substitutes: tuple[Callable[[Any, Ids], Any] | None, ...]
    texts: tuple[Callable[[Any], str], ...]
    left_out: tuple[bool, ...]
    defaults: tuple[Any, ...]
    form: Form


_OWN_ID = Role(id_, str, substituted=lambda value, ids: ids.get(value, value))


@cache
def shape_of(kind: type[Part]) -> Shape:
    """Read the roles from the annotations of a class."""
    hints = get_type_hints(kind, include_extras=True)
    names = kind.__struct_fields__
    roles = {name: _OWN_ID if name == "id" else hints[name].__metadata__[0] for name in names}
    defaults = kind.__struct_defaults__
    left_out = tuple(role.is_left_out for role in roles.values())
    return Shape(
        f"[{quoted(getattr(kind, 'tag', ''))},",
        tuple((name, role.references) for name, role in roles.items() if role.references is not None),
        tuple(role.substituted for role in roles.values()),
        tuple(role.text for role in roles.values()),
        left_out,
        (*[None] * (len(names) - len(defaults)), *defaults),
        Form(
            getattr(kind, "checked", kind),
            {name: role.check for name, role in roles.items()},
            len(names) - sum(left_out),
        ),
    )
