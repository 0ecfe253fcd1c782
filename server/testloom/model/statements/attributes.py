"""Statements that read or assign an attribute."""

from __future__ import annotations

from typing import Annotated, ClassVar

from testloom.model.checks import matching
from testloom.model.statements.lazy import lazy
from testloom.model.statements.parts import Statement
from testloom.model.statements.roles import Reference, word
from testloom.model.texts.names import is_name, is_private


def is_dotted(names: str) -> bool:
    """Check whether a text consists of names with dots between them."""
    return all(map(is_name, names.split(".")))


dotted = matching(is_dotted, "a name")


class AttributeStatement(Statement, frozen=True):
    """Read an attribute or a property of an earlier value."""

    tag: ClassVar[str] = "attribute"
    source: Reference
    name: Annotated[str, word(dotted)]


class AssignmentStatement(Statement, frozen=True):
    """Assign an earlier value to an attribute, even a private one, of another; produces nothing."""

    tag: ClassVar[str] = "assign"
    source: Reference
    name: Annotated[str, word(dotted)]
    value: Reference

    @lazy
    def is_private(self) -> bool:
        """Check whether the attribute is private."""
        return is_private(f":{self.name}")
