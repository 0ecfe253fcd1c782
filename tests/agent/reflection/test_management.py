"""Management commands of Django are described by what their parsers take."""

from __future__ import annotations

import argparse
import ast
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.reflection.sources import Sources
from testloom_agent.reflection.web.django.management import CALL_COMMAND, MOST, command, is_command


class BaseCommand:
    """Stands for the class that commands of Django are derived from."""

    def create_parser(self, program: str, name: str) -> argparse.ArgumentParser:
        parser = argparse.ArgumentParser()
        parser.add_argument("--traceback", action="store_true")
        self.add_arguments(parser)
        return parser

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """None of its own."""


class Command(BaseCommand):
    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("year", type=int)
        parser.add_argument("slugs", nargs="*")
        parser.add_argument("--limit", type=int, default=3)
        parser.add_argument("--dry-run", action="store_true")
        parser.add_argument("--format", choices=["text", "json"])
        parser.add_argument("--unit", choices=[object()])
        parser.add_argument("--rate", type=float, choices=[0.5, 1.5])
        parser.add_argument("--port", type=int, choices=range(10**6))


@pytest.fixture(autouse=True)
def django(monkeypatch: pytest.MonkeyPatch) -> None:
    base = SimpleNamespace(BaseCommand=BaseCommand)
    monkeypatch.setitem(sys.modules, "django.core.management.base", base)
    monkeypatch.setattr(Command, "__module__", "letters.management.commands.send")


def test_the_command_of_a_module_of_commands_is_one() -> None:
    assert is_command(Command)
    assert not is_command(BaseCommand)
    assert not is_command(str)


def test_nothing_is_a_command_if_django_is_not_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "django.core.management.base")

    assert not is_command(Command)


def test_what_has_to_be_given_comes_first_and_options_by_their_names() -> None:
    sources = Sources("letters.management.commands.send", "", ast.Module([], []), "/nowhere")
    described: dict[str, Any] = command({"id": "x:Command.handle"}, Command, sources)

    kinds = {p["name"]: (p["kind"], p["type"]["name"], p["has_default"]) for p in described["parameters"]}
    assert kinds == {
        "year": ("positional", "int", False),
        "slugs": ("keyword", "list", True),
        "limit": ("keyword", "int", True),
        "dry_run": ("keyword", "bool", True),
        "format": ("keyword", "literal", True),
        "unit": ("keyword", "str", True),
        "rate": ("keyword", "literal", True),
        "port": ("keyword", "literal", True),
    }
    values = {p["name"]: p["type"]["values"] for p in described["parameters"]}
    assert (values["rate"], values["port"]) == ([0.5, 1.5], list(range(MOST)))
    assert (described["kind"], described["owner"]) == ("function", None)
    assert described["command"] == {
        "runner": CALL_COMMAND,
        "app": "letters.management.commands.send:Command",
        "names": ["send"],
    }
