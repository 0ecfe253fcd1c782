"""What code asks for by `in` is a reason to put it there."""

from __future__ import annotations

import pytest

from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.breeding.providers.asked import ASKED, AskedFor

USES = ("in", "in:'a'", "in:'b'")


def test_members_that_are_asked_for_belong_to_what_a_parameter_takes() -> None:
    kind = TypeRef("set", (TypeRef("str"),))

    found = AskedFor().kind_of(Parameter("rights", type=kind, uses=USES), Subject("shop", "shop.py"))

    assert found == TypeRef("union", (TypeRef(ASKED, (kind,), ("a", "b")), kind, ANY))


@pytest.mark.parametrize(
    ("kind", "uses"),
    [
        (ANY, USES[:2]),
        (ANY, (*USES, "lower")),
        (TypeRef("dict"), (*USES, "['a']")),
        (TypeRef("list", (TypeRef("int"),)), USES),
        (TypeRef("str"), USES),
    ],
    ids=["one", "text", "looked up", "other items", "annotated text"],
)
def test_nothing_is_said_of_one_member_of_texts_or_of_what_is_known_better(
    kind: TypeRef, uses: tuple[str, ...]
) -> None:
    parameter = Parameter("given", type=kind, uses=uses)

    assert AskedFor().kind_of(parameter, Subject("shop", "shop.py")) is None
