"""Command lines: words that a parser accepts, or words and options of the subject.

The parser's arguments are reported when it parses a command line for the first time; from then on, most
of the tried command lines are ones that it accepts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testloom.model.statements import CallStatement, LiteralStatement, TestCase
from testloom.model.subject import Parameter
from testloom.model.types import TypeRef
from testloom.search.providers.inputs.contents import file_name, line
from testloom.search.providers.inputs.parsers import Argument, Parser
from testloom.search.providers.inputs.texts.formats import FORMATS, named
from testloom.search.providers.inputs.texts.patterns import draw as draw_match
from testloom.search.providers.inputs.texts.patterns import looks_like_pattern, parse
from testloom.search.providers.inputs.values import ValueSource

PROGRAM = "program"
ARGUMENTS, WITH_PROGRAM = "<arguments>", "<program and arguments>"
PARSED = frozenset({ARGUMENTS, WITH_PROGRAM})
"""The uses of a parameter that is passed to a parser: as it is, or without its first item."""
TYPED = "<typed>"
"""The use of a parameter that holds a user's typed input."""
ANSWERS = ("y", "y", "n")
OPTION = re.compile(r"--?[A-Za-z][\w-]{0,30}")
MOST_OPTIONS = 6
MORE_VALUES = (0, 0, 0, 1, 1, 2)
PLAIN_PATH = "a"
MOST_PARSERS = 10
MOST_ACCEPTED = 20
UNDERSTOOD = 0.85
"""The probability that a command line is made from the arguments a parser accepts."""
GIVEN = 0.9
"""The probability that a parameter for a command line is given one; its default is pytest's."""
OF_NAME = 0.7
"""How often a value has the format that the name of its argument says, such as `--url`."""
FITTING = 0.9
"""The probability that a value suits its argument."""
OF_KINDS: Mapping[str, str] = {
    "decimal:Decimal": "decimal",
    "fractions:Fraction": "decimal",
    "uuid:UUID": "uuid",
    "click:uuid": "uuid",
    "click:datetime": "date",
    "ipaddress:ip_address": "ip",
    "json:loads": "json",
}
"""The formats that converters of values accept."""
INTEGERS = ("builtins:int", "click:integer", "click:integer range")
FRACTIONS = ("builtins:float", "click:float", "click:float range")
PATHS = ("pathlib:Path", "pathlib:PurePath", "argparse:FileType", "click:path", "click:filename")
NAMED_PATHS = re.compile(r"(?:^|[_-])(?:file|path|folder|dir|directory)(?:name)?s?$", re.IGNORECASE)


def takes_command_line(parameter: Parameter) -> bool:
    """Check whether a parameter is passed to a command-line parser and may be a list."""
    if PARSED.isdisjoint(parameter.uses):
        return False
    kinds = parameter.type.args if parameter.type.name == "union" else (parameter.type,)
    return any(kind.name in ("any", "list", "tuple", "iterator", "object") for kind in kinds)


