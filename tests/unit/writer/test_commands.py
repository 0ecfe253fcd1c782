"""Commands that tests invoke read as somebody would have written them."""

from __future__ import annotations

import pytest

from testloom.model.commands import Command
from testloom.model.observed import Instance
from testloom.model.statements import CommandStatement
from testloom.model.texts.names import LAST_LINE, LINES
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, Ref, built, encode

RUNNER = "click.testing:CliRunner"


def written(case: Case) -> str:
    """The text of a file with the one test."""
    return render(built(case), SUBJECT, None, STYLE).text


def invoked(case: Case, runner: Ref, words: Ref, typed: str | None = None) -> Ref:
    """The result of a command."""
    named = () if typed is None else (("input", case.literal(typed).id),)
    known = Command(RUNNER, "shop.account:cli", ("share",))
    number = len(case.statements)
    case.statements.append(
        CommandStatement(number, "shop.account:share", runner.id, (words.id,), named, known)
    )
    return Ref(number)


def test_a_command_stands_with_its_words_behind_a_runner_made_for_it() -> None:
    case = Case("share")
    words = case.collection("list", "--with", "ann")
    result = invoked(case, case.call(RUNNER), words)
    case.equals(0, result, "exit_code").equals("done\n", result, "output")

    text = written(case)

    assert "from click.testing import CliRunner\n" in text
    assert "from shop.account import cli\n" in text
    assert '    result = CliRunner().invoke(cli, ["share", "--with", "ann"])\n' in text
    assert '    assert result.exit_code == 0\n    assert result.output == "done\\n"\n' in text


def test_commands_that_are_given_the_same_words_each_have_them() -> None:
    case = Case("share")
    runner, words = case.call(RUNNER), case.collection("list", "ann")
    invoked(case, runner, words)
    result = invoked(case, runner, words, "y\n")

    text = written(case.equals(1, result, "exit_code"))

    assert "    runner = CliRunner()\n" in text and "args =" not in text
    assert '    runner.invoke(cli, ["share", "ann"])\n' in text
    assert '    result = runner.invoke(cli, ["share", "ann"], input="y\\n")\n' in text


def test_an_exception_that_is_expected_is_let_out() -> None:
    case = Case("share")
    invoked(case, case.call(RUNNER), case.collection("list"))

    text = written(case.raises("builtins:OSError"))

    assert 'CliRunner().invoke(cli, ["share"], catch_exceptions=False)' in text


@pytest.mark.parametrize(
    ("code", "name"),
    [(0, "test_share():"), (1, "test_share_fails"), (2, "rejects_its_arguments"), (3, "exits_with_3")],
)
def test_a_name_says_how_a_command_fails(code: int, name: str) -> None:
    case = Case("share")
    result = invoked(case, case.call(RUNNER), case.collection("list"))

    assert name in written(case.equals(code, result, "exit_code"))


def test_lines_of_the_output_are_compared_one_by_one() -> None:
    told = {LINES: encode(["a", "b"]), LAST_LINE: encode("b"), "output.upper()": encode("B")}
    case = Case("share")
    result = invoked(case, case.call(RUNNER), case.collection("list"))

    text = written(case.equals(["a", "b"], result, LINES).equals("b", result, LAST_LINE))

    assert list(Instance("click.testing:Result", told).attributes) == [LINES, LAST_LINE]
    assert '    assert result.output.splitlines() == ["a", "b"]\n' in text
    assert '    assert result.output.splitlines()[-1] == "b"\n' in text


def test_a_word_that_a_variable_holds_is_in_no_row_of_a_table() -> None:
    cases = []
    for option, status in (("--with", 0), ("--without", 1)):
        case = Case("share")
        runner, name = case.call(RUNNER), case.literal("annabel-lee-the-first")
        invoked(case, runner, case.collection("list", "add", name))
        result = invoked(case, runner, case.collection("list", option, name))
        cases.append(case.equals(status, result, "exit_code"))

    rows, _, test = render(built(*cases), SUBJECT, None, STYLE).text.partition("def test_share(")
    assert 'invoke(cli, ["share", value, text])' in test and "text" not in rows and "parametrize" in rows
