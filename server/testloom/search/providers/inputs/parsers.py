"""The arguments that parsers of command lines accept, as the agent reports them.

See docs/agent-protocol.md, "Touches".
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a parser: an option with its names, or a positional argument without names.

    `high` is None for any number of values. A namespace has under the name `attribute` what the parser
    `makes` of them. `kind` is the converter of its values, `texts` and
    `patterns` are what the converter checks them for. Of the arguments of a `group`, only one may be
    given.
    """

    name: str
    names: tuple[str, ...] = ()
    low: int = 1
    high: int | None = 1
    required: bool = False
    choices: tuple[str, ...] = ()
    kind: str = ""
    texts: tuple[str, ...] = ()
    patterns: tuple[str, ...] = ()
    group: int | None = None
    attribute: str = ""
    makes: Literal["value", "list", "number"] = "value"

    def is_called(self, name: str) -> bool:
        """Check whether a parser's message means this argument by a name."""
        return name in (self.name, *self.names, "/".join(self.names))


@dataclass(frozen=True, slots=True)
class Parser:
    """The arguments of a parser, and the parsers of its commands by name."""

    arguments: tuple[Argument, ...] = ()
    commands: Mapping[str, Parser] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str) -> Parser:
        """Read what the agent told."""
        return _parser(json.loads(text))

    def all_arguments(self) -> Iterator[Argument]:
        """Yield all arguments, including those of the commands."""
        yield from self.arguments
        for command in self.commands.values():
            yield from command.all_arguments()


def _parser(data: Mapping[str, Any]) -> Parser:
    commands = {name: _parser(command) for name, command in data["commands"].items()}
    return Parser(tuple(_argument(entry) for entry in data["arguments"]), commands)


def _argument(data: Mapping[str, Any]) -> Argument:
    entries: dict[str, Any] = {
        name: tuple(entry) if isinstance(entry, list) else entry for name, entry in data.items()
    }
    return Argument(**entries)
