"""The statements of a test case.

A statement is immutable and has an id that is unique within its test case; the id of a statement
names the value it produces. Statements refer to each other by these ids, never by position, so that
they can be shared between test cases, moved and removed.

`wire` is the JSON text that the agent executes (docs/agent-protocol.md). It is computed once, when
the statement is made, because a search sends the same statement thousands of times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from json.encoder import JSONEncoder, encode_basestring_ascii
from typing import Any, Literal, TypeAlias, cast

from testloom.model.environment import EnvironmentStatement
from testloom.model.types import Scalar

CollectionKind: TypeAlias = Literal["list", "tuple", "set", "frozenset", "dict"]


@dataclass(frozen=True, slots=True)
class LiteralStatement:
    """A value that its `repr` writes: `3`, `"x"`, `None`, `b""`."""

    id: int
    value: Scalar
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, f'["literal",{self.id},{_scalar(self.value)}]')

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
        _freeze(self, f'["collection",{self.id},"{self.kind}",{_ids(self.items)}]')

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
        receiver = "null" if self.receiver is None else self.receiver
        arguments = f"{receiver},{_ids(self.args)},{_named(self.kwargs)}"
        _freeze(self, f'["call",{self.id},{_text(self.callable)},{arguments}]')

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
        _freeze(self, f'["attribute",{self.id},{self.source},{_text(self.name)}]')

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
        _freeze(self, f'["assign",{self.id},{self.source},{_text(self.name)},{self.value}]')

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
        _freeze(self, f'["reference",{self.id},{_text(self.path)}]')

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
        _freeze(self, f'["invoke",{self.id},{self.function},{_ids(self.args)},{_named(self.kwargs)}]')

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
        _freeze(self, f'["enter",{self.id},{self.source}]')

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
    | EnvironmentStatement
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
            if not isinstance(statement, AssignmentStatement | EnvironmentStatement):
                known.add(statement.id)
        return True


def substitute(statement: Statement, ids: Mapping[int, int]) -> Statement:
    """The same statement with its own id and its references replaced where `ids` has them."""
    own = ids.get(statement.id, statement.id)
    match statement:
        case LiteralStatement(value=value):
            return LiteralStatement(own, value)
        case ReferenceStatement(path=path):
            return ReferenceStatement(own, path)
        case CollectionStatement(kind=kind, items=items):
            return CollectionStatement(own, kind, _replaced(items, ids))
        case CallStatement(callable=called, receiver=receiver, args=args, kwargs=kwargs):
            holder = None if receiver is None else ids.get(receiver, receiver)
            return CallStatement(own, called, holder, _replaced(args, ids), _renamed(kwargs, ids))
        case AttributeStatement(source=source) | EnterStatement(source=source):
            return replace(statement, id=own, source=ids.get(source, source))
        case InvokeStatement(function=function, args=args, kwargs=kwargs):
            return InvokeStatement(
                own, ids.get(function, function), _replaced(args, ids), _renamed(kwargs, ids)
            )
        case AssignmentStatement(source=source, name=name, value=assigned):
            return AssignmentStatement(own, ids.get(source, source), name, ids.get(assigned, assigned))
        case EnvironmentStatement():
            return statement.renamed(own, ids)


def _replaced(values: tuple[int, ...], ids: Mapping[int, int]) -> tuple[int, ...]:
    return tuple([ids.get(value, value) for value in values])


def _renamed(named: tuple[tuple[str, int], ...], ids: Mapping[int, int]) -> tuple[tuple[str, int], ...]:
    return tuple([(name, ids.get(value, value)) for name, value in named]) if named else ()


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


_text = encode_basestring_ascii
_encode = JSONEncoder(separators=(",", ":")).encode


def _scalar(value: Scalar) -> str:
    return _text(value) if type(value) is str else _encode(encode_scalar(value))


def _ids(values: Iterable[int]) -> str:
    return f"[{','.join([str(value) for value in values])}]"


def _named(values: tuple[tuple[str, int], ...]) -> str:
    if not values:
        return "{}"
    return f"{{{','.join([f'{_text(name)}:{value}' for name, value in dict(values).items()])}}}"


def _freeze(statement: object, wire: str) -> None:
    object.__setattr__(statement, "wire", wire)
