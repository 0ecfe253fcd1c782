"""Statements that yield a value of their own or collect earlier values."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

from testloom.model.checks import LONGEST_TEXT, fact, matching, one_of, scalar
from testloom.model.statements.attributes import is_dotted
from testloom.model.statements.parts import Statement
from testloom.model.statements.roles import References, Role, word
from testloom.model.statements.wire import scalar_text
from testloom.model.texts.names import DEFINED, is_path
from testloom.model.types import Scalar

CollectionKind: TypeAlias = Literal["list", "tuple", "set", "frozenset", "dict"]


def short(value: Any) -> Any:
    """Check a plain value, including its length."""
    read = scalar(value)
    fact(not isinstance(read, str | bytes) or len(read) <= LONGEST_TEXT, value, "a text of acceptable length")
    return read


def is_held(known: str) -> bool:
    """Check whether a text is the path of a name, or of a class that a test defines."""
    module, _, qualname = known.partition(":")
    return is_dotted(qualname) if module == DEFINED else is_path(known)


class LiteralStatement(Statement, frozen=True):
    """A literal value, written as its `repr`: `3`, `"x"`, `None`, `b""`."""

    tag: ClassVar[str] = "literal"
    value: Annotated[Scalar, Role(short, scalar_text)]


class CollectionStatement(Statement, frozen=True):
    """A list, tuple, set, frozenset or dict of earlier values; a dict alternates keys and values."""

    tag: ClassVar[str] = "collection"
    kind: Annotated[CollectionKind, word(one_of(*get_args(CollectionKind)))]
    items: References

    @classmethod
    def checked(cls, **fields: Any) -> CollectionStatement:
        """Make the statement, after a check that a dict has a value for each key."""
        is_whole = fields["kind"] != "dict" or len(fields["items"]) % 2 == 0
        fact(is_whole, fields["items"], "a list of keys with their values")
        return cls(**fields)


class ReferenceStatement(Statement, frozen=True):
    """A name in a module: an enum member, a class as a value, a constant (`module:Qual.NAME`)."""

    tag: ClassVar[str] = "reference"
    path: Annotated[str, word(matching(is_held, "the path of a name in a module, or of a class of the test"))]
