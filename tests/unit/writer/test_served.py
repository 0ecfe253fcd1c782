"""A test whose requests are answered has a function for that in its file."""

from __future__ import annotations

from dataclasses import replace

import pytest

from testloom.capabilities.clients.served import AnswersStatement
from testloom.writer import render

from .building import STYLE, SUBJECT, Case, built


@pytest.mark.parametrize("type_hints", [False, True])
def test_answers_are_given_to_a_function_that_the_file_has(type_hints: bool) -> None:
    case = Case("share")
    answer, error = case.collection("tuple", 404, None), case.call("requests:Timeout", "late")
    case.statements.append(AnswersStatement(len(case.statements), (answer.id, error.id)))
    case.equals(1, case.call("shop.account:share", 2, 2))

    text = render(built(case), SUBJECT, None, replace(STYLE, type_hints=type_hints)).text

    assert "answer_requests(monkeypatch, (404, None), timeout)" in text
    assert "def answer_requests(monkeypatch" in text and text.count("import requests\n") == 1
    assert "from http import HTTPStatus\n" in text and "import io\n" in text and "import json\n" in text
    assert ("-> requests.Response:" in text) is type_hints
