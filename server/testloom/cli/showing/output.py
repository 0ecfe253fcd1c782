"""Output to a terminal, a pipe or the log of a CI server, in which no foreign text can act as a command."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any, TextIO, TypeVar

from testloom.model.events.jobs import Event
from testloom.model.texts.foreign import shown, shown_lines, without_commands

SomeEvent = TypeVar("SomeEvent", bound=Event)
_WITH_LINES = frozenset({"source", "complete", "text"})
"""The fields of events that contain code."""


def say(text: str, *, end: str = "\n", file: TextIO | None = None) -> None:
    """Print lines whose foreign parts are `shown` already."""
    print(without_commands(text), end=end, file=file, flush=True)


def complain(message: str) -> None:
    """Print an error, or another message that is not a result, on one line."""
    say(f"testloom: {shown(message)}", file=sys.stderr)


def counted(number: int, noun: str) -> str:
    """Write how many there are of something: `1 branch`, `2 branches`."""
    plural = f"{noun}{'es' if noun.endswith('ch') else 's'}"
    return f"{number} {noun if number == 1 else plural}"


class FailingTests(logging.Handler):
    """A log handler that prints warnings for the user of the command."""

    def emit(self, record: logging.LogRecord) -> None:
        """Print one record."""
        complain(record.getMessage())


@contextmanager
def complaining() -> Iterator[None]:
    """Show warnings while the context lasts."""
    log, handler = logging.getLogger("testloom"), FailingTests(logging.WARNING)
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)


def json_line(data: Mapping[str, Any]) -> str:
    """Render one line of JSON without `##[`, which GitHub would interpret within lines."""
    return json.dumps(data).replace("##[", r"#\u0023[")


def as_shown(event: SomeEvent) -> SomeEvent:
    """Escape the strings of an event so that a report may print them."""
    texts = {entry.name: getattr(event, entry.name) for entry in fields(event)}
    return replace(event, **{name: _shown(text, name in _WITH_LINES) for name, text in texts.items()})


def _shown(value: Any, has_lines: bool) -> Any:
    match value:
        case str():
            return shown_lines(value) if has_lines else shown(value)
        case tuple():
            return tuple(_shown(entry, has_lines) for entry in value)
        case Mapping():
            return {_shown(key, False): _shown(entry, has_lines) for key, entry in value.items()}
    return value
