"""Keys that were looked up are there the next time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable as Function
from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import RaisedException
from testloom.model.statements import (
    CallStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.environment import FileStatement, StateStatement
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

from .raising import called_with, last_call, of_collection, steps, without


def test_a_key_that_was_missing_is_added() -> None:
    (shot, *_) = steps(of_collection("dict"), "KeyError", "'memo'", key="memo")

    assert "memo" in [s.value for s in shot if isinstance(s, LiteralStatement)]


def test_a_key_that_was_missing_becomes_a_keyword_where_any_is_taken() -> None:
    keywords = {
        name
        for shot in steps(called_with(), "KeyError", "'memo'", key="memo")
        for name, _ in last_call(shot).kwargs
    }

    assert keywords == {"memo"}


def test_a_key_that_a_table_of_the_subject_lacks_is_there_for_the_test() -> None:
    error = without("verbose")
    subject = replace(bank(), tables={"bank:settings.OPTIONS": ()})
    factories = [Knowledge(subject, ["bank:transfer"], Random(seed)) for seed in range(9)]

    shots = [repaired(called_with(1), error, knowledge) for knowledge in factories]

    assert all(shot is None or shot.is_valid() for shot in shots)
    assert ["bank:settings.OPTIONS"] in [
        [s.path for s in shot if isinstance(s, StateStatement)] for shot in shots if shot
    ]


def test_a_key_of_a_table_takes_the_place_of_one_that_it_lacks() -> None:
    error = without("a")
    subject = replace(bank(), tables={"bank:RATES": ("day", "night"), "bank:settings.OPTIONS": ()})
    case = TestCase((LiteralStatement(1, "a"), CallStatement(2, "bank:transfer", None, (1,))))

    shots = [repaired(case, error, Knowledge(subject, ["bank:transfer"], Random(seed))) for seed in range(20)]

    changed = [shot.statements[0] for shot in shots if shot is not None and len(shot) == len(case)]
    assert {s.value for s in changed if isinstance(s, LiteralStatement)} >= {"day", "night"}
    replaced = {s.path for shot in shots if shot for s in shot if isinstance(s, StateStatement)}
    assert replaced == {"bank:settings.OPTIONS"}


@pytest.mark.parametrize(
    ("module", "text", "has_key"),
    [
        ("csv", "sku\na\n", lambda text: next(csv.DictReader(io.StringIO(text))).get("memo")),
        ("csv", "\n1", lambda text: next(csv.DictReader(io.StringIO(text))).get("memo")),
        ("json", '{"a": 1}', lambda text: "memo" in json.loads(text)),
        ("json", '{"a": [{"b": 1}]}', lambda text: '"memo"' in text),
        ("configparser", "[a]\nb = c\n", lambda text: "[memo]" in text),
    ],
)
def test_a_file_gets_the_key_that_was_looked_up_in_it(
    module: str, text: str, has_key: Function[[str], object]
) -> None:
    knowledge = Knowledge(replace(bank(), imports=(module,)), ["bank:transfer"], Random(1))
    case = TestCase((FileStatement(-1, "a", text), CallStatement(-2, "bank:transfer")))
    error = without("memo")

    shots = [repaired(case, error, knowledge) for _ in range(20)]

    files = [s.content for shot in shots if shot for s in shot if isinstance(s, FileStatement)]
    assert files and any(has_key(str(content)) for content in files)


def test_a_file_gets_the_section_that_a_parser_of_such_did_not_find() -> None:
    knowledge = Knowledge(replace(bank(), imports=("configparser",)), ["bank:transfer"], Random(1))
    case = TestCase((FileStatement(-1, "a.ini", "[a]\nb = c\n"), CallStatement(-2, "bank:transfer")))
    error = RaisedException(
        "configparser:NoSectionError", "No section: 'db'", explicit=False, in_subject=True
    )

    shot = repaired(case, error, knowledge)

    assert shot is not None
    assert [s.content for s in shot if isinstance(s, FileStatement)] == ["[a]\nb = c\n[db]\n"]


def test_a_text_that_is_json_gets_the_key_that_was_looked_up_in_it() -> None:
    shots = steps(called_with('{"a": 1}'), "KeyError", "'memo'", key="memo")

    texts = [str(s.value) for shot in shots for s in shot if isinstance(s, LiteralStatement)]
    assert any("memo" in json.loads(text) for text in texts if text.startswith("{"))
