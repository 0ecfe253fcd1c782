"""Objects of classes that a test defines where anything will do: with marked functions, or ones that fail."""

from __future__ import annotations

from testloom.model.statements import MakeStatement, Member
from testloom.model.types import TypeRef
from testloom.search.breeding.classes.kinds import OBJECT, class_of
from testloom.search.breeding.classes.markers import marked_value
from testloom.search.breeding.classes.names import ITEMS, class_named
from testloom.search.breeding.draft import Draft
from testloom.search.breeding.values.functions import raised
from testloom.search.breeding.values.value_maker import ValueMaker

FAILING = 0.3
"""How often what may be anything fails to show itself, where there is code that is ready for it."""
PARAMETERS = {"__format__": ("spec",)}


def special_value(draft: Draft, depth: int, maker: ValueMaker) -> int | None:
    """Append, or find, an object that the code may look for; None where others are to be taken."""
    marked = marked_value(draft, depth, maker)
    return _failing(draft, maker) if marked is None else marked


def _failing(draft: Draft, maker: ValueMaker) -> int | None:
    """An object one of whose special methods raises, for code such as `try: return repr(value)`."""
    attempts = maker.subject.attempts
    if not (attempts and maker.last_resort.defines_classes and maker.rng.random() < FAILING):
        return None
    name = maker.rng.choice(attempts)
    error = raised(draft, maker)
    member = Member("method", name, error, parameters=PARAMETERS.get(name, ()), raises=True)
    kind = draft.add(class_named(ITEMS, draft, maker).having([member]), class_of("object"))
    return draft.add(MakeStatement(maker.next_id(), OBJECT, kind), TypeRef("object"))
