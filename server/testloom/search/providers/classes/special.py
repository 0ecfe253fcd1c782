"""Objects of a test's own classes for parameters of any type: with marked functions, or failing ones."""

from __future__ import annotations

from testloom.model.statements import MakeStatement, Member
from testloom.model.types import TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.classes.kinds import OBJECT, class_of
from testloom.search.providers.classes.markers import marked_value
from testloom.search.providers.classes.names import ITEMS, class_named
from testloom.search.providers.values.functions import raised

FAILING = 0.3
"""The probability that a value of any type has a special method that raises, if code handles that."""
PARAMETERS = {"__format__": ("spec",)}


def special_value(builder: Builder) -> int | None:
    """Append, or find, an object that the code may look for; None where others are to be taken."""
    marked = marked_value(builder)
    return _failing(builder) if marked is None else marked


def _failing(builder: Builder) -> int | None:
    """An object one of whose special methods raises, for code such as `try: return repr(value)`."""
    attempts = builder.subject.attempts
    if not (attempts and builder.knowledge.last_resort.defines_classes and builder.rng.random() < FAILING):
        return None
    name = builder.rng.choice(attempts)
    error = raised(builder)
    member = Member("method", name, error, parameters=PARAMETERS.get(name, ()), raises=True)
    kind = builder.add(class_named(ITEMS, builder).having([member]), class_of("object"))
    return builder.add(MakeStatement(builder.next_id(), OBJECT, kind), TypeRef("object"))
