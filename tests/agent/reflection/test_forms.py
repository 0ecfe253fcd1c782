"""Forms of Django and serializers of its REST framework are described by what fills them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.web.django.forms import kind_of_field
from tests.agent.describing import callables, short

pytest.importorskip("rest_framework")
pytestmark = pytest.mark.usefixtures("own_modules")

HEAD = """
from django.conf import settings
if not settings.configured:
    settings.configure()
from django import forms
from rest_framework import serializers
"""
FORMS = """
    class PasswordForm(forms.Form):
        password = forms.CharField()
        def __init__(self, owner, *args, strict=False, **kwargs):
            self.owner, self.strict = owner, strict
            super().__init__(*args, **kwargs)
    class OrderForm(forms.Form):
        title = forms.CharField()
    class StartForm(forms.Form):
        def __init__(self, owner):
            super().__init__({"owner": owner})
    class OrderSerializer(serializers.Serializer):
        title = serializers.CharField()
        def __init__(self, shop, *args, **kwargs):
            self.shop = shop
            super().__init__(*args, **kwargs)
"""


def taken(entry: Any) -> list[tuple[str, bool]]:
    """What a constructor takes, and whether it may be left out."""
    return [(one["name"], one["has_default"]) for one in entry["parameters"]]


def test_its_own_constructor_says_what_a_form_or_serializer_needs_beside_the_data(described: Any) -> None:
    entries = callables(described(FORMS, head=HEAD))

    assert taken(entries["PasswordForm"]) == [("owner", False), ("strict", True), ("data", False)]
    assert taken(entries["OrderForm"]) == [("data", False)]
    assert taken(entries["StartForm"]) == [("owner", False)]
    assert taken(entries["OrderSerializer"]) == [("shop", False), ("data", True)]
    assert entries["OrderSerializer"]["parameters"][1]["type"]["values"] == ["title"]


class RelatedField:
    queryset = None

    @property
    def choices(self) -> Any:
        raise AssertionError("this reads rows")


class PrimaryKeyRelatedField(RelatedField):
    pass


class ModelChoiceField(RelatedField):
    pass


class ModelMultipleChoiceField(ModelChoiceField):
    pass


KEY = "union[literal[1], literal[1], literal[1, 2, 3], str]"


@pytest.mark.parametrize(
    ("field", "expected"),
    [
        (PrimaryKeyRelatedField(), KEY),
        (ModelMultipleChoiceField(), f"list[{KEY}]"),
        (RelatedField(), "str"),
        (SimpleNamespace(child_relation=PrimaryKeyRelatedField()), f"list[{KEY}]"),
    ],
)
def test_fields_for_rows_are_given_keys_and_no_row_is_read_for_that(field: Any, expected: str) -> None:
    assert short(kind_of_field(field)) == expected


def test_choices_in_groups_are_those_of_all_groups() -> None:
    field = SimpleNamespace(choices=[("", "none"), ("Paper", [("b", "Book"), ("m", "Map")]), (3, "Film")])

    assert short(kind_of_field(field)) == "literal['b', 'm', 3]"
