"""Collections that contain the members that code tests for with `in`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from testloom.model.statements import CollectionKind
from testloom.model.subject import Parameter, Subject
from testloom.model.texts.trees import literal_of
from testloom.model.types import ANY, Scalar, TypeRef
from testloom.search.providers.builder import Builder
from testloom.search.providers.provider import ValueProvider

ASKED = "asked"
"""The name of the type of a collection with known members: its `values`."""
USE = "in:"
"""The prefix of a use that names the tested member."""
LOOKED_UP = "['"
FEWEST = 2
MISSING = 0.1
"""The probability that a tested member is missing.

Collections with none or few of the members are made by other providers.
"""
KINDS: Mapping[str, CollectionKind] = {
    "list": "list",
    "tuple": "tuple",
    "set": "set",
    "frozenset": "frozenset",
    "dict": "dict",
    "any": "list",
}
OF_TEXTS = frozenset({"lower", "upper", "split", "strip", "startswith", "endswith", "replace", "encode"})
"""Methods of strings only, on which `in` tests for parts rather than for members."""


class AskedFor(ValueProvider):
    """Collections with most of the members that code tests for."""

    name = "asked for"

    def kind_of(self, parameter: Parameter, subject: Subject) -> TypeRef | None:
        """Return a type for a parameter that is searched by `in`: the members that code looks for.

        Several such members are needed; other values are still tried. Where keys are looked up, too, more
        is known of the parameter, and the result is None.
        """
        members = tuple(dict.fromkeys(_members(parameter.uses)))
        if len(members) < FEWEST or parameter.type.name not in KINDS or OF_TEXTS & {*parameter.uses}:
            return None
        if any(use.startswith(LOOKED_UP) for use in parameter.uses):
            return None
        items = parameter.type.args[:1]
        if items and not all(_is_of(member, items[0]) for member in members):
            return None
        return TypeRef("union", (TypeRef(ASKED, (parameter.type,), members), parameter.type, ANY))

    def offers(self, kind: TypeRef, builder: Builder) -> float:
        """Offer collections of members that code looks for by `in`."""
        return float(kind.name == ASKED)

    def make(self, kind: TypeRef, builder: Builder) -> int:
        """Make a collection of the members; now and then it lacks one."""
        known = kind.args[0]
        made = KINDS[known.name]
        held = [member for member in kind.values if builder.rng.random() >= MISSING]
        items: list[int] = []
        for member in held:
            items.append(builder.literal(member))
            if made == "dict":
                items.append(builder.value(known.args[1] if len(known.args) == 2 else ANY))
        return builder.collection(made, *items)


def _members(uses: tuple[str, ...]) -> Iterator[Scalar]:
    for use in uses:
        if use.startswith(USE):
            yield literal_of(use.removeprefix(USE))


def _is_of(member: Scalar, kind: TypeRef) -> bool:
    return kind.name in ("any", type(member).__name__)
