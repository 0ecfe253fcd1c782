"""Values keep within the limits of their types."""

from __future__ import annotations

from random import Random

import pytest

from testloom.model.limits import Limits
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement
from testloom.model.types import Scalar, TypeRef
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

OFTEN = 200


def values(kind: TypeRef) -> list[Scalar]:
    """Many values of a type; of an object the plain argument that makes it."""
    knowledge = Knowledge(bank(), [], Random(1))
    found: list[Scalar] = []
    for _ in range(OFTEN):
        builder = knowledge.builder()
        builder.value(kind, depth=0)
        *_, made = builder.draft.statements
        given = made.args[:1] if isinstance(made, CallStatement) else (made.id,)
        literals = (s for s in builder.draft.statements if isinstance(s, LiteralStatement))
        found += [literal.value for literal in literals if literal.id in given]
    return found


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("int", Limits(gt=0, le=100)),
        ("int", Limits(ge=1000, multiple_of=5)),
        ("int", Limits(lt=-3)),
        ("float", Limits(gt=0, le=31.5)),
        ("str", Limits(min_length=12, max_length=19)),
        ("str", Limits(pattern=r"^[A-Z]{2}-\d{3}$")),
        ("bytes", Limits(min_length=3)),
    ],
)
def test_most_values_keep_within_the_limits(name: str, limits: Limits) -> None:
    found = values(TypeRef(name, limits=limits))

    assert sum(map(limits.admit, found)) > 0.8 * OFTEN
    assert len(set(found)) > 3


def test_the_limits_themselves_are_among_the_values() -> None:
    assert {1, 100} <= set(values(TypeRef("int", limits=Limits(gt=0, le=100))))


def test_a_decimal_has_no_more_digits_than_it_may() -> None:
    limits = Limits(ge=0, max_digits=4, decimal_places=2)
    made = values(TypeRef("decimal:Decimal", limits=limits))
    found = [str(value) for value in made if type(value) is not bool]

    fitting = [text for text in found if limits.admit(float(text)) and len(text.replace(".", "")) <= 4]
    assert len(fitting) > 0.8 * OFTEN
    assert {"0", "99"} <= set(fitting)
    assert any("." in text for text in fitting)


def test_a_collection_has_as_many_items_as_it_needs() -> None:
    knowledge = Knowledge(bank(), [], Random(1))
    kind = TypeRef("list", (TypeRef("int"),), limits=Limits(min_length=2, max_length=3))
    sizes = set()
    for _ in range(OFTEN):
        builder = knowledge.builder()
        builder.value(kind, depth=0)
        made = builder.draft.statements[-1]
        assert isinstance(made, CollectionStatement)
        sizes.add(len(made.items))

    assert {2, 3} <= sizes
    assert not any(isinstance(statement, CallStatement) for statement in builder.draft.statements)