@dataclass(slots=True)
class CommandLines:
    """Draws command lines; `parsers` were observed, `accepted` has strings that converters accepted."""

    values: ValueSource
    parsers: list[Parser] = field(default_factory=list)
    accepted: dict[str, list[str]] = field(default_factory=dict)
    _told: set[str] = field(default_factory=set)

    def learn(self, text: str) -> None:
        """Learn of a parser what the agent tells."""
        if text in self._told or len(self.parsers) >= MOST_PARSERS:
            return
        self._told.add(text)
        self.parsers.append(parser := Parser.read(text))
        for argument in parser.all_arguments():
            if argument.kind:
                self.accepted.setdefault(argument.kind, [])

    def note_passed(self, case: TestCase) -> None:
        """Learn texts that readers of values have read, from a test that passed and calls them itself."""
        literals = {s.id: s.value for s in case.statements if isinstance(s, LiteralStatement)}
        for called in case.statements if self.accepted else ():
            if not isinstance(called, CallStatement) or len(called.args) != 1:
                continue
            known, text = self.accepted.get(called.callable), literals.get(called.args[0])
            is_word = isinstance(text, str) and text == _plain(text)
            if known is not None and is_word and text not in known and len(known) < MOST_ACCEPTED:
                known.append(str(text))

    def of(self, parameter: Parameter) -> list[str]:
        """Create a command line for a parameter; of a command, only the words after its name."""
        for use in parameter.uses:
            if use.startswith(f"{ARGUMENTS} ") and (found := self._below(use.split(" ")[1:])) is not None:
                return self._understood(found)
        return [PROGRAM, *self.words()] if WITH_PROGRAM in parameter.uses else self.words()

    def typed(self) -> str:
        """Create the input that a user types: answers to questions, line by line."""
        rng = self.values.rng
        lines = [
            rng.choice(ANSWERS) if rng.random() < 0.5 else line(self.values)
            for _ in range(rng.choice((1, 1, 2)))
        ]
        return "".join(f"{text}\n" for text in lines)

    def _below(self, names: Sequence[str]) -> Parser | None:
        """The parser of a command, by the names that lead to it; None while it is not known."""
        found = list(self.parsers)
        for name in names:
            found = [parser.commands[name] for parser in found if name in parser.commands]
        return found[0] if found else None

    def words(self) -> list[str]:
        """Create the words of a command line, without the name of the program."""
        rng, values = self.values.rng, self.values
        if self.parsers and rng.random() < UNDERSTOOD:
            return self._understood(rng.choice(self.parsers))
        options = list(dict.fromkeys(text for text in values.texts if OPTION.fullmatch(text)))
        if not options or rng.random() < 0.4:
            return [line(values) for _ in range(rng.choice((0, 1, 1, 2)))]
        made = [line(values)] if rng.random() < 0.3 else []
        for option in rng.sample(options, rng.randint(1, min(MOST_OPTIONS, len(options)))):
            made.append(option)
            if rng.random() < 0.7:
                made.append(line(values))
        return made

    def argument(self, name: str) -> Argument | None:
        """Find the argument that a parser's message calls by this name."""
        return next((argument for argument in self._arguments() if argument.is_called(name)), None)

    def attribute(self, name: str) -> Argument | None:
        """Find the argument that is an attribute of this name in what a parser returns."""
        return next((argument for argument in self._arguments() if argument.attribute == name), None)

    def _arguments(self) -> Iterator[Argument]:
        return (argument for parser in self.parsers for argument in parser.all_arguments())

    def _understood(self, parser: Parser) -> list[str]:
        """What a parser probably accepts: what it requires, some options, a command if it has such."""
        rng = self.values.rng
        chosen = self._chosen([argument for argument in parser.arguments if argument.names])
        options = [
            word for argument in chosen for word in (rng.choice(argument.names), *self._some_of(argument))
        ]
        given = [
            word for argument in parser.arguments if not argument.names for word in self._some_of(argument)
        ]
        is_open = any(option.low != option.high for option in chosen)
        made = [*given, *options] if is_open or rng.random() < 0.7 else [*options, *given]
        if parser.commands:
            name = rng.choice(list(parser.commands))
            made += [name, *self._understood(parser.commands[name])]
        return made

    def _chosen(self, options: Sequence[Argument]) -> list[Argument]:
        """The options that are required, and some others; of a group only one."""
        rng = self.values.rng
        free = [option for option in options if not option.required]
        more = rng.sample(free, min(len(free), rng.choice((0, 0, 1, 1, 2, 3))))
        chosen: dict[int, Argument] = {}
        for option in (*(option for option in options if option.required), *more):
            chosen.setdefault(len(options) + len(chosen) if option.group is None else option.group, option)
        return list(chosen.values())

    def _some_of(self, argument: Argument) -> list[str]:
        rng, low, high = self.values.rng, argument.low, argument.high
        number = low + rng.choice(MORE_VALUES) if high is None else rng.randint(low, high)
        return [self.value_of(argument) for _ in range(number)]

    def value_of(self, argument: Argument) -> str:
        """Create a value for an argument; now and then one that it may not accept."""
        return self.word() if self.values.rng.random() > FITTING else self.accepted_value(argument)

    def accepted_value(self, argument: Argument) -> str:
        """Create a value that an argument accepts, as far as that is known."""
        return self.values.rng.choice(argument.choices) if argument.choices else self._fitting(argument)

    def _fitting(self, argument: Argument) -> str:
        rng, kind = self.values.rng, argument.kind
        if (accepted := self.accepted.get(kind)) and rng.random() < 0.5:
            return rng.choice(accepted)
        if (parsed := _parsed(argument)) and rng.random() < 0.8:
            return _plain(draw_match(rng.choice(parsed), rng))
        if kind in INTEGERS:
            return str(self.values.integer())
        if kind in FRACTIONS:
            return str(self.values.float_())
        if kind in PATHS or NAMED_PATHS.search(argument.name):
            return PLAIN_PATH if rng.random() < 0.5 else file_name(self.values)
        if form := self._form_of(argument):
            return rng.choice(FORMATS[form])
        if argument.texts and rng.random() < 0.3:
            return _plain(rng.choice(argument.texts))
        return self.word()

    def _form_of(self, argument: Argument) -> str:
        """The format of a value: that of its kind, or mostly the one that its name says; else empty."""
        said = named(argument.name, TypeRef("str"))
        is_said = said.name == "format" and self.values.rng.random() < OF_NAME
        return OF_KINDS.get(argument.kind, str(said.values[0]) if is_said else "")

    def word(self) -> str:
        """Create a word that no parser takes for an option."""
        return _plain(self.values.piece().strip())


def _parsed(argument: Argument) -> list[object]:
    """The regular expressions that a value is matched with, ready to be drawn from."""
    texts = [*argument.patterns, *(text for text in argument.texts if looks_like_pattern(text))]
    return [made for text in texts if (made := parse(text)) is not None]


def _plain(text: str) -> str:
    """The text if it is one word that no parser takes for an option, else a letter."""
    return text if text and not text.startswith("-") and not set(text) & {"\0", "\n", "\r"} else "a"
