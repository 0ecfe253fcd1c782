"""Members that methods of a class use and leave to subclasses: values and methods."""

from __future__ import annotations

from testloom.model.statements import Member, MemberKind
from testloom.model.subject import LackedAttribute, Parameter
from testloom.model.types import ANY
from testloom.search.providers.arguments import argument
from testloom.search.providers.builder import Builder
from testloom.search.providers.doubles.results import taken
from testloom.search.providers.inputs.values import random_plain_type
from testloom.search.providers.values.functions import raised

RAISING = 0.1
SILENT = 0.5
"""The probability that a method returns nothing if no code is seen to use its result."""


def lacked_member(base: str, lacked: LackedAttribute, builder: Builder) -> Member:
    """Make a method with the parameters of its calls, if the missing member is called; else a value.

    The value fits how the member is used.
    """
    if not lacked.is_called:
        known = builder.subject.classes.get(base)
        kinds = {**known.private, **known.assignable} if known is not None else {}
        parameter = Parameter(lacked.name, type=kinds.get(lacked.name, ANY), uses=lacked.uses)
        return Member("value", lacked.name, argument(builder.within(), parameter))
    kind: MemberKind = "classmethod" if lacked.is_of_class else "method"
    made = Member(kind, lacked.name, parameters=lacked.parameters, is_async=lacked.is_awaited)
    if builder.rng.random() < RAISING:
        return made.replace(value=raised(builder), raises=True)
    value = taken(f"{lacked.name}()", "", builder)
    if value is None and builder.rng.random() < SILENT:
        return made
    if value is None:  # nothing tells what is returned
        value = builder.value(random_plain_type(builder.rng), depth=builder.depth + 2)
    return made.replace(value=value)
