"""Forms, serializers and views of Django REST framework are tested as the frameworks' documentation shows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from testloom.capabilities.requests.preparing import API_CLIENT, API_LOGIN
from testloom.execution import Agent
from testloom.generation.loading import load, loaded_subject
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.observed import attributes_of
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.search.providers.knowledge import Knowledge
from tests.values import plain

pytest.importorskip("rest_framework")

SETTINGS = """
SECRET_KEY = "a"
INSTALLED_APPS = ["django.contrib.auth", "django.contrib.contenttypes", "rest_framework"]
ROOT_URLCONF = "urls"
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}}
REST_FRAMEWORK = {"DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.BasicAuthentication"]}
CLOSED = False
"""
URLS = """
from django.urls import include, path
from rest_framework.routers import DefaultRouter

import people

router = DefaultRouter()
router.register("people", people.PersonViewSet)
urlpatterns = [path("api/", include(router.urls)), path("number/", people.number)]
"""
PEOPLE = """
from django import forms
from django.conf import settings
from django.contrib.auth.models import User
from rest_framework import serializers, viewsets
from rest_framework.decorators import action, api_view
from rest_framework.permissions import IsAuthenticated
from rest_framework.response import Response


class PersonForm(forms.ModelForm):
    class Meta:
        model = User
        fields = ["username"]

    def clean_username(self):
        if self.cleaned_data["username"] == "root":
            raise forms.ValidationError("Taken.")
        return self.cleaned_data["username"]


class PersonSerializer(serializers.ModelSerializer):
    initial = serializers.SerializerMethodField()

    class Meta:
        model = User
        fields = ["id", "username", "initial"]

    def get_initial(self, user):
        return user.username[:1]

    def validate_username(self, value):
        if value == self.context["request"].user.username:
            raise serializers.ValidationError("That is you.")
        return value


class GreetingSerializer(serializers.Serializer):
    greeting = serializers.CharField()


class PersonViewSet(viewsets.ModelViewSet):
    queryset = User.objects.order_by("username")
    serializer_class = PersonSerializer
    permission_classes = [IsAuthenticated]
    http_method_names = ["get", "post"]

    @action(detail=True, methods=["post"])
    def hello(self, request, pk=None):
        return Response({"hello": self.get_object().username})

    @action(detail=False, methods=["post"])
    def greet(self, request):
        return Response(self.get_serializer(data=request.data).initial_data)

    def get_serializer_class(self):
        return GreetingSerializer if self.action == "greet" else super().get_serializer_class()


@api_view(["GET"])
def number(request):
    return Response({"number": User.objects.count()})


def is_open(request):
    return not settings.CLOSED or request.user.is_staff
"""


@pytest.fixture(scope="module")
def agent(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Agent]:
    folder = tmp_path_factory.mktemp("project")
    ini = "[pytest]\nDJANGO_SETTINGS_MODULE = settings\npythonpath = .\n"
    (folder / "pytest.ini").write_text(f"{ini}addopts = -p no:pytest-lsp -p no:asyncio\n")
    for name, text in (("settings", SETTINGS), ("urls", URLS), ("people", PEOPLE)):
        (folder / f"{name}.py").write_text(text)
    file = folder / "people.py"
    with load(GenerationRequest((Target(file),), Path(sys.executable), folder), file) as loaded:
        yield loaded


def _told(agent: Agent, *statements: CallStatement | CollectionStatement | LiteralStatement) -> object:
    """What is told of the receiver of the last statement."""
    [seen] = agent.observe([TestCase(statements)])
    assert seen[-1].receiver is not None
    return {key: plain(value) for key, value in attributes_of(seen[-1].receiver).items()}


def test_a_viewset_is_described_by_the_requests_to_its_actions_also_inherited_ones(agent: Agent) -> None:
    described = {entry["id"].partition(":")[2]: entry for entry in agent.description["callables"]}
    told = {
        name: (
            request["client"],
            request["method"],
            request["path"],
            [place[0] for place in request["places"]],
        )
        for name, entry in described.items()
        if (request := entry.get("request"))
    }

    assert told == {
        "PersonViewSet.list": (API_CLIENT, "get", "/api/people/", []),
        "PersonViewSet.create": (API_CLIENT, "post", "/api/people/", ["username", "format"]),
        "PersonViewSet.retrieve": (API_CLIENT, "get", "/api/people/{pk}/", ["pk"]),
        "PersonViewSet.greet": (API_CLIENT, "post", "/api/people/greet/", ["greeting", "format"]),
        "PersonViewSet.get_serializer_class": (API_CLIENT, "get", "/api/people/", []),
        "PersonViewSet.hello": (API_CLIENT, "post", "/api/people/{pk}/hello/", ["pk"]),
        "number": (API_CLIENT, "get", "/number/", []),
    }
    assert API_LOGIN.partition(":")[2] in described


def test_forms_and_serializers_are_filled_and_asked_and_nothing_of_them_is_called_otherwise(
    agent: Agent,
) -> None:
    own = [
        entry for entry in agent.description["callables"] if entry["in_subject"] and not entry.get("request")
    ]
    taken = {entry["id"].partition(":")[2]: [one["name"] for one in entry["parameters"]] for entry in own}

    assert taken == {
        "PersonForm": ["data"],
        "PersonForm.is_valid": [],
        "PersonForm.save": [],
        "GreetingSerializer": ["data"],
        "GreetingSerializer.is_valid": [],
        "GreetingSerializer.data": [],
        "PersonSerializer": ["instance", "data", "context"],
        "PersonSerializer.is_valid": [],
        "PersonSerializer.save": [],
        "PersonSerializer.data": [],
        "is_open": ["request"],
    }


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("root", {"errors": {"username": ["Taken."]}}),
        ("Ada", {"cleaned_data": {"username": "Ada"}}),
    ],
)
def test_of_a_form_that_was_asked_its_errors_are_told_or_its_data(
    agent: Agent, name: str, expected: dict[str, object]
) -> None:
    data = CollectionStatement(2, "dict", (0, 1))
    form = CallStatement(3, "people:PersonForm", None, (), (("data", 2),))
    asked = CallStatement(4, "people:PersonForm.is_valid", 3)

    found = _told(agent, LiteralStatement(0, "username"), LiteralStatement(1, name), data, form, asked)

    assert found == expected


def test_requests_that_the_framework_hands_over_come_from_its_factory(agent: Agent) -> None:
    knowledge = Knowledge(loaded_subject(agent), [], Random(1))
    cases = []
    for name in ("is_open", "PersonSerializer"):
        for _ in range(5):
            builder = knowledge.builder()
            builder.call_of(knowledge.subject.callables[f"people:{name}"])
            cases.append(TestCase(tuple(builder.draft.statements)))

    results = agent.execute(cases)

    assert sum(result.end == "passed" for result in results) > 3  # others have users that are none
    assert all("RequestFactory" in str(case) for case in cases)


def test_settings_that_code_looks_up_are_something_that_tests_can_set(agent: Agent) -> None:
    assert {"path": "django.conf:settings.CLOSED", "value": False} in agent.description["state"]
