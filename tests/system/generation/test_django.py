"""Models of a Django project are tested with rows in databases in memory."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.execution import Agent
from testloom.generation.job import generate
from testloom.generation.loading import load
from testloom.model.events.jobs import Candidate, Event
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.observed import Collection, Same, attributes_of
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from tests.proofs import short_proof
from tests.values import plain

__all__ = ["short_proof"]

SETTINGS = """
SECRET_KEY = "a"
INSTALLED_APPS = ["shop"]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite3"}}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
"""
MODELS = """
from django.db import models


class Product(models.Model):
    name = models.CharField(max_length=20)
    stock = models.PositiveIntegerField(default=0)
    size = models.CharField(max_length=1, choices=[("s", "Small"), ("l", "Large")], default="s")

    def __str__(self):
        return self.name


class Order(models.Model):
    product = models.ForeignKey(Product, on_delete=models.CASCADE)
    note = models.TextField(blank=True)

    alternatives = models.ManyToManyField(Product, related_name="+")

    def fulfil(self):
        if not self.product.stock:
            return False
        self.product.stock -= 1
        self.product.save()
        return True


def number():
    return Product.objects.count()


def named(name):
    return Product.objects.filter(name=name)
"""
OTHERS = "-p no:anyio -p no:asyncio -p no:hypothesispytest -p no:pytest-lsp"
PYTEST = f"[pytest]\nDJANGO_SETTINGS_MODULE = settings\npythonpath = .\naddopts = {OTHERS}\n"
CREATE = "shop.models:Product.objects.create"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "__init__.py").touch()
    (tmp_path / "settings.py").write_text(SETTINGS)
    (tmp_path / "pytest.ini").write_text(PYTEST)
    file = tmp_path / "shop" / "models.py"
    file.write_text(MODELS)
    return file


@pytest.fixture
def agent(file: Path) -> Iterator[Agent]:
    request = GenerationRequest((Target(file),), Path(sys.executable), file.parents[1])
    with load(request, file) as loaded:
        yield loaded


def test_what_a_test_case_stores_is_gone_before_the_next(agent: Agent) -> None:
    name, row = LiteralStatement(0, "pen"), CallStatement(1, CREATE, kwargs=(("name", 0),))
    storing = TestCase((name, row, CallStatement(2, "shop.models:number")))

    first, second = agent.execute([storing, storing])
    [[*_, there], [nothing]] = agent.observe([storing, TestCase((CallStatement(1, "shop.models:number"),))])

    assert first.exception is None and second.exception is None
    assert [first.touched, second.touched] == [(("database",),)] * 2
    assert there.value is not None and nothing.value is not None
    assert (plain(there.value), plain(nothing.value)) == (1, 0)


def test_what_a_query_finds_is_told_by_the_objects_of_the_test(agent: Agent) -> None:
    name, row = LiteralStatement(0, "pen"), CallStatement(1, CREATE, kwargs=(("name", 0),))
    finding = TestCase((name, row, CallStatement(2, "shop.models:named", args=(0,))))

    [[*_, found]] = agent.observe([finding])

    assert found.value is not None
    rows = attributes_of(found.value)["__iter__()"]
    assert isinstance(rows, Collection) and list(rows.parts()) == [Same(1)]


def test_a_function_that_finds_rows_is_prepared_by_what_makes_some(agent: Agent) -> None:
    described = {entry["id"]: entry for entry in agent.description["callables"]}

    assert described["shop.models:named"]["reads"] == ["shop.models:Product"]
    assert described[CREATE]["writes"] == ["shop.models:Product"]


def test_a_model_is_made_of_its_fields_and_stored_by_its_manager(agent: Agent) -> None:
    described = {entry["id"]: entry for entry in agent.description["callables"]}
    told = {
        entry["name"]: (entry["type"]["name"], entry["has_default"])
        for name in ("shop.models:Product", "shop.models:Order")
        for entry in described[name]["parameters"]
    }

    assert told == {
        "name": ("str", False),
        "stock": ("int", True),
        "size": ("literal", True),
        "product": ("shop.models:Product", False),
        "note": ("str", True),
    }
    assert described[CREATE]["parameters"] == described["shop.models:Product"]["parameters"]
    assert described[CREATE]["returns"]["name"] == "shop.models:Product"


def test_rows_that_link_others_are_stored_by_what_leads_to_their_model(agent: Agent) -> None:
    described = {entry["id"]: entry for entry in agent.description["callables"]}

    link = described["shop.models:Order.alternatives.through.objects.create"]

    kinds = {entry["name"]: entry["type"]["name"] for entry in link["parameters"]}
    assert kinds == {"order": "shop.models:Order", "product": "shop.models:Product"}
    assert link["writes"] == ["shop.models:Order", "shop.models:Product"]


def test_tests_of_models_have_rows_and_ask_for_the_database(file: Path, short_proof: None) -> None:
    events: list[Event] = []
    folder = file.parents[1]
    settings, state = Settings(executions=400, seed=1), folder / "state.db"
    request = GenerationRequest((Target(file),), Path(sys.executable), folder, settings=settings, state=state)
    generate(request, events.append)

    (written,) = {event.file for event in events if isinstance(event, Candidate)}
    text = Path(written).read_text()
    assert "Mock" not in text
    assert "@pytest.mark.django_db\ndef test_fulfil" in text and "assert product.stock == " in text
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", written]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    assert not (folder / "shop.sqlite3").exists()
