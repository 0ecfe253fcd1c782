"""Classes that a test defines, and instances of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from testloom.model.checks import (
    Form,
    fact,
    flag,
    many,
    matching,
    name,
    one_of,
    optional,
    path,
    path_or_empty,
)
from testloom.model.statements.calls import CallStatement
from testloom.model.statements.parts import Part, Statement
from testloom.model.statements.roles import (
    OptionalReference,
    id_,
    named,
    parts,
    plain,
    word,
)
from testloom.model.texts.names import is_name, is_path
from testloom.model.texts.parameters import SIGNS, read_parameter
from testloom.model.types import TypeRef

MemberKind: TypeAlias = Literal["field", "value", "method", "classmethod", "staticmethod", "property"]
DATACLASS = "dataclasses:dataclass"
DEEPEST_TYPE = 10
_ANY = plain(lambda value: value)
_INHERITED = matching(
    lambda known: not known or is_name(known) or is_path(known), "the constructor that a class inherits"
)


class Member(Part, frozen=True):
    """A member of a class that a test defines.

    Attributes:
        kind: a `field` has an annotation, a `value` is a class attribute, the other kinds are
            functions.
        name: the name of the member.
        value: an earlier value: the default of a field, the value of an attribute, or what a function
            returns or raises. None: a field without default, or a function that returns None.
        type: for a field, its annotation, unless that is a class `of` the test, an earlier value.
        parameters: for a function, the parameters after `self` or `cls`, as they are written: `side`,
            `*sides`.
        raises: for a function, whether it raises the value.
        is_async: whether a method has to be awaited.
        decorator: for a function, its decorator: an earlier value.
    """

    kind: Annotated[MemberKind, _ANY]
    name: Annotated[str, _ANY]
    value: OptionalReference = None
    type: Annotated[TypeRef | None, _ANY] = None
    of: OptionalReference = None
    parameters: Annotated[tuple[str, ...], _ANY] = ()
    raises: Annotated[bool, _ANY] = False
    is_async: Annotated[bool, _ANY] = False
    decorator: OptionalReference = None

    @property
    def is_function(self) -> bool:
        """Whether it is a method or a property."""
        return self.kind not in ("field", "value")

    @property
    def encoded(self) -> list[Any]:
        """The member as JSON; the annotation of a field is a type or a reference."""
        said = self.of if self.type is None else encode_type(self.type)
        function = [self.parameters, self.raises, self.is_async, self.decorator]
        return [self.kind, self.name, self.value, said, *function]


class ClassStatement(Statement, frozen=True):
    """The definition of a class; its value is the class.

    `bases`, `decorators` and the `metaclass` ("" for none) are names that modules hold,
    `module:Qual.Name`; `keywords` are written after the bases.
    """

    tag: ClassVar[str] = "class"
    name: Annotated[str, word(name)]
    bases: Annotated[tuple[str, ...], plain(many(path))] = ()
    decorators: Annotated[tuple[str, ...], plain(many(path))] = ()
    metaclass: Annotated[str, word(path_or_empty)] = ""
    keywords: Annotated[tuple[tuple[str, int], ...], named(name)] = ()
    members: Annotated[tuple[Member, ...], parts(_MEMBER.from_list)] = ()

    @property
    def may_act(self) -> bool:
        """Whether its definition may run code of the subject, which a test may be about."""
        others = [decorator for decorator in self.decorators if decorator != DATACLASS]
        is_decorated = any(member.decorator is not None for member in self.members)
        return bool(self.bases or self.metaclass or others or is_decorated)

    def having(self, members: Iterable[Member]) -> ClassStatement:
        """Replace the body of the class."""
        return self.replace(members=tuple(members))


class MakeStatement(CallStatement, frozen=True):
    """An instance of a class that the test defines; the class is the `receiver`.

    `callable` is the constructor that the class inherits, if it is known.
    """

    tag: ClassVar[str] = "make"
    is_direct: ClassVar[bool] = False
    callable: Annotated[str, word(_INHERITED)]

    @classmethod
    def checked(cls, **fields: Any) -> MakeStatement:
        """Make the statement, after a check that it names its class."""
        fact(fields["receiver"] is not None, None, "the class of an instance, its receiver")
        return cls(**fields)


def encode_type(kind: TypeRef) -> list[Any]:
    """Encode a type as JSON data: its name and its arguments."""
    return [kind.name, [encode_type(arg) for arg in kind.args]]


def _type(data: Any, depth: int = 0) -> TypeRef:
    """Decode an annotation from its name and its arguments."""
    fact(depth < DEEPEST_TYPE, data, "a type that is not nested too deeply")
    arguments = many(lambda inner: _type(inner, depth + 1))
    known = matching(lambda said: is_name(said) or is_path(said), "the name of a type")
    read = Form.of(dict, name=known, args=arguments).from_list(data)
    return TypeRef(read["name"], read["args"])


def _said(value: Any) -> Any:
    """Decode the annotation of a field: a class of the test, or a type."""
    return _type(value) if isinstance(value, list | tuple) else optional(id_)(value)


def _member(kind: MemberKind, said: Any, **parts: Any) -> Member:
    """Make a member of a class; only fields have an annotation."""
    fact((kind == "field") == (said is not None), said, "the annotation of a field")
    is_type = isinstance(said, TypeRef)
    return Member(kind, type=said if is_type else None, of=None if is_type else said, **parts)


def _is_parameter(written: str) -> bool:
    return written in SIGNS or read_parameter(written) is not None


_MEMBER = Form.of(
    _member,
    7,
    kind=one_of(*get_args(MemberKind)),
    name=name,
    value=optional(id_),
    said=_said,
    parameters=many(matching(_is_parameter, "a parameter with a plain default")),
    raises=flag,
    is_async=flag,
    decorator=optional(id_),
)
