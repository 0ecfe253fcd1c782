"""Placeholders take the place of private values, whatever form they come in."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.redaction.documents import with_values
from testloom_agent.redaction.placeholders import MOST_BYTES, Placeholders
from testloom_agent.redaction.places import Places
from testloom_agent.redaction.secrets import Secrets

DOCUMENTS = {
    "json": (
        '{"a b": {"c": "elm street"}, "n": 1.5,\n "l": ["x", true, null]}',
        '{"a b": {"c": "<a b.c>"}, "n": "<n>",\n "l": ["<l>", true, null]}',
    ),
    "a pair in json": ('["password", "x"]', '["<>", "<password>"]'),
    "a list after a sensitive word": ('{"a": ["token"], "b": "x"}', '{"a": ["<a>"], "b": "<b>"}'),
    "settings": ('export A=elm street\nB: "x" # y\n', 'export A=<A>\nB: "<B>" # <>\n'),
    "sections": ("[a]\nb = 'x'\n", "[a]\nb = '<a.b>'\n"),
    "lists": ("a = [\"x\", 'y', 12 3]\n", "a = [\"<a>\", '<a>', <a>]\n"),
    "a table": ("a = {b = 'x', c = 1}\n", "a = {b = '<a>', c = <a>}\n"),
    "lines": ("dear x\n\n  - y z\n# w\n", "<>\n\n  - <>\n# <>\n"),
    "base64": ("MIIEvQIBADANBgkqhkiG9w0B==\nq3Zk8A==\n", "<>\n<>\n"),
    "windows lines": ("A=x\r\nB=y\r\n", "A=<A>\r\nB=<B>\r\n"),
    "a json text": ('"x y"', '"<>"'),
}


@pytest.fixture
def placeholders(tmp_path: Path) -> Placeholders:
    (tmp_path / "pyproject.toml").touch()
    return Placeholders(Places(str(tmp_path), (), (), ()), Secrets())


@pytest.mark.parametrize("form", DOCUMENTS)
def test_a_document_keeps_its_form_and_its_names(form: str) -> None:
    before, after = DOCUMENTS[form]

    assert with_values(before, lambda name, _: f"<{name}>") == after


def test_a_deep_document_is_one_of_lines() -> None:
    assert with_values("[" * 100_000, lambda _name, _value: "x") == "[" * 100_000


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("Marge Bouvier", "redacted-1"),
        ("20391188", "10000001"),
        ("-20391188", "-10000001"),
        ("12.125", "1.5"),
        ("4711", "4711"),
        ("elm", "elm"),
        ("localhost", "localhost"),
        ("postgres://ann:hunter2@db.example/shop", "redacted-1"),
        ('{"a": "Marge Bouvier"}', '{"a": "redacted-1"}'),
    ],
)
def test_values_of_variables_are_written_in_their_form(
    placeholders: Placeholders, value: str, written: str
) -> None:
    placeholders.note_variable("SHOP", value)

    assert placeholders.variable("SHOP", value) == written


def test_a_number_that_is_a_secret_stays_a_number_of_its_length(placeholders: Placeholders) -> None:
    placeholders.note_variable("SHOP_PIN", "4711")

    assert placeholders.variable("SHOP_PIN", "4711") == "1111"
    assert placeholders.record({"steps": [["literal", 1, 4711]]})["steps"] == [["literal", 1, 1111]]


def test_a_number_that_counts_secrets_is_none(placeholders: Placeholders) -> None:
    placeholders.note_variable("MAX_TOKENS", "4096")

    assert placeholders.variable("MAX_TOKENS", "4096") == "4096"


@pytest.mark.parametrize(
    "text",
    ["postgres://ann:redacted@db.example/shop", "postgres://ann:hunter2@db.example/shop"],
)
def test_a_text_is_known_without_its_secret_too(placeholders: Placeholders, text: str) -> None:
    placeholders.note_variable("SHOP", "postgres://ann:hunter2@db.example/shop")

    assert placeholders.shown(text) == "redacted-1"


@pytest.mark.parametrize("text", ["İstanbul Caddesi", "live in İSTANBUL CADDESI"])
def test_letters_that_are_longer_when_they_are_small_are_known(placeholders: Placeholders, text: str) -> None:
    placeholders.note_variable("SHOP", "İstanbul Caddesi")

    assert "stanbul" not in placeholders.shown(text).lower()


def test_a_text_is_known_in_json_too(placeholders: Placeholders) -> None:
    placeholders.note_variable("SHOP", 'Straße "Ost" 12')

    assert json.loads(placeholders.shown(json.dumps({"a": 'Straße "Ost" 12'}))) == {"a": "redacted-1"}


def test_values_in_a_record_are_replaced_but_no_names(placeholders: Placeholders) -> None:
    placeholders.note_variable("SHOP", "orders")
    placeholders.note_variable("NUMBER", "20391188")
    steps = [["literal", 1, "orders"], ["call", 2, "orders:orders", None, [1], {"orders": 1}]]
    numbers = [["literal", 3, 20391188], ["literal", 4, {"complex": [20391188.0, 0.0]}], ["literal", 5, True]]

    record = placeholders.record({"steps": [*steps, *numbers], "value": "my orders"})

    assert record == {
        "steps": [
            ["literal", 1, "redacted-1"],
            steps[1],
            ["literal", 3, 10000002],
            ["literal", 4, {"complex": [10000002.0, 0.0]}],
            ["literal", 5, True],
        ],
        "value": "my redacted-1",
        "withheld": True,
    }


def test_modules_that_are_lazy_are_asked_nothing(
    placeholders: Placeholders, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Lazy(ModuleType):
        def __getattribute__(self, name: str) -> Any:
            raise RuntimeError(f"asked for {name}")

    monkeypatch.setitem(sys.modules, "lazy", Lazy("lazy"))
    placeholders.note_variable("SHOP", "Marge Bouvier")

    assert placeholders.shown("Marge Bouvier") == "redacted-1"


def test_a_record_without_private_values_stays_as_it_is(placeholders: Placeholders) -> None:
    placeholders.note_variable("SHOP", "Marge Bouvier")
    data = {"steps": [["literal", 1, "Homer"]], "value": 3}

    assert placeholders.record(data) == data


def test_a_file_that_has_changed_is_read_again(placeholders: Placeholders, tmp_path: Path) -> None:
    file = tmp_path / ".env"
    for owner in ("Marge Bouvier", "Patty Bouvier-Terwilliger"):
        file.write_text(f"OWNER={owner}\n")
        placeholders.note_file(str(file))

    assert placeholders.shown("Marge Bouvier, Patty Bouvier-Terwilliger") == "redacted-1, redacted-2"


def test_more_than_can_be_remembered_is_told(placeholders: Placeholders, tmp_path: Path) -> None:
    for number in range(MOST_BYTES // (1 << 20) + 1):
        file = tmp_path / f".{number}"
        file.write_bytes(b"x" * (1 << 20))
        placeholders.note_file(str(file))

    assert placeholders.is_full
