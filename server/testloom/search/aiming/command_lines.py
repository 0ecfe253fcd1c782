"""Command lines: what the parser of a program asked for is given to it."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from testloom.model.environment import ArgumentsStatement
from testloom.model.statements import TestCase
from testloom.search.breeding.factory import TestFactory

PROGRAM = "program"
_REQUIRED = re.compile(r"the following arguments are required: (?P<names>.+)", re.DOTALL)
_CHOICE = re.compile(r"argument (?P<name>\S+): invalid choice: (?P<given>.+) \(choose from (?P<choices>.+)\)")
_EXPECTED = re.compile(r"argument (?P<name>\S+): expected (?:one|at least one|\d+) argument")
_INVALID = re.compile(r"argument (?P<name>\S+): invalid (?P<type>\w+) value: (?P<given>.+)")
_UNKNOWN = re.compile(r"unrecognized arguments: (?P<words>.+)")
_READABLE = {"int": "12", "float": "1.5", "complex": "1j"}


def obeyed(case: TestCase, hint: str, factory: TestFactory) -> TestCase | None:
    """The test with the command line that the parser's complaint asks for; None if it asks for nothing.

    The complaints are those of `argparse` (the standard library's documentation of that module).
    """
    known = next((s for s in case.statements if isinstance(s, ArgumentsStatement)), None)
    values = known.values if known is not None else (PROGRAM,)
    changed = _changed(list(values), hint, factory)
    if changed is None or tuple(changed) == values:
        return None
    if known is None:
        return TestCase((ArgumentsStatement(factory.next_id(), tuple(changed)), *case.statements))
    better = replace(known, values=tuple(changed))
    return TestCase(tuple(better if s is known else s for s in case.statements))


def _changed(words: list[str], hint: str, factory: TestFactory) -> list[str] | None:
    if found := _REQUIRED.search(hint):
        for name in found["names"].split(", "):
            words = _with_argument(words, _option(name), factory)
        return words
    if found := _CHOICE.search(hint):
        given, choices = _read(found["given"]), [_read(text) for text in found["choices"].split(", ")]
        return _exchanged(words, given, factory.rng.choice(choices))
    if found := _EXPECTED.search(hint):
        option = next((word for word in words if word in found["name"].split("/")), None)
        place = words.index(option) + 1 if option else len(words)
        return [*words[:place], _value(factory), *words[place:]]
    if found := _INVALID.search(hint):
        return _exchanged(words, _read(found["given"]), _READABLE.get(found["type"], "12"))
    if found := _UNKNOWN.search(hint):
        unknown = found["words"].split()
        return [word for word in words if word not in unknown]
    return None


def _with_argument(words: list[str], option: str, factory: TestFactory) -> list[str]:
    """One more option with a value, or a value alone where the argument is positional."""
    value = _value(factory)
    return [*words, option, value] if option.startswith("-") else [*words, value]


def _value(factory: TestFactory) -> str:
    """A word that no parser takes for an option."""
    word = factory.values.piece().strip()
    return word if word and not word.startswith("-") else "a"


def _option(name: str) -> str:
    """The longest of the names of an option: `-i/--input` is `--input`."""
    return name.strip().rpartition("/")[2]


def _exchanged(words: list[str], given: str, value: str) -> list[str]:
    return [value if word == given and place else word for place, word in enumerate(words)]


def _read(text: str) -> str:
    """The text that a repr writes."""
    try:
        return str(ast.literal_eval(text.strip()))
    except (ValueError, SyntaxError):
        return text.strip()
