"""Views of Django and its REST framework are looked for, whatever some of them are made of."""

from __future__ import annotations

import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.fixtures import Offered
from testloom_agent.reflection.web import api
from testloom_agent.reflection.web.applications import Applications


class Client:
    """Stands for the client of Django."""


Client.__module__, Client.__qualname__ = "django.test.client", "Client"


def index(request: Any) -> None: ...


def broken(request: Any) -> None: ...


def test_a_view_that_cannot_be_described_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    patterns = [
        SimpleNamespace(pattern=SimpleNamespace(_route=f"{view.__name__}/", converters={}), callback=view)
        for view in (broken, index)
    ]
    resolver = SimpleNamespace(url_patterns=patterns)
    monkeypatch.setitem(sys.modules, "django.urls", SimpleNamespace(get_resolver=lambda: resolver))
    applications, skipped = Applications([Offered("client", Client)]), list[str]()

    def source(view: Any) -> None:
        assert view is not broken

    def attempt(name: str, describe: Any) -> None:
        try:
            describe()
        except AssertionError:
            skipped.append(name)

    applications.find_views(source, attempt)

    assert (skipped, getattr(applications.route_of(index), "path", "")) == (
        ["the view at /broken/"],
        "/index/",
    )


def test_a_method_of_a_view_may_be_any_object_that_can_be_called(monkeypatch: pytest.MonkeyPatch) -> None:
    framework = SimpleNamespace(Serializer=type("Serializer", (), {}))
    monkeypatch.setitem(sys.modules, "rest_framework.serializers", framework)

    class View:
        http_method_names = ("post",)
        serializer_class = type("Orders", (framework.Serializer,), {})
        post = partial(index)

    [(method, route)] = api.routes("/orders/", [], SimpleNamespace(cls=View), lambda _: None)

    assert (method, route.method, route.fields) == (View.post, "post", [])
