"""Files hold documents with the keys that code looks up, and stay such while they get smaller."""

from __future__ import annotations

import configparser
import csv
import io
import json
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from decimal import Decimal, InvalidOperation
from random import Random

import pytest

from testloom.capabilities.files.inputs import FileInput
from testloom.capabilities.files.names import renamed_files
from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import FileStatement
from testloom.model.subject import Document
from testloom.model.types import TypeRef
from testloom.search.minimisation.plainness.documents import smaller_document, suffix_of
from testloom.search.minimisation.plainness.simplicity import simpler
from testloom.search.operators.directed.entries import with_other_value
from testloom.search.providers.inputs.contents import content
from testloom.search.providers.inputs.documents import document, samples
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

TABLE = ("[]['sku']", "[]['count']int", "[]['price']Decimal()", "[]['day']strptime(%d.%m.%Y)")


def source(form: str, *uses: str) -> ValueSource:
    return ValueSource.of(replace(bank(), documents=(Document(form, uses),)), Random(1))


def share(form: str, reads: Callable[[str], object], *uses: str) -> float:
    """How many of the documents can be read."""
    values, read = source(form, *uses), 0
    for _ in range(200):
        try:
            read += bool(reads(document(form, values) or ""))
        except (ValueError, KeyError, TypeError, InvalidOperation, configparser.Error, AttributeError):
            continue
    return read / 200


def test_most_tables_have_the_columns_that_are_looked_up_with_what_can_be_read() -> None:
    def reads(text: str) -> object:
        rows = list(csv.DictReader(io.StringIO(text)))
        return [
            (row["sku"], int(row["count"]), Decimal(row["price"]), datetime.strptime(row["day"], "%d.%m.%Y"))
            for row in rows
        ]

    assert share("csv", reads, *TABLE) > 0.25


def test_tables_are_also_separated_by_what_the_code_names() -> None:
    values = source("csv", *TABLE)
    values.texts = (";", *values.texts)

    made = [document("csv", values) or "" for _ in range(60)]

    assert any("sku;count" in text for text in made)
    assert any("sku,count" in text for text in made)


def test_most_mappings_have_the_keys_that_are_looked_up() -> None:
    def reads(text: str) -> object:
        return [line["price"] for line in json.loads(text)["order"]["lines"]]

    assert share("json", reads, "['order']['lines'][]['price']") > 0.25


def test_most_configurations_have_the_sections_and_options_that_are_looked_up() -> None:
    def reads(text: str) -> object:
        config = configparser.ConfigParser()
        config.read_string(text)
        return (config.getint("db", "port") or 1) and config["web"]["host"]

    assert share("ini", reads, "['db']['port']int", "['web']['host']") > 0.4


def test_most_toml_has_the_tables_that_are_looked_up() -> None:
    tomllib = pytest.importorskip("tomllib")  # came with Python 3.11

    assert share("toml", lambda text: tomllib.loads(text)["tool"]["x"]["y"], "['tool']['x']['y']") > 0.4


def test_most_toml_has_lists_of_tables_and_named_tables_with_what_is_looked_up() -> None:
    tomllib = pytest.importorskip("tomllib")  # came with Python 3.11

    def listed(text: str) -> object:
        return [(item["url"], item["auth"]["user"]) for item in tomllib.loads(text)["sites"]]

    def named(text: str) -> object:
        return [(name.strip(), site["port"] + 1) for name, site in tomllib.loads(text)["sites"].items()]

    assert share("toml", listed, "['sites'][]['url']", "['sites'][]['auth']['user']") > 0.4
    assert share("toml", named, "['sites']{:}isinstance:str", "['sites']{}['port']isinstance:int") > 0.4


def test_keys_of_a_mapping_that_are_texts_are_words() -> None:
    values = source("json", "['sites']{:}isinstance:str", "['sites']{}isinstance:int")
    made = [json.loads(text) for _ in range(10) for text in samples(values)]
    names = {name for held in made for name in dict(dict(held).get("sites") or {})}

    assert names and not {"True", "None"} & names


