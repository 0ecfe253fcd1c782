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


def test_a_command_of_another_module_is_left_to_that(described: Any) -> None:
    pytest.importorskip("click")
    description = described(
        "from elsewhere import greet\ndef own(): ...\n",
        elsewhere="import click\n@click.command()\ndef greet(): ...\n",
    )

    assert list(callables(description)) == ["own"]
