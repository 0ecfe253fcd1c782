"""Commands are invoked as libraries do it in tests; how they end and what they print is told."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from testloom_agent.environment.machine.variables import COMPLETION
from testloom_agent.execution.performing.commands import invoke
from testloom_agent.execution.reporting.frameworks.responses import told_of

APPLICATION = ["click.testing:CliRunner", "shop:cli", ["stock", "add"]]


class Runner:
    """Tells how it was called."""

    def invoke(self, app: Any, words: Any, **said: Any) -> Any:
        return app, words, said


def result(exit_code: int, output: str) -> dict[str, Any] | None:
    return told_of("click.testing:Result", SimpleNamespace(exit_code=exit_code, output=output))


def test_the_words_stand_behind_the_names_of_the_command() -> None:
    statement = ["command", 4, "shop:add", 1, [2], {"input": 3}, APPLICATION]

    app, words, said = invoke(statement, {1: Runner(), 2: ["tea"], 3: "y\n"}, str.upper)

    assert (app, words) == ("SHOP:CLI", ["stock", "add", "tea"])
    assert said == {"catch_exceptions": False, "input": "y\n"}


@pytest.mark.parametrize(
    ("code", "output", "told"),
    [
        (0, "one\n", {"output": "one\n"}),
        (0, "one\ntwo\n", {"output.splitlines()": ["one", "two"]}),
        (0, "a" * 1000, {}),
        (2, "Usage: shop [ARGS]\n\nError: too late\n", {"output.splitlines()[-1]": "Error: too late"}),
        (2, "Usage: shop [ARGS]\n╭───╮\n│ no │\n╰───╯\n", {}),
    ],
)
def test_what_a_command_prints_is_told_but_not_the_usage(code: int, output: str, told: Any) -> None:
    assert result(code, output) == {"exit_code": code, **told}


def test_that_a_shell_may_ask_what_comes_next_is_no_setting() -> None:
    assert COMPLETION.fullmatch("_SHOP_COMPLETE") and not COMPLETION.fullmatch("SHOP_COMPLETE")
