"""Commands of click and typer are reached by a command line through their application."""

from __future__ import annotations

import sys
from typing import Any

import pytest
import typer
import typer.main

from testloom_agent.reflection.members.frameworks.commands import make_ready
from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")


def test_a_command_of_click_is_reached_through_the_group_that_it_belongs_to(described: Any) -> None:
    pytest.importorskip("click")
    description = described(
        """
        import click
        @click.group()
        def shop(): ...
        @shop.command("hello")
        @click.argument("name")
        def greet(name):
            return name.upper()
        """
    )

    entries = callables(description)
    [words] = entries["greet"]["parameters"]
    runner = {"runner": "click.testing:CliRunner", "app": "subject_under_test:shop"}
    assert (words["name"], words["uses"]) == ("args", ["<arguments>", "<arguments> hello"])
    assert entries["greet"]["command"] == {**runner, "names": ["hello"]}
    assert entries["shop"]["command"] == {**runner, "names": []}
    assert entries["greet"]["line"] > 1
    assert entries["greet"]["writes"] == entries["shop"]["reads"] == ["subject_under_test:shop"]


def test_a_command_of_a_group_in_another_module_is_reached_through_that(described: Any) -> None:
    pytest.importorskip("click")
    description = described(
        """
        import click
        import elsewhere
        @click.command()
        def greet(): ...
        elsewhere.shop.add_command(greet)
        """,
        elsewhere="import click\n@click.group()\ndef shop(): ...\n",
    )

    assert callables(description)["greet"]["command"]["app"] == "elsewhere:shop"


def test_functions_of_an_application_of_typer_are_commands_also_below_another(described: Any) -> None:
    pytest.importorskip("typer")
    description = described(
        """
        import typer
        app, below = typer.Typer(), typer.Typer()
        app.add_typer(below, name="admin")
        @app.command()
        def greet(name: str): ...
        @below.command("forget")
        def reset(): ...
        def plain(): ...
        """
    )

    entries = callables(description)
    assert entries["greet"]["command"]["runner"] == "typer.testing:CliRunner"
    assert [entries[name]["command"]["names"] for name in ("greet", "reset")] == [
        ["greet"],
        ["admin", "forget"],
    ]
    assert entries["plain"].get("command") is None


@pytest.mark.parametrize(
    ("head", "body"),
    [
        ("", "click.confirm('sure?')"),
        ("@click.confirmation_option()", "..."),
        ("", "ask()"),
    ],
)
def test_a_command_that_asks_is_given_what_is_typed_in(described: Any, head: str, body: str) -> None:
    pytest.importorskip("click")
    description = described(
        "import click\ndef ask():\n    click.prompt('name')\n"
        f"@click.command()\n{head}\ndef greet(**given):\n    {body}\n"
    )

    _, typed = callables(description)["greet"]["parameters"]
    assert (typed["name"], typed["uses"], typed["has_default"]) == ("input", ["<typed>"], True)


@pytest.mark.parametrize(
    ("body", "use"),
    [
        ("args = sys.argv[1:] if argv is None else argv", "<arguments>"),
        ("args = argv or sys.argv", "<program and arguments>"),
        ("if argv is None:\n        argv = sys.argv[1:]", "<arguments>"),
        ("args = argv or sys.argv[2:]", None),
    ],
)
def test_what_is_taken_instead_of_the_command_line_of_the_program_is_one(
    described: Any, body: str, use: str | None
) -> None:
    description = described(f"import sys\ndef main(argv=None):\n    {body}\n    return 1\n")

    [argv] = callables(description)["main"]["parameters"]
    assert [each for each in argv["uses"] if each.startswith("<")] == ([use] if use else [])


def test_what_typer_imports_for_its_first_command_line_is_there_before_tests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(typer, "rich_utils", raising=False)
    monkeypatch.delitem(sys.modules, "typer.rich_utils", raising=False)

    make_ready()

    assert "typer.rich_utils" in sys.modules


def test_a_command_of_another_module_is_left_to_that(described: Any) -> None:
    pytest.importorskip("click")
    description = described(
        "from elsewhere import greet\ndef own(): ...\n",
        elsewhere="import click\n@click.command()\ndef greet(): ...\n",
    )

    assert list(callables(description)) == ["own"]
