"""Files that a test opens for the code are closed before it ends, whatever is asserted about them."""

from __future__ import annotations

import pytest

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    EnterStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.suite import AssertedTest, ValueAssertion
from testloom.writer import render

from .building import STYLE, SUBJECT, encode, path

OPENED = (
    LiteralStatement(1, "a.txt"),
    LiteralStatement(2, "w+"),
    CallStatement(3, "builtins:open", None, (1, 2)),
)


def body(*statements: Statement, assertion: ValueAssertion) -> str:
    """The lines of a test that opens a file first."""
    case = TestCase((*OPENED, *statements))
    text = render([AssertedTest("t", case, (assertion,), path("audit"))], SUBJECT, None, STYLE).text
    return text.rpartition("():\n")[2]


@pytest.mark.parametrize(
    ("statements", "assertion", "lines"),
    [
        (
            [CallStatement(4, path("audit"), None, (3,))],
            ValueAssertion(3, encode("a.txt"), 4, "name"),
            'audit(file)\n\n        assert file.name == "a.txt"',
        ),
        (
            [CollectionStatement(5, "list", (3,)), CallStatement(4, path("audit"), None, (5,))],
            ValueAssertion(4, encode(2), 4),
            "assert audit([file]) == 2",
        ),
        (
            [CallStatement(4, "builtins:open.read", 3, ())],
            ValueAssertion(4, encode(""), 4),
            'assert file.read() == ""',
        ),
    ],
)
def test_a_file_is_closed_at_the_end_of_a_with(
    statements: list[Statement], assertion: ValueAssertion, lines: str
) -> None:
    text = body(*statements, assertion=assertion)

    assert text == f'    with open("a.txt", "w+") as file:\n        {lines}\n'


def test_a_file_that_a_with_of_the_test_enters_is_closed_by_that_alone() -> None:
    entered = (EnterStatement(5, 3), CallStatement(4, path("audit"), None, (5,)))

    text = body(*entered, assertion=ValueAssertion(4, encode(2), 4))

    assert text.count("with open(") == text.count("open(") == 1
