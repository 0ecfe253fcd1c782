"""Objects that offer the attributes which code reads from an entry or an item, where no known type does."""

from __future__ import annotations

from testloom.model.statements import Answer, DoubleStatement
from testloom.model.subject import Parameter
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.inputs.types.plausibility import OFFERING
from testloom.search.providers.provider import ValueProvider

FOUND = 0.7
"""The probability that an object seen in other tests is taken, if one offers the attributes."""
OTHER = 0.05
"""The probability of any other value: subjects check for what they were not given."""
PLAIN = 0.6
"""The probability that attributes hold values, as those of records do; they may be methods."""


class Offering(ValueProvider):
    """Objects seen in tests, else doubles, with the attributes that a type names."""

    name = "offering"

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Offer objects with named attributes."""
        return float(kind.name == OFFERING)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make an object of a class found in tests, or a double; minimisation makes it a plain object."""
        names, rng = tuple(map(str, kind.values)), builder.rng
        found = builder.knowledge.experience.finds.offering(names)
        if found and rng.random() < FOUND:
            return builder.value(TypeRef(rng.choice(found)), depth=builder.depth)
        if rng.random() < OTHER or not builder.knowledge.last_resort.has_doubles:
            return builder.value(ANY, depth=builder.depth)
        if rng.random() >= PLAIN:
            return builder.double("", names)
        plain = (name for name in names if not name.startswith("__"))  # the others are MagicMock's own
        held = tuple(Answer(name, _held(name, builder.within())) for name in plain)
        return builder.add(DoubleStatement(builder.next_id(), "", names, held))


def _held(name: str, builder: Builder) -> int:
    """The value of an attribute, by its name if that says something."""
    kinds = builder.knowledge.plausible_types(Parameter(name)) or [ANY]
    return builder.value(builder.rng.choice(kinds), depth=builder.depth)
