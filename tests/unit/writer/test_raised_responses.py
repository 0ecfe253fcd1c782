"""Of a response that is raised, a test says the text; of the end of a program, the status."""

from __future__ import annotations

import pytest

from testloom.model.execution import RaisedException
from testloom.model.mutation import Difference
from testloom.model.suite import ExceptionAssertion
from testloom.oracle.assertions.possible import about_exception
from testloom.oracle.selection.visibility import sees
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built

NOT_FOUND = "aiohttp.web_exceptions:HTTPNotFound"


@pytest.mark.parametrize("text", ["no parcel 7", ""])
def test_the_phrase_of_the_status_is_not_asserted(text: str) -> None:
    raised = RaisedException(NOT_FOUND, "Not Found", explicit=True, in_subject=True, text=text)

    assert about_exception(1, raised) == ExceptionAssertion(1, NOT_FOUND, text=text)


def test_the_text_is_asserted_behind_what_raises() -> None:
    case = Case("Account")
    case.call("Account", 7)
    last = case.statements[-1].id
    case.assertions.append(ExceptionAssertion(last, NOT_FOUND, text="no account 7"))

    text = render(built(case), SUBJECT, None, STYLE).text

    assert "    with pytest.raises(web.HTTPNotFound) as caught:\n        Account(7)\n" in text
    assert '    assert caught.value.text == "no account 7"\n' in text


@pytest.mark.parametrize(("text", "is_seen"), [("no account 8", True), ("no account 7", False)])
def test_another_text_is_seen(text: str, is_seen: bool) -> None:
    assertion = ExceptionAssertion(1, NOT_FOUND, text="no account 7")

    assert sees(assertion, Difference(1, "message", (text,))) is is_seen


@pytest.mark.parametrize(
    ("message", "head", "line"),
    [
        pytest.param("2", "SystemExit) as caught:", "assert caught.value.code == 2", id="a status"),
        pytest.param("-1", "SystemExit) as caught:", "assert caught.value.code == -1", id="a negative one"),
        pytest.param(
            "True", "SystemExit) as caught:", "assert caught.value.code is True", id="a truth value"
        ),
        pytest.param("007", 'SystemExit, match="007"):', "", id="a text of digits"),
        pytest.param("no input", 'SystemExit, match="no input"):', "", id="a text"),
    ],
)
def test_the_status_is_asserted_with_which_a_program_ends(message: str, head: str, line: str) -> None:
    case = Case("Account")
    case.call("Account", 7)
    case.assertions.append(ExceptionAssertion(case.statements[-1].id, "builtins:SystemExit", message))

    text = render(built(case), SUBJECT, None, STYLE).text

    assert f"    with pytest.raises({head}\n        Account(7)\n" in text
    assert text.rstrip().endswith(line or "Account(7)")
