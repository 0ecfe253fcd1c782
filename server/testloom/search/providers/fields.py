"""Fields that hooks find in the bodies of classes that a test defines: `size = field(type=int)`."""

from __future__ import annotations

from testloom.model.statements import (
    CallStatement,
    ClassStatement,
    LiteralStatement,
    Member,
    ReferenceStatement,
)
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.draft import Draft
from testloom.search.providers.inputs.values import type_of_literal

TYPES = ("int", "str", "float", "list")


def fields_of(kind: int, draft: Draft) -> list[Member]:
    """List the fields that a hook finds in the body of a test's class, with the types they specify."""
    statements = {statement.id: statement for statement in draft.statements}
    made = statements.get(kind)
    members = made.members if isinstance(made, ClassStatement) and (made.bases or made.metaclass) else ()
    found = [(member, statements.get(member.value or 0)) for member in members if member.kind == "value"]
    return [
        Member("field", member.name, type=_type(value, draft))
        for member, value in found
        if type(value) is CallStatement and value.receiver is None
    ]


def _type(value: CallStatement, draft: Draft) -> TypeRef:
    """The type that is among the arguments of a call, or that of a plain value there."""
    statements = {statement.id: statement for statement in draft.statements}
    given = [statements.get(argument) for argument in value.references]
    names = [s.path.removeprefix("builtins:") for s in given if isinstance(s, ReferenceStatement)]
    told = [TypeRef(name) for name in names if name in TYPES]
    plain = [type_of_literal(s.value) for s in given if isinstance(s, LiteralStatement)]
    return next((kind for kind in (*told, *plain) if kind.name in TYPES), ANY)


def every_field(draft: Draft) -> list[Member]:
    """List the fields of the last class with fields in a test."""
    kinds = [s.id for s in draft.statements if isinstance(s, ClassStatement)]
    return next((fields for kind in reversed(kinds) if (fields := fields_of(kind, draft))), [])


def types_of_fields(draft: Draft) -> dict[str, TypeRef]:
    """Map the names of these fields to the types of their values."""
    return {field.name: field.type or ANY for field in every_field(draft)}