def test_a_file_without_a_suffix_holds_what_is_looked_up() -> None:
    values = source("csv", *TABLE)

    made = [str(content("orders", values)) for _ in range(100)]

    assert sum(text.startswith("sku,count,price,day\n") for text in made) > 25


def test_a_table_loses_rows_and_columns_as_a_whole_and_keeps_its_cells() -> None:
    smaller_ones = list(smaller_document("sku,count\nXY-7,412\nZ,5\n") or ())

    assert "sku,count\nXY-7,412\n" in smaller_ones
    assert "sku,count\na,412\nZ,5\n" in smaller_ones
    assert "sku,count\nXY-7,1\nZ,5\n" in smaller_ones
    for text in smaller_ones:
        rows = list(csv.reader(io.StringIO(text)))
        assert len({len(row) for row in rows}) == 1 and all(cell for row in rows for cell in row)


def test_json_gets_plainer_keys() -> None:
    smaller_ones = [json.loads(text) for text in smaller_document('{"utf-8": 1, "a": 2}') or ()]

    assert {"b": 1, "a": 2} in smaller_ones


def test_json_loses_keys_and_items_and_stays_json() -> None:
    smaller_ones = [json.loads(text) for text in smaller_document('{"a": "long text", "b": [1, 22]}') or ()]

    assert {"b": [1, 22]} in smaller_ones
    assert {"a": "long text", "b": [1]} in smaller_ones
    assert {"a": "a", "b": [1, 22]} in smaller_ones


@pytest.mark.parametrize("text", ["", "a", "a\n1\n", "{", "a,b\n1\n", "a,b\n"])
def test_what_is_no_document_becomes_smaller_as_text(text: str) -> None:
    assert smaller_document(text) is None and suffix_of(text) == ""


def test_getting_smaller_ends() -> None:
    text: str | None = "sku,count,day\nXY-7,412,2024-01-02\nZ,5,x\n"
    steps = 0

    while text is not None and steps < 200:
        file = FileStatement(1, "a.csv", text)
        shorter = (s.content for s in FileInput().smaller(file, simpler) if isinstance(s, FileStatement))
        text = next((str(made) for made in shorter), None)
        steps += 1

    assert steps < 200


def test_a_file_is_called_after_what_it_holds() -> None:
    case = TestCase(
        (
            FileStatement(1, "orders", "sku,count\na,1\n"),
            LiteralStatement(2, "orders"),
            CallStatement(3, "bank:transfer", None, (2,)),
        )
    )

    named = next(renamed_files(case, bank()))

    assert isinstance(named.statements[0], FileStatement) and named.statements[0].path == "a.csv"
    assert named.statements[1] == LiteralStatement(2, "a.csv")
    assert list(renamed_files(named, bank())) == []


def test_texts_and_lists_of_lines_are_documents_now_and_then_where_the_subject_reads_such() -> None:
    subject = replace(bank(), documents=(Document("csv", ("[]['sku']", "[]['count']int")),))
    knowledge = Knowledge(subject, ["bank:transfer"], Random(1))
    lines = TypeRef("list", (TypeRef("str"),))

    texts = [knowledge.values.text() for _ in range(100)]
    made = []
    for _ in range(100):
        builder = knowledge.builder()
        builder.value(lines, depth=0)
        made.append([s.value for s in builder.draft.statements if isinstance(s, LiteralStatement)])

    assert sum(text.startswith("sku,count\n") for text in texts) > 5
    assert sum(items[:1] == ["sku,count\n"] and len(items) > 1 for items in made) > 5


def test_most_switches_of_configurations_can_be_read() -> None:
    def reads(text: str) -> object:
        config = configparser.ConfigParser()
        config.read_string(text)
        return config.getboolean("web", "secure") in (True, False)

    assert share("ini", reads, "['web']['secure']boolean()") > 0.5


def test_a_value_that_was_compared_is_exchanged_in_json() -> None:
    text = '{"version": "", "users": [{"name": ""}]}'

    assert json.loads(next(with_other_value(text, "", 2)))["version"] == 2
    assert json.loads(list(with_other_value(text, "", "x"))[1])["users"] == [{"name": "x"}]
    assert list(with_other_value(text, 3, 4)) == [] == list(with_other_value("a", "a", "b"))
