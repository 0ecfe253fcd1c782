"""What code looks up in the documents that it reads, by their formats."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from testloom_agent.loading import load

pytestmark = pytest.mark.usefixtures("own_modules")


def looked_up(described: Any, source: str) -> list[tuple[str, set[str]]]:
    """The format and the uses of each document, without those that say no more than the others."""
    documents = described(source)["documents"]
    return [(entry["format"], set(entry["uses"])) for entry in documents]


def test_columns_of_rows_are_told_with_what_reads_them(described: Any) -> None:
    [(form, uses)] = looked_up(
        described,
        """
        import csv
        from datetime import datetime
        from decimal import Decimal
        def rows(path):
            with open(path) as file:
                for number, row in enumerate(csv.DictReader(file), start=2):
                    yield int(row["count"]), Decimal(row["price"]), datetime.strptime(row["day"], "%d.%m.%Y")
        """,
    )

    assert form == "csv"
    assert {"[]['count']int", "[]['price']Decimal()", "[]['day']strptime(%d.%m.%Y)"} <= uses


def test_rows_are_followed_to_the_function_that_takes_them(described: Any) -> None:
    found = looked_up(
        described,
        """
        import csv
        def line(row):
            return row["sku"]
        def lines(file):
            reader = csv.DictReader(file)
            return [line(row) for row in reader]
        """,
    )

    assert [(form, "[]['sku']" in uses) for form, uses in found] == [("csv", True)]


@pytest.mark.parametrize("columns", ["FIELDS", '["sku", "price"]'])
def test_a_table_has_the_columns_that_are_asked_for(described: Any, columns: str) -> None:
    found = looked_up(
        described,
        f"""
        import csv
        FIELDS = ("sku", "price")
        def read(path):
            with open(path) as file:
                reader = csv.DictReader(file)
                if list(reader.fieldnames or []) != {columns}:
                    raise ValueError
                return list(reader)
        """,
    )

    assert [(form, {"[]['sku']", "[]['price']"} <= uses) for form, uses in found] == [("csv", True)]


def test_rows_are_followed_from_the_function_that_has_read_them(described: Any) -> None:
    found = looked_up(
        described,
        """
        import csv
        def read(file):
            reader = csv.DictReader(file)
            return list(reader)
        def total(file):
            rows = read(file) if file else []
            return sum(int(row["count"]) for row in rows)
        """,
    )

    assert [(form, "[]['count']int" in uses) for form, uses in found] == [("csv", True)]


@pytest.mark.parametrize(
    ("loading", "form"),
    [("json.load(file)", "json"), ("loads(file.read())", "json"), ("tomllib.load(file)", "toml")],
)
def test_keys_of_mappings_are_told_with_those_below(described: Any, loading: str, form: str) -> None:
    found = looked_up(
        described,
        f"""
        import json
        from json import loads
        try:
            import tomllib
        except ImportError:
            import json as tomllib
        def prices(file):
            data = {loading}
            return [line["price"] for line in data["order"].get("lines")]
        """,
    )

    assert len(found) == 1 and found[0][0] in (form, "json")
    assert "['order']['lines'][]['price']" in found[0][1]


def test_sections_and_options_are_told_wherever_the_configuration_is_kept(described: Any) -> None:
    found = looked_up(
        described,
        """
        from configparser import ConfigParser
        class Settings:
            def __init__(self, path):
                self.config = ConfigParser()
                self.config.read(path)
            def port(self):
                if self.config.has_section("web"):
                    return self.config["web"]["port"]
                return self.config.getint("db", "port")
        """,
    )

    assert [form for form, _ in found] == ["ini"]
    assert {"['web']", "['web']['port']", "['db']['port']int"} <= found[0][1]


def test_a_dictionary_that_nothing_reads_is_no_document(described: Any) -> None:
    assert (
        looked_up(described, "import json\ndef f(data):\n    json.dumps(data)\n    return data['a']\n") == []
    )


@pytest.mark.parametrize("call", ["client.get(path).json()", "await fetch(client, path)"])
def test_keys_of_what_a_service_answers_are_told_behind_the_function_that_returns_it(
    described: Any, call: str
) -> None:
    found = looked_up(
        described,
        f"""
        async def fetch(client, path):
            response = await client.get(path)
            return response.json()
        async def names(client, path):
            data = {call}
            return [item["name"] for item in data["found"]["items"]]
        """,
    )

    assert [(form, "['found']['items'][]['name']" in uses) for form, uses in found] == [("answer", True)]


def test_keys_are_told_behind_a_function_that_returns_what_it_reads(described: Any) -> None:
    found = looked_up(
        described,
        """
        import json
        def load(path):
            if not path.exists():
                return []
            return json.loads(path.read_text())
        def names(path):
            chores = load(path)
            return [chore["name"] for chore in chores if not chore["done"]]
        """,
    )

    assert [(form, {"[]['name']", "[]['done']"} <= uses) for form, uses in found] == [("json", True)]


def test_a_document_is_followed_as_a_whole_to_the_function_that_takes_it(described: Any) -> None:
    [(form, uses)] = looked_up(
        described,
        """
        import json
        def options(raw):
            return raw["budget"].get("accounts")
        def load(file):
            try:
                raw = json.load(file)
            except ValueError:
                raw = {}
            return options(raw)
        """,
    )

    assert form == "json"
    assert {"['budget']", "['budget']['accounts']"} <= uses


def test_fields_of_a_class_are_looked_up_in_what_is_spread_over_its_keywords(described: Any) -> None:
    [(_, uses)] = looked_up(
        described,
        """
        import json
        from dataclasses import dataclass
        from typing import Mapping
        @dataclass
        class Site:
            name: str
            url: str
            expect: int | None = None
            tags: list[str] = ()
            since: int | str | None = None
            seen: Mapping[str, None] = ()
        def load(file):
            sites = json.load(file)["sites"]
            for name, options in sites.items():
                if isinstance(options, str):
                    options = {"url": options}
                yield Site(name, **options)
        """,
    )
    fields = {"['url']isinstance:str", "['expect']isinstance:int", "['tags']isinstance:list"}

    assert {f"['sites']{{}}{field}" for field in fields} <= uses
    assert {"['sites']{}['since']", "['sites']{}['seen']"} <= uses
    assert not {"['sites']{}['name']", "['sites']{}['since']isinstance:int"} & uses
    assert not [use for use in uses if "['seen']isinstance:" in use]


def test_documents_that_a_called_module_of_the_package_reads_are_told_as_well(tmp_path: Path) -> None:
    package = tmp_path / "shop"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "config.py").write_text("import json\ndef load(file):\n    return json.load(file)['sites']\n")
    (package / "other.py").write_text("import json\ndef load(file):\n    return json.load(file)['rows']\n")
    (package / "cli.py").write_text(
        "from shop import config, other\ndef main(file):\n    return config.load(file)\n"
    )

    documents = load(str(package / "cli.py"), str(tmp_path), 10).description["documents"]

    assert documents == [{"format": "json", "uses": ["['sites']"]}]


def test_a_table_has_the_columns_that_are_looked_up_in_the_frame_made_of_it(
    described: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    pandas = ModuleType("pandas")
    exec("def read_csv(path, **options): ...", vars(pandas))
    monkeypatch.setitem(sys.modules, "pandas", pandas)
    [(form, uses)] = looked_up(
        described,
        """
        import pandas as pd
        def load(path):
            frame = pd.read_csv(path)
            frame["name"] = frame["name"].str.strip()
            return totals(frame)
        def totals(frame):
            return frame.groupby("team")["points"].sum()
        """,
    )

    assert form == "csv"
    assert {"[]['name']str", "[]['team']groupby", "[]['points']sum"} <= uses
