"""What command line parsers complain of is put right."""

from __future__ import annotations

import json
from random import Random

import pytest

from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    TestCase,
)
from testloom.model.statements.environment import ArgumentsStatement
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank


def commanded(hint: str, *words: str) -> set[tuple[str, ...]]:
    """The command lines that a complaint of the parser leads to, over a few draws."""
    statements = (ArgumentsStatement(-1, ("program", *words)),) if words else ()
    case = TestCase((*statements, CallStatement(-2, "bank:transfer")))
    error = RaisedException("builtins:SystemExit", "2", False, True, hint)
    shots = [repaired(case, error, Knowledge(bank(), ["bank:transfer"], Random(n))) for n in range(20)]
    return {s.values for shot in shots if shot for s in shot if isinstance(s, ArgumentsStatement)}


def test_required_arguments_are_given() -> None:
    for line in commanded("the following arguments are required: -i/--input, name"):
        assert line[:2] == ("program", "--input") and len(line) == 4
        assert not line[2].startswith("-") and not line[3].startswith("-")


def test_one_of_the_choices_is_taken() -> None:
    hint = "argument --kind: invalid choice: 'x' (choose from 'fast', 'slow')"

    assert commanded(hint, "--kind", "x") == {("program", "--kind", "fast"), ("program", "--kind", "slow")}


@pytest.mark.parametrize(
    ("hint", "words", "expected"),
    [
        ("argument -n: invalid int value: 'x'", ("-n", "x"), ("program", "-n", "12")),
        ("unrecognized arguments: a b", ("a", "-v", "b"), ("program", "-v")),
    ],
)
def test_what_the_parser_cannot_take_is_mended(
    hint: str, words: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert commanded(hint, *words) == {expected}


def test_an_option_gets_the_value_that_it_lacks() -> None:
    for line in commanded("argument -o/--output: expected one argument", "-o", "-v"):
        assert line[1] == "-o" and line[3] == "-v"


def test_the_name_of_the_program_stays_where_a_command_line_is_made_anew() -> None:
    known = json.dumps({"arguments": [], "commands": {}})
    hint = "argument -n: invalid int value: 'x'"
    case = TestCase((ArgumentsStatement(-1, ("program", "-n", "x")), CallStatement(-2, "bank:transfer")))
    error = RaisedException("builtins:SystemExit", "2", False, True, hint)

    for seed in range(20):
        knowledge = Knowledge(bank(), ["bank:transfer"], Random(seed))
        knowledge.command_lines.learn(known)
        changed = repaired(case, error, knowledge)

        assert changed is not None
        assert next(s for s in changed if isinstance(s, ArgumentsStatement)).values[:1] == ("program",)
