"""Hides values that have had a sensitive name, there and wherever else they occur."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from testloom_agent.redaction.documents import named_in
from testloom_agent.redaction.naming import (
    REDACTED,
    TRIVIAL,
    is_key,
    is_number,
    is_raw_key,
    is_secret,
    is_sensitive,
    placed_in,
    stand_in,
    without_placed,
)

LEAST_KNOWN = 4
"""The length from which strings are searched for: shorter ones occur in many others."""
LEAST_KNOWN_DIGITS = 6
MOST_BITS = 1000
"""How many bits an inspected number may have: Python refuses to show the digits of very long ones."""
MOST_KNOWN = 200
_WORD = re.compile(r"[^\s\"',;<>(){}\[\]]{20,}")


class Secrets:
    """Strings that have had sensitive names so far: they are hidden elsewhere, too, even within others."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def shown(self, name: str, text: str) -> str:
        """Redact a text, by the name that it goes by, so that it may be written down."""
        if not text:
            return text
        if is_sensitive(name):
            self._know(text)
            return REDACTED
        if is_key(text, name) or any(secret in text for secret in tuple(self._known)):
            return REDACTED
        return self.document(text) if is_sensitive(text) else without_placed(text)

    def literal(self, name: str, value: Any) -> Any:
        """Redact a plain value, by the name that it goes by, so that it may be written down."""
        if type(value) is bytes:
            if is_raw_key(value, name) and not is_sensitive(name):
                return REDACTED.encode()
            return self.shown(name, value.decode("latin-1")).encode("latin-1")
        if type(value) is int and value.bit_length() <= MOST_BITS:
            return self._number(name, value)
        return self.shown(name, value) if type(value) is str else value

    def _number(self, name: str, number: int) -> int:
        """Return a number, or one of the same length for a secret."""
        digits = str(abs(number))
        if is_number(name, len(digits)):
            self._know(digits)
            return stand_in(number)
        return stand_in(number) if digits in self._known else number

    def document(self, text: str) -> str:
        """Redact the keys in a file's content, and the values that go by sensitive names."""
        for name, value in named_in(text):
            if is_secret(name, value):
                self._know(value)
                text = _without_value(text, name, value)
        for secret in (*placed_in(text), *tuple(self._known)):
            text = text.replace(secret, REDACTED)
        return _WORD.sub(lambda found: REDACTED if is_key(found[0]) else found[0], without_placed(text))

    def _know(self, text: str) -> None:
        least = LEAST_KNOWN_DIGITS if text.isdecimal() else LEAST_KNOWN
        is_new = len(text) >= least and text != REDACTED and text.lower() not in TRIVIAL
        if is_new and len(self._known) < MOST_KNOWN:
            self._known.add(text)


def without_secrets(arguments: Sequence[str]) -> list[str]:
    """Redact the values of sensitive options, and the keys, in the arguments of a program."""
    shown: list[str] = []
    for place, argument in enumerate(arguments):
        option, separator, value = argument.partition("=")
        before = arguments[place - 1] if place else ""
        if before.startswith("-") and "=" not in before and is_sensitive(before):
            shown.append(REDACTED)
        elif separator and (is_sensitive(option) or is_key(value)):
            shown.append(f"{option}={REDACTED}")
        else:
            shown.append(REDACTED if is_key(argument) else without_placed(argument))
    return shown


def _without_value(text: str, name: str, value: str) -> str:
    """Remove a value from a document: in quotes, or after its name, where a number stays a number."""
    for quoted in {json.dumps(value), json.dumps(value, ensure_ascii=False), f"'{value}'"}:
        text = text.replace(quoted, f"{quoted[0]}{REDACTED}{quoted[0]}")
    shown = str(stand_in(int(value))) if value.isdecimal() else REDACTED
    between = r"[\"']?(?:[ \t]*[:=][ \t]*|[ \t]+|>)[\"']?"
    after = re.compile(f"({re.escape(name.rpartition('.')[2])}{between}){re.escape(value)}")
    return after.sub(lambda found: f"{found[1]}{shown}", text)
