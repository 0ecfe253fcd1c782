"""Types: what is known about the type of a parameter, a return value or an attribute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from testloom.model.limits import Limits

Scalar: TypeAlias = bool | int | float | complex | str | bytes | None


class TypeRef(msgspec.Struct, frozen=True):
    """A resolved annotation.

    `name` is a builtin's name (`int`, `list`, …), the id of a class (`module:Qualname`) or one of
    `any`, `none`, `union`, `literal`, `callable`, `awaitable`, `type`. `args` are its type arguments;
    for a `literal`, `values` are the values it admits. A `record` is a dictionary whose keys are the
    `values`; `args` has the type of the entry for each key. The first argument of a `callable` is its
    return type (an `awaitable` of the result's type if the result has to be awaited), and the second,
    if the parameters are known, a `tuple` of their types. `limits` are the limits of its values.
    """

    name: str
    args: tuple[TypeRef, ...] = ()
    values: tuple[Scalar, ...] = ()
    limits: Limits | None = None

    @property
    def is_class(self) -> bool:
        """Whether the name is the id of a class, not of a builtin or a `typing` form."""
        return ":" in self.name

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> TypeRef:
        """Read the agent's description of a type (docs/agent-protocol.md)."""
        args = tuple(cls.decode(arg) for arg in data.get("args", ()))
        return cls(data["name"], args, tuple(data.get("values", ())))


ANY = TypeRef("any")
NONE = TypeRef("none")


def any_of(kinds: Sequence[TypeRef]) -> TypeRef:
    """Return the union of some types, or else the only one; anything if there is none."""
    return TypeRef("union", tuple(kinds)) if len(kinds) > 1 else (*kinds, ANY)[0]


def alternatives(kind: TypeRef) -> list[TypeRef]:
    """Return the types in a union, or else the type itself."""
    if kind.name == "union":
        return [part for arg in kind.args for part in alternatives(arg)]
    return [kind]
