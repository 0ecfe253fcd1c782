"""Command lines are made of what the parser understands, and given as arguments where that is possible."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from testloom.model.execution import RaisedException
from testloom.model.statements import CallStatement, CollectionStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import ArgumentsStatement, FileStatement
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import NONE, TypeRef
from testloom.search.operators.creation import random_test
from testloom.search.operators.directed.exceptions.repair import repaired
from testloom.search.providers.callables.command_lines import handed_over
from testloom.search.providers.inputs.command_lines import ARGUMENTS, WITH_PROGRAM, CommandLines
from testloom.search.providers.inputs.texts.formats import FORMATS
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

LIST = TypeRef("union", (TypeRef("list", (TypeRef("str"),)), NONE))


def argument(name: str, **more: object) -> dict[str, object]:
    plain = {"names": [], "low": 1, "high": 1, "required": False, "choices": [], "kind": ""}
    return {"name": name, **plain, "texts": [], "patterns": [], "group": None, **more}


def lines(*arguments: dict[str, object], commands: dict[str, object] | None = None) -> list[list[str]]:
    """Command lines as they are tried where this is what the parser understands."""
    known = CommandLines(ValueSource.of(bank(), Random(1)))
    known.learn(json.dumps({"arguments": list(arguments), "commands": commands or {}}))
    return [known.words() for _ in range(200)]


def share(tried: list[list[str]], fits: object) -> float:
    assert callable(fits)
    return sum(bool(fits(words)) for words in tried) / len(tried)


def test_most_command_lines_have_a_command_and_what_it_requires() -> None:
    item = {"arguments": [argument("--price", names=["--price"], required=True)], "commands": {}}

    tried = lines(commands={"item": item})

    assert share(tried, lambda words: words[:2] == ["item", "--price"] and len(words) == 3) > 0.7


def test_most_values_are_among_the_choices() -> None:
    tried = lines(argument("by", choices=["sku", "order"]))

    assert share(tried, lambda words: words in (["sku"], ["order"])) > 0.6


def test_most_values_match_the_pattern_that_their_reader_uses() -> None:
    tried = lines(argument("item", kind="shop:item", patterns=["[A-Z]{2}-[0-9]{3}"]))

    assert share(tried, lambda words: len(words) == 1 and words[0][2:3] == "-" and len(words[0]) == 6) > 0.5


@pytest.mark.parametrize("name", ["url", "--base-url"])
def test_most_values_have_the_format_that_the_name_of_their_argument_says(name: str) -> None:
    named = [name] if name.startswith("-") else []

    tried = lines(argument(name, names=named, required=True))

    assert share(tried, lambda words: words[-1:] and words[-1] in FORMATS["url"]) > 0.5


@pytest.mark.parametrize(("kind", "reads"), [("builtins:int", int), ("builtins:float", float)])
def test_most_values_are_read_by_the_type_of_their_argument(kind: str, reads: type) -> None:
    def is_read(words: list[str]) -> bool:
        try:
            reads(*words)
        except (TypeError, ValueError):
            return False
        return len(words) == 1

    assert share(lines(argument("count", kind=kind)), is_read) > 0.6


def test_of_options_that_exclude_each_other_one_is_given_at_most() -> None:
    quiet, loud = (argument(name, names=[f"--{name}"], low=0, high=0, group=0) for name in ("quiet", "loud"))

    tried = [words for words in lines(quiet, loud) if set(words) <= {"--quiet", "--loud"}]

    assert ["--quiet"] in tried and ["--loud"] in tried
    assert all(len(words) <= 1 for words in tried)


def test_what_a_reader_was_seen_to_read_is_given_to_it() -> None:
    known = CommandLines(ValueSource.of(bank(), Random(1)))
    known.learn(json.dumps({"arguments": [argument("item", kind="shop:item")], "commands": {}}))

    known.note_passed(TestCase((LiteralStatement(1, "XQ-7"), CallStatement(2, "shop:item", None, (1,)))))

    assert ["XQ-7"] in [known.words() for _ in range(50)]


def with_main(*uses: str, kind: TypeRef = LIST) -> Subject:
    main = Callable(
        "bank:main",
        "function",
        parameters=(Parameter("argv", type=kind, has_default=True, default=None, uses=uses),),
    )
    return replace(bank(), callables={**bank().callables, main.id: main})


def given(case: TestCase) -> list[str] | None:
    """The words that the last call is given as an argument."""
    called = case.statements[-1]
    assert isinstance(called, CallStatement)
    values = {s.id: s for s in case}
    made = [values[item] for item in (*called.args, *(value for _, value in called.kwargs))]
    if not made or not isinstance(made[0], CollectionStatement):
        return None
    items = [values[item] for item in made[0].items]
    return [str(item.value) for item in items if isinstance(item, LiteralStatement)]


def test_a_parameter_that_a_parser_gets_is_given_a_command_line() -> None:
    knowledge = Knowledge(with_main(ARGUMENTS), ["bank:main"], Random(2))
    knowledge.command_lines.learn(
        json.dumps({"arguments": [argument("by", choices=["sku"])], "commands": {}})
    )

    made = [given(random_test(knowledge)) for _ in range(100)]

    assert made.count(["sku"]) > 30


def test_what_is_read_from_the_command_line_is_handed_over_where_a_parameter_takes_it() -> None:
    case = TestCase((ArgumentsStatement(-2, ("program", "a", "-v")), CallStatement(-1, "bank:main")))

    [plain] = handed_over(case, with_main(ARGUMENTS))
    [named] = handed_over(case, with_main(WITH_PROGRAM))

    assert given(plain) == ["a", "-v"] and given(named) == ["program", "a", "-v"]
    assert not any(isinstance(s, ArgumentsStatement) for s in (*plain, *named))
    assert list(handed_over(plain, with_main(ARGUMENTS))) == []


def test_a_parameter_that_is_a_text_is_no_command_line() -> None:
    case = TestCase((CallStatement(-1, "bank:main"),))

    assert list(handed_over(case, with_main(ARGUMENTS, kind=TypeRef("str")))) == []


def test_a_file_that_the_parser_cannot_open_is_put_there() -> None:
    case = TestCase((CallStatement(-1, "bank:main"),))
    hint = "argument files: can't open 'b.txt': [Errno 2] No such file or directory: 'b.txt'"
    error = RaisedException("builtins:SystemExit", "2", False, True, hint)

    better = repaired(case, error, Knowledge(with_main(ARGUMENTS), ["bank:main"], Random(1)))

    assert better is not None
    assert [s.path for s in better if isinstance(s, FileStatement)] == ["b.txt"]


def test_what_the_parser_asks_for_is_put_into_the_list_that_it_gets() -> None:
    case = TestCase(
        (
            LiteralStatement(-3, "x"),
            CollectionStatement(-2, "list", (-3,)),
            CallStatement(-1, "bank:main", None, (-2,)),
        )
    )
    error = RaisedException(
        "builtins:SystemExit", "2", False, True, "argument by: invalid choice: 'x' (choose from 'sku')"
    )

    better = repaired(case, error, Knowledge(with_main(ARGUMENTS), ["bank:main"], Random(1)))

    assert better is not None and better.is_valid() and given(better) == ["sku"]
