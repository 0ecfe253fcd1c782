"""Texts in the formats that programs read, by what they are called."""

from __future__ import annotations

from random import Random

import pytest

from testloom.model.statements import LiteralStatement
from testloom.model.subject import Parameter
from testloom.model.types import TypeRef
from testloom.search.providers.arguments import argument
from testloom.search.providers.inputs.texts.formats import FORMATS, named
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

TEXT = TypeRef("str")


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("email", "email"),
        ("contact-email", "email"),
        ("email_address", "email"),
        ("Phone", "phone"),
        ("book_isbn", "isbn"),
        ("base_url", "url"),
        ("start_date", "date"),
        ("day", "date"),
        ("today", None),
        ("emails", None),
        ("mailbox", None),
        ("name", None),
    ],
)
def test_a_name_says_the_format_of_a_text(name: str, form: str | None) -> None:
    assert named(name, TEXT) == (TypeRef("format", values=(form,)) if form else TEXT)


def test_only_texts_are_in_a_format_also_where_there_may_be_something_else() -> None:
    other = TypeRef("union", (TypeRef("int"), TypeRef("none")))
    either = TypeRef("union", (TEXT, TypeRef("none")))

    assert named("email", other) == other
    assert named("email", either).args == (TypeRef("format", values=("email",)), TypeRef("none"))


@pytest.mark.parametrize("kind", [TEXT, TypeRef("record", (TEXT,), ("email",))])
def test_arguments_and_what_is_behind_a_key_are_mostly_in_the_format(kind: TypeRef) -> None:
    found = []
    for seed in range(60):
        builder = Knowledge(bank(), [], Random(seed)).builder()
        argument(builder, Parameter("email", type=kind))
        values = [s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)]
        found.append(bool({*values} & {*FORMATS["email"]}))

    assert 30 < found.count(True) < 60
