"""The statements of a test case.

A statement is immutable and has an id that is unique within its test case; the id of a statement
names the value it produces. Statements refer to each other by these ids, never by position, so that
they can be shared between test cases, moved and removed.

`wire` is the JSON text that the agent executes (docs/agent-protocol.md). It is computed once, when
the statement is made, because a search sends the same statement thousands of times.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias, cast

from testloom.model.types import Scalar

CollectionKind: TypeAlias = Literal["list", "tuple", "set", "frozenset", "dict"]


@dataclass(frozen=True, slots=True)
class LiteralStatement:
    """A value that its `repr` writes: `3`, `"x"`, `None`, `b""`."""

    id: int
    value: Scalar
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, ["literal", self.id, encode_scalar(self.value)])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return ()


@dataclass(frozen=True, slots=True)
class CollectionStatement:
    """A list, tuple, set, frozenset or dict of earlier values; a dict's items are key, value, and so on."""

    id: int
    kind: CollectionKind
    items: tuple[int, ...]
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, ["collection", self.id, self.kind, list(self.items)])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return self.items


@dataclass(frozen=True, slots=True)
class CallStatement:
    """A call of a callable of the subject; `receiver` is the object of a method, else None."""

    id: int
    callable: str
    receiver: int | None = None
    args: tuple[int, ...] = ()
    kwargs: tuple[tuple[str, int], ...] = ()
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        kwargs = dict(self.kwargs)
        _freeze(self, ["call", self.id, self.callable, self.receiver, list(self.args), kwargs])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        receiver = () if self.receiver is None else (self.receiver,)
        return receiver + self.args + tuple(value for _, value in self.kwargs)


@dataclass(frozen=True, slots=True)
class AttributeStatement:
    """Read an attribute or a property of an earlier value."""

    id: int
    source: int
    name: str
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, ["attribute", self.id, self.source, self.name])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.source,)


@dataclass(frozen=True, slots=True)
class AssignmentStatement:
    """Assign an earlier value to a public attribute of another; produces nothing."""

    id: int
    source: int
    name: str
    value: int
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, ["assign", self.id, self.source, self.name, self.value])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.source, self.value)


@dataclass(frozen=True, slots=True)
class ReferenceStatement:
    """A name that a module holds: an enum member, a class as a value, a constant (`module:Qual.NAME`)."""

    id: int
    path: str
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, ["reference", self.id, self.path])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return ()


@dataclass(frozen=True, slots=True)
class InvokeStatement:
    """A call of an earlier value, such as what a decorator returned or an object with `__call__`."""

    id: int
    function: int
    args: tuple[int, ...] = ()
    kwargs: tuple[tuple[str, int], ...] = ()
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, ["invoke", self.id, self.function, list(self.args), dict(self.kwargs)])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.function, *self.args, *(value for _, value in self.kwargs))


@dataclass(frozen=True, slots=True)
class EnterStatement:
    """Enter an earlier value as a context manager and leave it at once; yields what it was entered as."""

    id: int
    source: int
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, ["enter", self.id, self.source])

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.source,)


Statement: TypeAlias = (
    LiteralStatement
    | CollectionStatement
    | CallStatement
    | AttributeStatement
    | AssignmentStatement
    | ReferenceStatement
    | InvokeStatement
    | EnterStatement
)


@dataclass(frozen=True, slots=True)
class TestCase:
    """An ordered list of statements in which every reference points backwards."""

    __test__ = False  # pytest collects classes whose name starts with Test

    statements: tuple[Statement, ...] = ()

    def __len__(self) -> int:
        return len(self.statements)

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    @property
    def wire(self) -> str:
        """The JSON array that the agent executes."""
        return f"[{','.join([statement.wire for statement in self.statements])}]"

    def is_valid(self) -> bool:
        """Whether ids are unique and every reference points to an earlier statement that yields a value."""
        known: set[int] = set()
        for statement in self.statements:
            if statement.id in known or not known.issuperset(statement.references):
                return False
            if not isinstance(statement, AssignmentStatement):
                known.add(statement.id)
        return True


def substitute(statement: Statement, ids: Mapping[int, int]) -> Statement:
    """The same statement with its own id and its references replaced where `ids` has them."""
    own = ids.get(statement.id, statement.id)
    match statement:
        case LiteralStatement() | ReferenceStatement():
            return replace(statement, id=own)
        case CollectionStatement():
            return replace(statement, id=own, items=tuple(ids.get(item, item) for item in statement.items))
        case CallStatement(receiver=receiver):
            return replace(
                statement,
                id=own,
                receiver=None if receiver is None else ids.get(receiver, receiver),
                args=tuple(ids.get(arg, arg) for arg in statement.args),
                kwargs=tuple((name, ids.get(value, value)) for name, value in statement.kwargs),
            )
        case AttributeStatement(source=source) | EnterStatement(source=source):
            return replace(statement, id=own, source=ids.get(source, source))
        case InvokeStatement(function=function):
            return replace(
                statement,
                id=own,
                function=ids.get(function, function),
                args=tuple(ids.get(arg, arg) for arg in statement.args),
                kwargs=tuple((name, ids.get(value, value)) for name, value in statement.kwargs),
            )
        case AssignmentStatement(source=source, value=value):
            return replace(statement, id=own, source=ids.get(source, source), value=ids.get(value, value))


def encode_scalar(value: Scalar) -> Any:
    """A scalar as JSON: what JSON lacks becomes an object with one key, `bytes` or `complex`."""
    if isinstance(value, bytes):
        return {"bytes": value.decode("latin-1")}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    return value


def decode_scalar(data: Any) -> Scalar:
    """The inverse of `encode_scalar`."""
    if isinstance(data, dict):
        if "bytes" in data:
            return str(data["bytes"]).encode("latin-1")
        real, imaginary = data["complex"]
        return complex(real, imaginary)
    return cast(Scalar, data)


def _freeze(statement: object, wire: list[Any]) -> None:
    object.__setattr__(statement, "wire", json.dumps(wire, separators=(",", ":")))
