"""The fields of the forms that a handler makes are parts of its requests."""

from __future__ import annotations

import ast
import inspect
import sys
from textwrap import dedent
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.web.flask.held import CONFIGURATION
from testloom_agent.reflection.web.flask.wtforms import CHECKS_TOKEN, FORMS, OF_FLASK, fields_of_forms
from testloom_agent.reflection.web.route import Route


class Form:
    """Stands for the base of all forms."""


class FlaskForm(Form):
    """Stands for forms that come with a token."""


class StringField:
    counter = 0


class EmailField(StringField):
    """A text of a format."""


class IntegerField:
    """A number."""


class SubmitField(StringField):
    """A button."""


class Email:
    """A validator."""


class Length:
    def __init__(self, min: int = -1, max: int = -1) -> None:
        self.min, self.max = min, max


def declared(number: int, kind: type, *args: Any, **kwargs: Any) -> Any:
    """A field as a class of forms holds it."""
    return SimpleNamespace(creation_counter=number, field_class=kind, args=args, kwargs=kwargs)


class Registration(FlaskForm):
    submit = declared(5, SubmitField)
    name = declared(1, StringField, validators=[Length(2, 20)])
    bio = declared(2, StringField, "Bio", [Length(max=140)])
    email = declared(3, StringField, validators=[Email()])
    other_email = declared(4, EmailField)


class SelectField(StringField):
    """A choice."""


class NumberRange:
    def __init__(self, min: int | None = None, max: int | None = None) -> None:
        self.min, self.max = min, max


class Optional:
    """A validator that accepts nothing at all."""


class EqualTo:
    def __init__(self, fieldname: str) -> None:
        self.fieldname = fieldname


class Order(Form):
    confirmed = declared(2, StringField, validators=[EqualTo("password")])
    password = declared(1, StringField)
    other = declared(3, StringField, validators=[EqualTo("nowhere")])
    size = declared(4, SelectField, choices=[("s", "Small"), ("l", "Large")])
    colour = declared(5, SelectField, choices={"warm": ["red"], "cold": [("blue", "Blue")]})
    number = declared(6, SelectField, choices=[(1, "one"), (2, "two")])
    later = declared(7, SelectField)
    amount = declared(8, IntegerField, validators=[NumberRange(0, 9)])
    least = declared(9, IntegerField, validators=[NumberRange(min=5)])
    note = declared(10, StringField, validators=[Optional(), Length(min=3)])


class Session:
    """Stands for what only a request has."""

    def __get__(self, form: Any, kind: type) -> Any:
        raise RuntimeError("there is no request")

    def __getattr__(self, name: str) -> Any:
        raise RuntimeError("there is no request")


class Search(Form):
    limit = declared(1, IntegerField)
    session = Session()


class Rating(Form):
    stars = declared(1, StringField, "Stars", 5)


def register() -> Any:
    return Registration()


def search() -> Any:
    return Search(), StringField()


def rate() -> Any:
    return Rating()


def order() -> Any:
    return Order()


def source(function: Any) -> Any:
    return ast.parse(dedent(inspect.getsource(function))).body[0]


@pytest.fixture
def _libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, kind in ((FORMS, Form), (OF_FLASK, FlaskForm)):
        module = ModuleType(name)
        vars(module)[kind.__name__] = kind
        monkeypatch.setitem(sys.modules, name, module)


@pytest.mark.usefixtures("_libraries")
def test_a_form_is_filled_as_its_validators_allow_and_needs_no_token() -> None:
    token, *fields = fields_of_forms([register], source)

    assert (token.argument, token.key, token.kind["values"]) == (CONFIGURATION, CHECKS_TOKEN, [False])
    told = [(f.key, f.kind["name"], f.kind["values"], f.kind.get("limits")) for f in fields]
    assert told == [
        ("name", "str", [], {"min_length": 2, "max_length": 20}),
        ("bio", "str", [], {"max_length": 140}),
        ("email", "format", ["email"], None),
        ("other_email", "format", ["email"], None),
    ]
    assert all(field.argument == "data" for field in fields) and not token.is_optional


@pytest.mark.usefixtures("_libraries")
def test_a_field_has_one_of_its_choices_or_a_number_within_a_range() -> None:
    told = {field.key: field.kind for field in fields_of_forms([order], source)}

    values = {name: kind["values"] for name, kind in told.items() if kind["name"] == "literal"}
    assert values == {"size": ["s", "l"], "colour": ["red", "blue"], "number": [1, 2]}
    assert told["later"]["name"] == "str"
    assert [field.key for field in fields_of_forms([order], source) if field.is_optional] == [
        "password",
        "other",
        "later",
        "note",
    ]
    assert [told[name]["limits"] for name in ("amount", "least")] == [{"ge": 0, "le": 9}, {"ge": 5}]


@pytest.mark.usefixtures("_libraries")
def test_a_field_that_has_to_equal_another_has_its_value() -> None:
    fields = list(fields_of_forms([order], source))

    assert {field.key: field.repeated for field in fields if field.repeated} == {"password": ["confirmed"]}
    assert "confirmed" not in [field.key for field in fields] and "other" in [field.key for field in fields]
    places = Route("", "", "post", "/", fields).describe(follows=True)["places"]
    assert [place for place in places if place[0] == "password"] == [
        ["password", "data", "password", ""],
        ["password", "data", "confirmed", ""],
    ]
    assert len(places) == len(fields) + 1 and places[-1][2] == "confirmed"


@pytest.mark.usefixtures("_libraries")
def test_a_form_without_a_token_changes_no_setting() -> None:
    [field] = fields_of_forms([search], source)

    assert (field.key, field.kind["name"]) == ("limit", "int")


@pytest.mark.usefixtures("_libraries")
def test_a_field_of_a_class_of_its_own_may_have_something_else_in_place_of_validators() -> None:
    [field] = fields_of_forms([rate], source)

    assert (field.key, field.kind["name"], field.kind.get("limits")) == ("stars", "str", None)


def test_without_the_library_there_are_no_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, FORMS, raising=False)

    assert list(fields_of_forms([register], source)) == []
