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

    def substituted(self, ids: Mapping[int, int]) -> LiteralStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return LiteralStatement(ids.get(self.id, self.id), self.value)


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

    def substituted(self, ids: Mapping[int, int]) -> CollectionStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return CollectionStatement(ids.get(self.id, self.id), self.kind, _replaced(self.items, ids))


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

    def substituted(self, ids: Mapping[int, int]) -> CallStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        receiver = None if self.receiver is None else ids.get(self.receiver, self.receiver)
        args, kwargs = _replaced(self.args, ids), _renamed(self.kwargs, ids)
        return CallStatement(ids.get(self.id, self.id), self.callable, receiver, args, kwargs)


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

    def substituted(self, ids: Mapping[int, int]) -> AttributeStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return AttributeStatement(ids.get(self.id, self.id), ids.get(self.source, self.source), self.name)


@dataclass(frozen=True, slots=True)
class AssignmentStatement:
    """Assign an earlier value to an attribute of another, also a private one; produces nothing."""

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

    def substituted(self, ids: Mapping[int, int]) -> AssignmentStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        own, source = ids.get(self.id, self.id), ids.get(self.source, self.source)
        return AssignmentStatement(own, source, self.name, ids.get(self.value, self.value))


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

    def substituted(self, ids: Mapping[int, int]) -> ReferenceStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        return ReferenceStatement(ids.get(self.id, self.id), self.path)


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

    def substituted(self, ids: Mapping[int, int]) -> InvokeStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        own, function = ids.get(self.id, self.id), ids.get(self.function, self.function)
        return InvokeStatement(own, function, _replaced(self.args, ids), _renamed(self.kwargs, ids))


@dataclass(frozen=True, slots=True)
class EnterStatement:
    """Enter an earlier value as a context manager and leave it at once; yields what it was entered as.

    With an `error`, an earlier value that is an exception, the body raises it.
    """

    id: int
    source: int
    error: int | None = None
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        _freeze(self, f'["enter",{self.id},{_parts(self.references)}]')

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return (self.source,) if self.error is None else (self.source, self.error)

    def substituted(self, ids: Mapping[int, int]) -> EnterStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        error = None if self.error is None else ids.get(self.error, self.error)
        return EnterStatement(ids.get(self.id, self.id), ids.get(self.source, self.source), error)


@dataclass(frozen=True, slots=True)
class Question:
    """The arguments that a double is called with: earlier values."""

    args: tuple[int, ...] = ()
    kwargs: tuple[tuple[str, int], ...] = ()

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values that it is asked with."""
        return (*self.args, *(value for _, value in self.kwargs))

    def substituted(self, ids: Mapping[int, int]) -> Question:
        """The same with its references replaced where `ids` has them."""
        return Question(_replaced(self.args, ids), _renamed(self.kwargs, ids))


@dataclass(frozen=True, slots=True)
class Answer:
    """What a double answers at a path such as `name`, `get()` or `session.get().json()`: an earlier value.

    The value may be the double itself, too. With `raises` it is an exception, which the call raises. With a
    `question` it is the answer to calls with equal arguments only; any other call of the path ends the test.
    """

    path: str
    value: int
    raises: bool = False
    question: Question | None = None

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values that it uses."""
        return (self.value,) if self.question is None else (self.value, *self.question.references)

    @property
    def encoded(self) -> list[Any]:
        """The same as JSON."""
        known = [self.path, self.value, self.raises]
        return known if self.question is None else [*known, self.question.args, dict(self.question.kwargs)]

    def substituted(self, ids: Mapping[int, int]) -> Answer:
        """The same with its references replaced where `ids` has them."""
        question = None if self.question is None else self.question.substituted(ids)
        return replace(self, value=ids.get(self.value, self.value), question=question)


@dataclass(frozen=True, slots=True)
class Order:
    """A call that a double has to get, such as `commit()`, with these arguments."""

    path: str
    question: Question = Question()


@dataclass(frozen=True, slots=True)
class DoubleStatement:
    """A test double: an object that stands for an instance of a class, or for one that offers `names`.

    `spec` is the id of the class, or "" if none is known. Without an answer a double answers with doubles.
    The calls of the paths that `orders` name are all that it gets there, in this order.
    """

    id: int
    spec: str = ""
    names: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    orders: tuple[Order, ...] = ()
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        answers = [answer.encoded for answer in self.answers]
        orders = [[order.path, order.question.args, dict(order.question.kwargs)] for order in self.orders]
        known = ["double", self.id, self.spec, self.names, answers]
        _freeze(self, _encode([*known, orders] if orders else known))

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        used = [reference for answer in self.answers for reference in answer.references]
        used += [reference for order in self.orders for reference in order.question.references]
        return tuple([reference for reference in used if reference != self.id])

    def substituted(self, ids: Mapping[int, int]) -> DoubleStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        answers = tuple([answer.substituted(ids) for answer in self.answers])
        orders = tuple([replace(o, question=o.question.substituted(ids)) for o in self.orders])
        return DoubleStatement(ids.get(self.id, self.id), self.spec, self.names, answers, orders)


Statement: TypeAlias = (
    LiteralStatement
    | CollectionStatement
    | CallStatement
    | AttributeStatement
    | AssignmentStatement
    | ReferenceStatement
    | InvokeStatement
    | EnterStatement
    | DoubleStatement
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
    return statement.substituted(ids)


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


def _parts(values: Iterable[int]) -> str:
    return ",".join([str(value) for value in values])


def _ids(values: Iterable[int]) -> str:
    return f"[{_parts(values)}]"


def _named(values: tuple[tuple[str, int], ...]) -> str:
    if not values:
        return "{}"
    return f"{{{','.join([f'{_text(name)}:{value}' for name, value in dict(values).items()])}}}"


def _freeze(statement: object, wire: str) -> None:
    object.__setattr__(statement, "wire", wire)
