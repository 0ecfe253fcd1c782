"""Views of Django and its REST framework are looked for, whatever some of them are made of."""

from __future__ import annotations

import ast
import sys
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.fixtures import Offered
from testloom_agent.reflection.web.applications import Applications
from testloom_agent.reflection.web.django import api, views
from tests.agent.describing import short


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


def parts_of(view: Any, text: str) -> list[tuple[str, str, str]]:
    """The parts of requests to a view, or to the first method of one that is a class."""
    node = ast.parse(text).body[0]
    assert isinstance(node, ast.FunctionDef)
    [(_, route)] = views.routes(views.Leaf("/", {}, view), "client", lambda _: node)
    return [(field.argument, field.key, field.kind["name"]) for field in route.fields]


def test_a_view_that_is_a_class_looks_up_things_in_the_request_that_it_keeps() -> None:
    class Orders:
        def get_queryset(self) -> None: ...

        get = None

    text = "def get_queryset(self): return self.request.GET.get('open'), self.request.headers['X-Key']"

    assert parts_of(SimpleNamespace(view_class=Orders), text) == [
        ("headers", "X-Key", "str"),
        ("data", "open", "str"),
    ]


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("found = json.loads(request.body)\n    return found['title'], request.GET['size']", "dict"),
        ("found = loads(request.body.decode())\n    return found.get('title')", "dict"),
        ("return json.loads(request.body)", "any"),
        ("return [PageForm(row) for row in json.loads(request.body)]", "list"),
        ("form = PageForm(json.loads(request.body))\n    return form", "record"),
    ],
)
def test_a_view_that_reads_json_of_the_body_is_sent_some(
    monkeypatch: pytest.MonkeyPatch, body: str, kind: str
) -> None:
    base = type("BaseForm", (), {})
    monkeypatch.setitem(sys.modules, "django.forms.forms", SimpleNamespace(BaseForm=base))
    monkeypatch.setitem(
        globals(), "PageForm", type("PageForm", (base,), {"base_fields": {"title": object()}})
    )

    assert parts_of(index, f"def index(request):\n    {body}") == [
        ("data", "", kind),
        ("content_type", "", "literal"),
    ]


def test_a_view_that_reads_other_json_is_sent_none() -> None:
    assert parts_of(index, "def index(request): return json.loads(Path('a').read_text())['b']") == []


@pytest.mark.parametrize(
    ("name", "converter", "expected"),
    [
        ("file_id", "StringConverter", "union[literal[1], literal[1], literal[1, 2, 3], str]"),
        ("number", "IntConverter", "union[literal[1], literal[1], literal[1, 2, 3], int]"),
        ("title", "StringConverter", "str"),
    ],
)
def test_a_part_of_a_path_that_is_named_like_a_key_is_one_of_the_first(
    name: str, converter: str, expected: str
) -> None:
    assert short(views._part(name, type(converter, (), {})()).kind) == expected
