"""Classes that a test defines, and instances of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from testloom.model.statements.calls import CallStatement
from testloom.model.statements.wire import encode, freeze, renamed, replaced
from testloom.model.types import TypeRef

MemberKind: TypeAlias = Literal["field", "value", "method", "classmethod", "staticmethod", "property"]
DATACLASS = "dataclasses:dataclass"
DEFINED = "<test>"
"""What stands for the module of a class that the test itself defines, as in `<test>:Item`."""


@dataclass(frozen=True, slots=True)
class Member:
    """What the body of a class says about one name.

    Attributes:
        kind: a `field` has an annotation, a `value` is a class attribute, the others are functions.
        name: what it is called.
        value: an earlier value: the default of a field, what an attribute has, what a function returns or
            raises. None: a field without default, or a function that returns None.
        type: of a field, its annotation, unless that is a class `of` the test, an earlier value.
        parameters: of a function, those after `self` or `cls`, as they are written: `side`, `*sides`.
        raises: of a function, whether it raises the value.
        is_async: whether a method has to be awaited.
        decorator: of a function, what decorates it: an earlier value.
    """

    kind: MemberKind
    name: str
    value: int | None = None
    type: TypeRef | None = None
    of: int | None = None
    parameters: tuple[str, ...] = ()
    raises: bool = False
    is_async: bool = False
    decorator: int | None = None

    @property
    def is_function(self) -> bool:
        """Whether it is called, or computed when it is read."""
        return self.kind not in ("field", "value")

    @property
    def encoded(self) -> list[Any]:
        """The same as JSON."""
        kind = None if self.type is None else encode_type(self.type)
        said = self.of if kind is None else kind
        function = [self.parameters, self.raises, self.is_async, self.decorator]
        return [self.kind, self.name, self.value, said, *function]

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values that it uses."""
        return tuple(value for value in (self.of, self.decorator, self.value) if value is not None)

    def substituted(self, ids: Mapping[int, int]) -> Member:
        """The same with its references replaced where `ids` has them."""
        value, of, decorator = (
            None if reference is None else ids.get(reference, reference)
            for reference in (self.value, self.of, self.decorator)
        )
        return replace(self, value=value, of=of, decorator=decorator)


@dataclass(frozen=True, slots=True)
class ClassStatement:
    """The definition of a class; its value is the class.

    `bases`, `decorators` and the `metaclass` ("" for none) are names that modules hold, `module:Qual.Name`;
    `keywords` stand behind the bases.
    """

    id: int
    name: str
    bases: tuple[str, ...] = ()
    members: tuple[Member, ...] = ()
    decorators: tuple[str, ...] = ()
    metaclass: str = ""
    keywords: tuple[tuple[str, int], ...] = ()
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        members = [member.encoded for member in self.members]
        head = [self.name, self.bases, self.decorators, self.metaclass, dict(self.keywords)]
        freeze(self, encode(["class", self.id, *head, members]))

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        used = (value for member in self.members for value in member.references)
        return (*(value for _, value in self.keywords), *used)

    @property
    def may_act(self) -> bool:
        """Whether its definition may run code of others, which a test may be about."""
        others = [decorator for decorator in self.decorators if decorator != DATACLASS]
        is_decorated = any(member.decorator is not None for member in self.members)
        return bool(self.bases or self.metaclass or others or is_decorated)

    def having(self, members: Iterable[Member]) -> ClassStatement:
        """The same with another body."""
        return replace(self, members=tuple(members))

    def substituted(self, ids: Mapping[int, int]) -> ClassStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        members = tuple([member.substituted(ids) for member in self.members])
        own = ids.get(self.id, self.id)
        return replace(self, id=own, members=members, keywords=renamed(self.keywords, ids))


@dataclass(frozen=True, slots=True)
class MakeStatement(CallStatement):
    """An instance of a class that the test defines, which is the `receiver`.

    `callable` is the constructor that it inherits, as far as one is known.
    """

    def __post_init__(self) -> None:
        given = [self.args, dict(self.kwargs)]
        freeze(self, encode(["make", self.id, self.callable, self.receiver, *given]))

    def substituted(self, ids: Mapping[int, int]) -> MakeStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        receiver = None if self.receiver is None else ids.get(self.receiver, self.receiver)
        args, kwargs = replaced(self.args, ids), renamed(self.kwargs, ids)
        return MakeStatement(ids.get(self.id, self.id), self.callable, receiver, args, kwargs)


def encode_type(kind: TypeRef) -> list[Any]:
    """A type as JSON: its name and its arguments."""
    return [kind.name, [encode_type(arg) for arg in kind.args]]
