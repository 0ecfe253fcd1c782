"""Commands of click are called with a command line."""

from __future__ import annotations

from typing import Any

import pytest

from tests.agent.describing import callables

pytestmark = pytest.mark.usefixtures("own_modules")


def test_a_command_of_click_takes_a_command_line_and_returns(described: Any) -> None:
    pytest.importorskip("click")
    description = described(
        """
        import click
        @click.command()
        @click.argument("name")
        def greet(name):
            return name.upper()
        @click.group()
        def shop(): ...
        """
    )

    entries = callables(description)
    words, mode = entries["greet"]["parameters"]
    assert (words["name"], words["uses"]) == ("args", ["<arguments>"])
    assert (mode["name"], mode["kind"], mode["type"]["values"]) == ("standalone_mode", "keyword", [False])
    assert "click.exceptions:UsageError" in entries["greet"]["raises"]
    assert entries["greet"]["line"] > 1 and "shop" in entries


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


def test_a_command_of_another_module_is_left_to_that(described: Any) -> None:
    pytest.importorskip("click")
    description = described(
        "from elsewhere import greet\ndef own(): ...\n",
        elsewhere="import click\n@click.command()\ndef greet(): ...\n",
    )

    assert list(callables(description)) == ["own"]
