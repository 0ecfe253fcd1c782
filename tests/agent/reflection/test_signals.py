"""What the models of Django send to functions has the types that these are handed."""

from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.members.hints.annotations import Reducer, make
from testloom_agent.reflection.web.django import signals
from testloom_agent.reflection.web.django.signals import received


class Ticket:
    """Stands for a model."""


def note(sender, instance, created, **kwargs): ...  # type: ignore[no-untyped-def]


def other(instance: Any) -> None: ...


@pytest.fixture(autouse=True)
def django(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = SimpleNamespace(receivers=[((id(note), id(Ticket)), note, False), ((id(other), 1), other, False)])
    apps = SimpleNamespace(models_ready=True, get_models=lambda: [Ticket])
    monkeypatch.setitem(sys.modules, "django.db.models.signals", SimpleNamespace(post_save=saved))
    monkeypatch.setitem(sys.modules, "django.apps", SimpleNamespace(apps=apps))
    monkeypatch.setattr(signals, "is_model", lambda kind: kind is Ticket)


def _types(function: Any, *names: str) -> dict[str, str]:
    parameters = [{"name": name, "type": make("any")} for name in names]
    described = received({"parameters": parameters}, function, Reducer())
    return {parameter["name"]: parameter["type"]["name"] for parameter in described["parameters"]}


def test_a_receiver_is_handed_an_object_of_the_model_that_sends() -> None:
    assert _types(note, "sender", "instance", "created") == {
        "sender": "any",
        "instance": f"{__name__}:Ticket",
        "created": "bool",
    }


def test_what_an_annotation_says_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(note, "__annotations__", {"created": int})

    assert _types(note, "created") == {"created": "any"}


def test_other_functions_are_as_they_are() -> None:
    assert _types(other, "instance") == {"instance": "any"}


def test_nothing_is_told_where_django_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "django.db.models.signals")

    assert _types(note, "instance") == {"instance": "any"}
