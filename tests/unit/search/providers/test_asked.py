"""What code asks for by `in` is a reason to put it there."""

from __future__ import annotations

from random import Random

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.model.subject import Parameter, Subject
from testloom.model.types import ANY, TypeRef
from testloom.search.providers.knowledge import Knowledge
from testloom.search.providers.values.asked import ASKED, AskedFor

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


def test_a_search_makes_what_holds_the_members() -> None:
    parameter = Parameter("rights", type=TypeRef("set"), uses=USES)
    subject = Subject("shop", "shop.py", capabilities=CAPABILITIES)

    kind = Knowledge(subject, (), Random(0)).kind_of(parameter)

    assert TypeRef(ASKED, (TypeRef("set"),), ("a", "b")) in kind.args


def test_of_what_a_library_makes_the_members_are_left_to_its_provider() -> None:
    parameter = Parameter("frame", uses=(*USES, "groupby"))
    subject = Subject("shop", "shop.py", imports=("pandas",), capabilities=CAPABILITIES)

    assert Knowledge(subject, (), Random(0)).kind_of(parameter) == TypeRef("pandas:DataFrame")
