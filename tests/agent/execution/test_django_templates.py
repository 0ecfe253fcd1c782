"""Of a page of Django, what the template was given is told, and the messages for the user."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.execution.reporting.frameworks.django_rows import MOST
from testloom_agent.execution.reporting.frameworks.responses import told_of

PATH = "django.template.response:TemplateResponse"


class Model:
    """Stands for the base of models."""


class Book(Model):
    """A row of a table."""

    _meta = SimpleNamespace(abstract=False)

    def __init__(self, title: str | None) -> None:
        self._title = title

    def __str__(self) -> str:
        if self._title is None:
            raise ValueError("no title")
        return self._title


class QuerySet(list[Book]):
    """Stands for a query."""


class BaseForm:
    """Stands for a form."""

    def __init__(self, errors: dict[str, list[str]] | None) -> None:
        self._errors = errors


@pytest.fixture(autouse=True)
def django(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand for the modules of Django that are asked."""
    modules = [("db.models", Model), ("db.models.query", QuerySet), ("forms.forms", BaseForm)]
    for name, kind in modules:
        module = SimpleNamespace(**{kind.__name__: kind})
        monkeypatch.setitem(sys.modules, f"django.{name}", module)


def told(*own: dict[str, Any], messages: Any = None, **more: Any) -> dict[str, Any]:
    """What is told of a page whose template was given something by its view."""
    first = SimpleNamespace(dicts=[{"True": True}, {"csrf_token": "x"}, *own], _processors_index=1)
    request = SimpleNamespace() if messages is None else SimpleNamespace(_messages=messages)
    page = SimpleNamespace(status_code=200, headers={}, content=b"<p>", wsgi_request=request, **more)
    page.context = [first, SimpleNamespace(dicts=[{"widget": "a"}])] if len(own) > 1 else first
    return told_of(PATH, page) or {}


class Storage(list[str]):
    """Messages, some of which the last request has added."""

    added_new = True


def test_plain_values_rows_and_errors_are_told_but_not_what_others_add() -> None:
    book, form = Book("Emma"), BaseForm({"title": ["Too long."]})
    given = {"total": 2, "book": book, "books": QuerySet([book]), "form": form, "sizes": (1, 2)}

    assert told({}, given) == {
        "status_code": 200,
        "context total": 2,
        "text book": "Emma",
        "texts books": ["Emma"],
        "errors form": {"title": ["Too long."]},
        "listed sizes": [1, 2],
    }


def test_of_two_names_for_one_object_the_last_is_told() -> None:
    books = QuerySet([Book("Emma")])

    given = {"object_list": books, "is_paginated": False, "is_sorted": False, "book_list": books}

    assert list(told({}, given)) == [
        "status_code",
        "texts book_list",
        "context is_paginated",
        "context is_sorted",
    ]


@pytest.mark.parametrize(
    "value", [Book(None), QuerySet([Book("a")] * (MOST + 1)), BaseForm(None), object(), [object()]]
)
def test_what_has_no_text_or_too_many_rows_is_left_out(value: Any) -> None:
    assert told({"value": value}) == {"status_code": 200}


def test_messages_are_told_if_the_request_has_added_one() -> None:
    storage, earlier = Storage(["Saved."]), Storage(["Saved."])
    earlier.added_new = False

    assert told(messages=storage, url="/") == {"status_code": 200, "said messages": ["Saved."], "url": "/"}
    assert told(messages=earlier, url="/") == {"status_code": 200, "url": "/"}
