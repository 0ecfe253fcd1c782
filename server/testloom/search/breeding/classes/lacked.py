"""Members for what the methods of a class use and leave to subclasses: values and methods."""

from __future__ import annotations

from testloom.model.statements import Member, MemberKind
from testloom.model.subject import Lacked, Parameter
from testloom.model.types import ANY
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.results import taken
from testloom.search.breeding.values.functions import raised
from testloom.search.breeding.values.value_maker import ValueMaker
from testloom.search.inputs.values import random_plain_type

RAISING = 0.1
SILENT = 0.5
"""How often a method returns nothing whose result nobody is seen to take."""


def lacked_member(base: str, lacked: Lacked, draft: Draft, depth: int, maker: ValueMaker) -> Member:
    """A method if it is called, with the arguments of its calls; else a value for what is done with it."""
    if not lacked.is_called:
        known = maker.subject.classes.get(base)
        kinds = {**known.private, **known.assignable} if known is not None else {}
        parameter = Parameter(lacked.name, type=kinds.get(lacked.name, ANY), uses=lacked.uses)
        return Member("value", lacked.name, maker.argument(draft, parameter, depth + 1))
    kind: MemberKind = "classmethod" if lacked.is_of_class else "method"
    made = Member(kind, lacked.name, parameters=lacked.parameters, is_async=lacked.is_awaited)
    if maker.rng.random() < RAISING:
        return made.replace(value=raised(draft, maker), raises=True)
    value = taken(f"{lacked.name}()", "", draft, maker)
    if value is None and maker.rng.random() < SILENT:
        return made
    if value is None:  # nothing tells what is returned
        value = maker.value(draft, random_plain_type(maker.rng), depth + 2)
    return made.replace(value=value)
