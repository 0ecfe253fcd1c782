"""The names of the types of classes that a test defines, and of their instances."""

from __future__ import annotations

from testloom.model.statements import DATACLASS, ClassStatement
from testloom.model.types import TypeRef
from testloom.search.providers.inputs.types import plausibility

OF_DATA = plausibility.OF_DATA.name
ENUM = "enum:Enum"
TYPE = "type"
OBJECT = "builtins:object"


def class_of(base: str) -> TypeRef:
    """Return the type of a class with such instances."""
    return TypeRef(TYPE, (TypeRef(base),))


def type_of_class(statement: ClassStatement) -> TypeRef:
    """Return the type of a class that a test defines: its metaclass, or one with its instances' type."""
    if statement.metaclass:
        return TypeRef(statement.metaclass)
    if DATACLASS in statement.decorators:
        return class_of(OF_DATA)
    return class_of(statement.bases[0] if statement.bases else "object")
