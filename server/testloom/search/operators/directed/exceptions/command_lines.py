"""Directed changes of command lines: arguments that a program's parser asked for are added."""

from __future__ import annotations

import re

from testloom.model.statements import CollectionStatement, LiteralStatement, TestCase
from testloom.model.statements.environment import ArgumentsStatement
from testloom.model.texts.trees import literal_of
from testloom.search.minimisation.removal import without_unused
from testloom.search.providers.callables.command_lines import Taker, takers, with_words
from testloom.search.providers.environment import surrounded
from testloom.search.providers.inputs.command_lines import PROGRAM, WITH_PROGRAM
from testloom.search.providers.knowledge import Knowledge

_REQUIRED = re.compile(r"the following arguments are required: (?P<names>.+)", re.DOTALL)
_CHOICE = re.compile(r"argument (?P<name>\S+): invalid choice: (?P<given>.+) \(choose from (?P<choices>.+)\)")
_EXPECTED = re.compile(r"argument (?P<name>\S+): expected (?:one|at least one|\d+) argument")
_INVALID = re.compile(r"argument (?P<name>\S+): invalid (?P<type>\S+) value: (?P<given>.+)")
_NOT_THERE = re.compile(r"can't open '(?P<path>[^'/~][^']*)'")
_UNKNOWN = re.compile(r"unrecognized arguments: (?P<words>.+)")
_READABLE = {"int": "12", "float": "1.5", "complex": "1j"}
ANEW = 0.3
"""The probability that a command line is made anew if it is known what the parser accepts."""


def obeyed(case: TestCase, hint: str, knowledge: Knowledge) -> TestCase | None:
    """Change the command line as the error message of the program's parser demands.

    Returns None if it demands nothing. The messages are those of `argparse` (the standard library's
    documentation of that module).
    """
    if found := _NOT_THERE.search(hint):
        return surrounded(case, [("file", found["path"])], knowledge)
    for taker in takers(case, knowledge.subject):
        if taker.given is None:
            ids = iter(knowledge.next_id, None)
            return with_words(case, taker, knowledge.command_lines.of(taker.parameter), ids)
        if (better := _in_list(case, taker, hint, knowledge)) is not None:
            return better
    known = next((s for s in case.statements if isinstance(s, ArgumentsStatement)), None)
    program, *words = known.values if known is not None else (PROGRAM,)
    changed = _changed(words, hint, knowledge)
    if changed is None or changed == words:
        return None
    if known is None:
        return TestCase((ArgumentsStatement(knowledge.next_id(), (program, *changed)), *case.statements))
    line = known.replace(values=(program, *changed))
    return TestCase(tuple(line if s is known else s for s in case.statements))


def _in_list(case: TestCase, taker: Taker, hint: str, knowledge: Knowledge) -> TestCase | None:
    """The test case with other words in the list that a call is given; None if they stay as they are."""
    values = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
    index, given = next((n, s) for n, s in enumerate(case.statements) if s.id == taker.given)
    words = [values.get(item) for item in given.references]
    if not isinstance(given, CollectionStatement) or not all(isinstance(word, str) for word in words):
        return None
    length = 1 if WITH_PROGRAM in taker.parameter.uses else 0
    program = [str(word) for word in words[:length]]
    changed = _changed([str(word) for word in words[length:]], hint, knowledge)
    if changed is None or [*program, *changed] == words:
        return None
    literals = [LiteralStatement(knowledge.next_id(), word) for word in (*program, *changed)]
    better = given.replace(kind="list", items=tuple(literal.id for literal in literals))
    return without_unused(case.replaced(index, *literals, better))


def _changed(words: list[str], hint: str, knowledge: Knowledge) -> list[str] | None:
    """The words after the name of the program, as a message demands; None if it demands nothing."""
    lines = knowledge.command_lines
    if lines.parsers and knowledge.rng.random() < ANEW:
        return lines.words()
    if found := _REQUIRED.search(hint):
        for name in found["names"].split(", "):
            words = _with_argument(words, name.strip(), knowledge)
        return words
    if found := _CHOICE.search(hint):
        given, choices = _read(found["given"]), [_read(text) for text in found["choices"].split(", ")]
        return _exchanged(words, given, knowledge.rng.choice(choices))
    if found := _EXPECTED.search(hint):
        option = next((word for word in words if word in found["name"].split("/")), None)
        place = words.index(option) + 1 if option else len(words)
        return [*words[:place], _value(found["name"], knowledge), *words[place:]]
    if found := _INVALID.search(hint):
        readable = _READABLE.get(found["type"]) or _value(found["name"], knowledge)
        return _exchanged(words, _read(found["given"]), readable)
    if found := _UNKNOWN.search(hint):
        unknown = found["words"].split()
        return [word for word in words if word not in unknown]
    return None


def _with_argument(words: list[str], name: str, knowledge: Knowledge) -> list[str]:
    """One more option with a value, or a value alone where the argument is positional."""
    option, value = _option(name), _value(name, knowledge)
    return [*words, option, value] if option.startswith("-") else [*words, value]


def _value(name: str, knowledge: Knowledge) -> str:
    """A value for the argument that a parser calls so."""
    known = knowledge.command_lines.argument(name)
    return knowledge.command_lines.word() if known is None else knowledge.command_lines.value_of(known)


def _option(name: str) -> str:
    """The longest of the names of an option: `-i/--input` is `--input`."""
    return name.rpartition("/")[2]


def _exchanged(words: list[str], given: str, value: str) -> list[str]:
    """The words with a value in place of what was given."""
    places = [place for place, word in enumerate(words) if word == given]
    return [value if place in places[-1:] else word for place, word in enumerate(words)]


def _read(text: str) -> str:
    """The text that a repr writes."""
    try:
        return str(literal_of(text.strip()))
    except (ValueError, SyntaxError):
        return text.strip()
