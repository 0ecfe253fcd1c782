from __future__ import annotations

import configparser
import csv
import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from xml.etree import ElementTree

import pytest

from testloom.model.subject import Document
from testloom.search.providers.inputs.documents import MAKERS, document
from testloom.search.providers.inputs.values import ValueSource
from tests.unit.search.bank import bank


def parse_ini(text: str) -> None:
    configparser.ConfigParser(strict=False, interpolation=None).read_string(text)


def parse_csv(text: str) -> None:
    assert len({len(row) for row in csv.reader(text.splitlines())}) == 1


PARSERS: dict[str, Callable[[str], object]] = {
    "json": json.loads,
    "ini": parse_ini,
    "csv": parse_csv,
    "xml": ElementTree.fromstring,
}


@pytest.mark.parametrize("form", sorted(MAKERS))
def test_documents_hold_words_of_the_subject(form: str) -> None:
    values = ValueSource.of(bank(), Random(1))
    made = [document(form, values) or "" for _ in range(50)]

    assert any("memo" in text for text in made)
    assert len(set(made)) > 10


@pytest.mark.parametrize("form", sorted(PARSERS))
def test_most_documents_can_be_parsed_but_not_all(form: str) -> None:
    values = ValueSource.of(bank(), Random(1))
    failed = 0
    for _ in range(200):
        try:
            PARSERS[form](document(form, values) or "")
        except (ValueError, AssertionError, SyntaxError, configparser.Error):
            failed += 1

    assert 0 < failed < 120


def test_a_format_that_is_not_known_has_no_documents() -> None:
    assert document("proprietary", ValueSource.of(bank(), Random(1))) is None


def test_files_hold_no_answers_of_services() -> None:
    known = replace(bank(), documents=(Document("answer", ("['id']",)), Document("json", ("['id']",))))

    assert list(ValueSource.of(known, Random(1)).documents) == ["json"]
