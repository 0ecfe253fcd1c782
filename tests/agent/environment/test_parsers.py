"""What a parser of command lines understands is told when it is used; which parameters are command lines."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.environment.machine.parsers import watch_parsers
from testloom_agent.environment.touches import Touch
from tests.agent.describing import callables

CODE = re.compile(r"[A-Z]{2}-\d+")


def read_code(text: str) -> str:
    if not CODE.match(text) and text != "none":
        raise argparse.ArgumentTypeError(text)
    return text


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Touch]]:
    """What is told of parsers while a test runs."""
    kind = argparse.ArgumentParser
    monkeypatch.setattr(kind, "parse_known_args", kind.parse_known_args)  # put back at the end
    if find_spec("click"):
        core = import_module("click.core")
        owner = core.Command if "make_context" in vars(core.Command) else core.BaseCommand
        monkeypatch.setattr(owner, "make_context", owner.make_context)
    notes: list[Touch] = []
    watch_parsers(notes.append)
    yield notes


def only(told: list[Touch]) -> Any:
    [(part, text)] = told
    assert part == "parser"
    return json.loads(text)


def test_a_parser_tells_its_options_with_what_they_take(told: list[Touch]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("-n", "--number", type=int, required=True)
    parser.add_argument("--by", choices=("a", "b"))
    parser.add_argument("-v", action="store_true")

    parser.parse_args(["x", "-n", "1"])

    files, number, by, verbose = only(told)["arguments"]
    assert (files["names"], files["low"], files["high"], files["kind"]) == ([], 1, None, "pathlib:Path")
    assert (number["names"], number["required"], number["kind"]) == (["-n", "--number"], True, "builtins:int")
    assert by["choices"] == ["a", "b"]
    assert (verbose["low"], verbose["high"]) == (0, 0)


def test_an_argument_tells_what_a_namespace_has_of_it(told: list[Touch]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file", metavar="FILE")
    parser.add_argument("--tag", action="append", dest="tags", metavar="TAG")
    parser.add_argument("--pair", nargs=2)
    parser.add_argument("--level", nargs="?")
    parser.add_argument("-v", "--verbose", action="count")
    parser.add_argument("--dry-run", action="store_true")

    parser.parse_args(["a"])

    assert [(entry["name"], entry["attribute"], entry["makes"]) for entry in only(told)["arguments"]] == [
        ("FILE", "file", "value"),
        ("TAG", "tags", "list"),
        ("pair", "pair", "list"),
        ("level", "level", "value"),
        ("verbose", "verbose", "number"),
        ("dry_run", "dry_run", "value"),
    ]


def test_a_function_that_reads_values_tells_what_it_looks_at(told: list[Touch]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("code", type=read_code)

    parser.parse_args(["none"])

    [code] = only(told)["arguments"]
    assert code["kind"].endswith(":read_code")
    assert code["patterns"] == [CODE.pattern] and code["texts"] == ["none"]


def test_commands_are_told_with_the_parser_above_them(told: list[Touch]) -> None:
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers()
    commands.add_parser("add").add_argument("name")
    commands.add_parser("list")

    parser.parse_args(["add", "x"])

    described = only(told)["commands"]
    assert [entry["name"] for entry in described["add"]["arguments"]] == ["name"]
    assert described["list"] == {"arguments": [], "commands": {}}


def test_options_of_a_group_exclude_each_other(told: list[Touch]) -> None:
    parser = argparse.ArgumentParser()
    group = parser.add_mutually_exclusive_group()
    for name in ("--quiet", "--loud"):
        group.add_argument(name, action="store_true")
    parser.add_argument("--other")

    parser.parse_args([])

    assert [entry["group"] for entry in only(told)["arguments"]] == [0, 0, None]


def test_a_parser_is_told_once(told: list[Touch]) -> None:
    for _ in range(2):
        argparse.ArgumentParser(prog="x").parse_args([])

    assert len(told) == 1


def test_choices_without_end_are_told_in_part(told: list[Touch]) -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, metavar="PORT", choices=range(10**12))

    parser.parse_args([])

    [port] = only(told)["arguments"]
    assert port["choices"][:2] == ["0", "1"] and len(port["choices"]) < 100


def test_a_command_of_click_tells_the_same(told: list[Touch]) -> None:
    click = pytest.importorskip("click")

    parameters = [
        click.Argument(["count"], type=int),
        click.Option(["--by"], type=click.Choice(["sku", "order"])),
        click.Option(["--loud"], is_flag=True),
    ]
    report = click.Command("report", params=parameters, callback=lambda **_options: None)
    shop = click.Group("shop", commands={"report": report})

    shop.main(["report", "3"], standalone_mode=False)

    count, by, loud = only(told)["commands"]["report"]["arguments"]
    assert (count["names"], count["kind"], count["required"]) == ([], "click:integer", True)
    assert (by["names"], by["choices"], by["low"]) == (["--by"], ["sku", "order"], 1)
    assert (loud["low"], loud["high"]) == (0, 0)


@pytest.mark.usefixtures("own_modules")
@pytest.mark.parametrize(
    ("body", "use"),
    [
        ("PARSER.parse_args(argv)", "<arguments>"),
        ("PARSER.parse_known_args(args=argv)", "<arguments>"),
        ("words = list(argv or sys.argv[1:])\n    PARSER.parse_args(words)", "<arguments>"),
        (
            "argv = sys.argv if argv is None else argv\n    PARSER.parse_args(argv[1:])",
            "<program and arguments>",
        ),
        ("run(argv)", "<arguments>"),
        ("command.main(args=argv)", "<arguments>"),
    ],
)
def test_a_parameter_that_a_parser_gets_is_a_command_line(described: Any, body: str, use: str) -> None:
    description = described(
        f"import sys\ndef run(words):\n    PARSER.parse_args(words)\ndef main(argv=None):\n    {body}\n"
    )

    [argv] = callables(description)["main"]["parameters"]
    assert use in argv["uses"]


@pytest.mark.usefixtures("own_modules")
@pytest.mark.parametrize("body", ["main(argv)", "PARSER.parse_args(other, argv)", "PARSER.parse_args()"])
def test_what_no_parser_gets_is_no_command_line(described: Any, body: str) -> None:
    [argv] = callables(described(f"def check(argv=None):\n    {body}\n"))["check"]["parameters"]

    assert "<arguments>" not in argv["uses"]
