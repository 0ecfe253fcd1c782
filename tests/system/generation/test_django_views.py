"""Views of a Django project are reached by requests through the client that its tests have."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.capabilities.requests.preparing import LOGIN
from testloom.capabilities.requests.statement import RequestStatement
from testloom.execution import Agent
from testloom.generation.loading import load, loaded_subject
from testloom.model.execution import Observation
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.observed import attributes_of
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from tests.values import plain

SETTINGS = """
SECRET_KEY = "a"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions"]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
ROOT_URLCONF = "shop.urls"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite3"}}
"""
URLS = """
from django.urls import include, path

from shop import views

pages = [path("<int:number>/", views.show), path("new/", views.Add.as_view())]
urlpatterns = [path("pages/", include(pages)), path("find/", views.find), path("me/", views.me)]
"""
VIEWS = """
from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.views import View
from django.views.decorators.http import require_POST


class PageForm(forms.Form):
    title = forms.CharField(max_length=10)
    size = forms.ChoiceField(choices=[("s", "Small"), ("l", "Large")], required=False)


def show(request, number):
    return JsonResponse({"number": number}) if number else redirect("/pages/1/")


class Add(View):
    def post(self, request):
        form = PageForm(request.POST)
        return HttpResponse("added" if form.is_valid() else "refused")


@require_POST
def find(request):
    return HttpResponse(request.POST["word"])


@login_required
def me(request):
    return HttpResponse(request.user.username)


def plain(word):
    return word
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("project")
    (folder / "shop").mkdir()
    (folder / "settings.py").write_text(SETTINGS)
    ini = "[pytest]\nDJANGO_SETTINGS_MODULE = settings\npythonpath = .\n"
    (folder / "pytest.ini").write_text(f"{ini}addopts = -p no:pytest-lsp -p no:asyncio\n")
    for name, text in (("__init__", ""), ("urls", URLS), ("views", VIEWS)):
        (folder / "shop" / f"{name}.py").write_text(text)
    file = folder / "shop" / "views.py"
    with load(GenerationRequest((Target(file),), Path(sys.executable), folder), file) as loaded:
        yield loaded


def _response(agent: Agent, name: str, *values: int | str) -> Observation:
    """What is told of the response to a request that reaches a view."""
    called = loaded_subject(agent).callables[f"shop.views:{name}"]
    assert called.request is not None
    client = CallStatement(0, called.request.client)
    given = [LiteralStatement(number, value) for number, value in enumerate(values, 1)]
    request = RequestStatement(9, called.id, 0, tuple(value.id for value in given), (), called.request)
    [seen] = agent.observe([TestCase((client, *given, request))])
    return seen[-1]


def test_views_are_described_by_the_requests_that_the_patterns_lead_to_them(agent: Agent) -> None:
    described = {entry["id"].partition(":")[2]: entry for entry in agent.description["callables"]}
    told = {
        name: (request["method"], request["path"], [place[:3] for place in request["places"]])
        for name, entry in described.items()
        if (request := entry.get("request"))
    }

    assert told == {
        "show": ("get", "/pages/{number}/", [["number", "path", "number"]]),
        "Add.post": ("post", "/pages/new/", [["title", "data", "title"], ["size", "data", "size"]]),
        "find": ("post", "/find/", [["word", "data", "word"]]),
        "me": ("get", "/me/", []),
    }
    kinds = {each["name"]: each["type"] for each in described["Add.post"]["parameters"]}
    assert kinds["size"]["values"] == ["s", "l"]
    assert described["plain"].get("request") is None


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("show", (2,), {"status_code": 200, "json()": {"number": 2}}),
        ("show", (0,), {"status_code": 302, "url": "/pages/1/"}),
        ("Add.post", ("a", "s"), {"status_code": 200, "content": b"added"}),
    ],
)
def test_of_a_response_the_status_and_what_it_says_are_told(
    agent: Agent, name: str, values: tuple[int | str, ...], expected: dict[str, object]
) -> None:
    assert _told(_response(agent, name, *values)) == expected


def _told(seen: Observation) -> dict[str, object]:
    assert seen.value is not None
    return {key: plain(value) for key, value in attributes_of(seen.value).items()}


def test_a_view_behind_a_login_is_reached_by_a_client_that_has_logged_a_user_in(agent: Agent) -> None:
    subject = loaded_subject(agent)
    [user] = subject.callables[LOGIN].parameters
    create = subject.callables[f"{user.type.name}.objects.create"]
    called = subject.callables["shop.views:me"]
    assert called.request is not None
    client, name = CallStatement(0, called.request.client), LiteralStatement(1, "Ada")
    request = RequestStatement(9, called.id, 0, (), (), called.request)
    ada = CallStatement(2, create.id, None, (), (("username", 1), ("password", 1)))
    login = CallStatement(3, LOGIN, 0, (2,))

    [known, [*_, unknown]] = agent.observe(
        [TestCase((client, name, ada, login, request)), TestCase((client, request))]
    )

    assert _told(known[-1]) == {"status_code": 200, "content": b"Ada"}
    assert _told(unknown)["status_code"] == 302
    assert {each.type.name for each in create.parameters if each.has_default} == {"bool"}


def test_a_view_that_is_a_class_is_neither_made_nor_called_otherwise(agent: Agent) -> None:
    described = [entry["id"] for entry in agent.description["callables"] if "Add" in entry["id"]]

    assert described == ["shop.views:Add.post"]
