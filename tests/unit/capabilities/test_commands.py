"""Commands of command-line applications are invoked through one runner."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from testloom.capabilities import CAPABILITIES, KINDS
from testloom.model.commands import Command
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    CommandStatement,
    LiteralStatement,
    TestCase,
)
from testloom.model.statements.decoding import decode_test
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search import seeded
from testloom.search.providers.draft import Draft
from testloom.search.providers.inputs.command_lines import ARGUMENTS, TYPED
from testloom.search.providers.knowledge import Knowledge
from tests.unit.search.bank import bank

RUNNER = "click.testing:CliRunner"
PARSER = {"arguments": [], "commands": {"pay": {"arguments": [], "commands": {}}}}
AMOUNT = {
    "name": "amount",
    "names": [],
    "low": 1,
    "high": 1,
    "required": True,
    "choices": ["7"],
    "group": None,
}


def application(*commands: Callable) -> Subject:
    return replace(bank(), callables={known.id: known for known in commands}, capabilities=CAPABILITIES)


def command(name: str, *, asks: bool = False) -> Callable:
    words = Parameter("args", type=TypeRef("list"), uses=(ARGUMENTS, f"{ARGUMENTS} {name}"))
    typed = Parameter("input", "keyword", TypeRef("str"), has_default=True, uses=(TYPED,))
    known = Command(RUNNER, "bank:cli", (name,))
    return Callable(f"bank:{name}", "function", None, (words, typed) if asks else (words,), command=known)


def invoked(draft: Draft) -> list[CommandStatement]:
    return [statement for statement in draft.statements if isinstance(statement, CommandStatement)]


def test_all_commands_of_a_test_share_its_runner() -> None:
    subject = application(command("pay"), command("show"))
    knowledge = Knowledge(subject, ["bank:show"], Random(1))
    builder = knowledge.builder()
    for name in ("bank:pay", "bank:show"):
        builder.call_of(subject.callables[name])

    runners = [
        s.id for s in builder.draft.statements if isinstance(s, CallStatement) and s.callable == RUNNER
    ]
    assert len(runners) == 1
    assert [statement.receiver for statement in invoked(builder.draft)] == runners * 2


def test_a_command_is_given_what_its_own_parser_understands() -> None:
    subject = application(command("pay"))
    knowledge = Knowledge(subject, ["bank:pay"], Random(1))
    parser = {**PARSER, "commands": {"pay": {"arguments": [AMOUNT], "commands": {}}}}
    knowledge.command_lines.learn(json.dumps(parser))

    lines = [knowledge.command_lines.of(subject.callables["bank:pay"].parameters[0]) for _ in range(20)]

    assert ["7"] in lines and all(len(words) == 1 for words in lines)


def test_what_a_user_types_in_are_lines() -> None:
    subject = application(command("pay", asks=True))
    knowledge = Knowledge(subject, ["bank:pay"], Random(1))

    typed = [knowledge.command_lines.typed() for _ in range(30)]

    assert "y\n" in typed and all(text.endswith("\n") for text in typed)


def test_a_command_that_came_far_is_invoked_again_with_the_same_words() -> None:
    subject = application(command("pay"))
    knowledge = Knowledge(subject, ["bank:pay"], Random(1))
    known = CommandStatement(-1, "bank:pay", -2, (), (("input", -3),), Command(RUNNER, "bank:cli", ("pay",)))
    knowledge.note_success(TestCase((CallStatement(-2, RUNNER), LiteralStatement(-3, "sesame\n"), known)))
    builder = knowledge.builder()
    for _ in range(20):
        builder.call_of(subject.callables["bank:pay"])

    assert any(isinstance(s, LiteralStatement) and s.value == "sesame\n" for s in builder.draft.statements)


def test_a_command_follows_another_one_with_words_of_it() -> None:
    subject = application(command("add"), command("remove"))
    knowledge = Knowledge(subject, ["bank:remove"], Random(1))
    line = (
        LiteralStatement(-3, "--yes"),
        LiteralStatement(-4, "sesame"),
        CollectionStatement(-5, "list", (-3, -4)),
    )
    known = CommandStatement(-1, "bank:add", -2, (-5,), (), Command(RUNNER, "bank:cli", ("add",)))
    knowledge.note_success(TestCase((CallStatement(-2, RUNNER), *line, known)))
    parser = {"arguments": [], "commands": {"remove": {"arguments": [AMOUNT], "commands": {}}}}
    knowledge.command_lines.learn(json.dumps(parser))
    lines = []
    for _ in range(60):
        builder = knowledge.builder()
        builder.call_of(subject.callables["bank:remove"])
        lines.append([words_of(one, builder.draft) for one in invoked(builder.draft)])

    assert [["--yes", "sesame"], ["sesame"]] in lines
    assert all(led in ([], [["--yes", "sesame"]]) for *led, _ in lines)
    assert [["7"]] in lines and [["sesame"]] not in lines and [["--yes", "sesame"], ["--yes"]] not in lines


def words_of(invoked: CommandStatement, draft: Draft) -> list[object]:
    made = {s.id: s for s in draft.statements}
    words = made[invoked.args[0]]
    assert isinstance(words, CollectionStatement)
    return [getattr(made[item], "value", None) for item in words.items]


def test_a_command_is_read_back_as_it_was_sent() -> None:
    knowledge = Knowledge(application(command("pay", asks=True)), ["bank:pay"], Random(1))
    builder = knowledge.builder()
    builder.call_of(knowledge.subject.callables["bank:pay"])
    case = TestCase(tuple(builder.draft.statements))

    assert decode_test(json.loads(case.wire), KINDS) == case


def test_a_command_of_an_earlier_run_goes_by_its_new_name() -> None:
    knowledge = Knowledge(application(command("pay")), ["bank:pay"], Random(1))
    builder = knowledge.builder()
    builder.call_of(knowledge.subject.callables["bank:pay"])
    renamed = Command(RUNNER, "bank:app", ("transfer",))
    later = Knowledge(application(replace(command("pay"), command=renamed)), ["bank:pay"], Random(1))

    [case] = seeded([TestCase(tuple(builder.draft.statements))], later)

    assert [s.command for s in case if isinstance(s, CommandStatement)] == [renamed]


def test_a_recorded_call_of_the_function_of_a_command_is_no_seed() -> None:
    knowledge = Knowledge(application(command("pay")), ["bank:pay"], Random(1))

    assert seeded([TestCase((CallStatement(-1, "bank:pay"),))], knowledge) == []
