"""Placeholders for values that a recorded program has read from private files and variables.

The same string has the same placeholder wherever it occurs, so that a call behaves the same when it is
repeated with the recorded values.
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from testloom_agent.redaction.documents import named_in, with_values
from testloom_agent.redaction.naming import REDACTED, TRIVIAL, is_key, is_secret, is_sensitive
from testloom_agent.redaction.places import Places
from testloom_agent.redaction.secrets import LEAST_KNOWN, Secrets
from testloom_agent.redaction.sources import Sources
from testloom_agent.redaction.withheld import (
    Index,
    content_of,
    replaced,
    says_much,
    texts_of_module,
    values_in,
)

Version: TypeAlias = tuple[str, int, int]
MOST_BYTES = 4 << 20
"""How many bytes of private data are remembered: searching for their values takes time and memory."""
FULL = "the program had read more than 4 MB of private files; move what is not private into the project"
MOST_INDEXES = 16
OPENING = ("{", "[")
"""The beginnings of JSON documents that hold strings."""
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
"""Strings that JSON writes unchanged."""
_INTEGER = re.compile(r"(-?)(\d+)")
_NUMBER = re.compile(r"[-+]?(?:\d+\.\d*|\.?\d+)(?:[eE][-+]?\d+)?")


class _Read(NamedTuple):
    """A private file or variable that was read and has not been searched for values yet."""

    name: str
    text: str
    is_module: bool = False


class Placeholders:
    """Notes which private files and variables are read, and removes their values from records.

    Files and variables are searched for values when a record is written: until then they cost next to
    nothing.
    """

    def __init__(self, places: Places, secrets: Secrets) -> None:
        self._places = places
        self._secrets = secrets
        self._sources: Sources | None = None
        self._public: dict[str, bool] = {}
        self._unread: list[_Read] = []
        self._known: set[Version | tuple[str, str]] = set()
        self._bytes = 0
        self._indexes: tuple[Index, ...] = ()
        self._originals: dict[str, str] = {}
        self._aliases: dict[str, str] = {}
        """Other forms in which strings occur: without their secrets, which are hidden first, and in JSON."""
        self._placeholders: dict[str, str] = {}
        self._number = 0
        self._written: set[str] = set()

    @property
    def is_full(self) -> bool:
        """Whether more was read than can be remembered: nothing may be recorded any more."""
        return self._bytes > MOST_BYTES

    def private(self, path: Any) -> str | None:
        """Find the private file at a path; None if it is not private, or the program itself has made it.

        Files of packages that are imported from elsewhere, such as a debugger's, do not count as data.
        """
        if isinstance(path, int):
            return None
        place = self._places.private(os.path.abspath(os.fsdecode(path)))
        if place is None or place in self._written:
            return None
        return None if not self._places.is_inside(place) and _is_of_package(place) else place

    def note_written(self, path: Any) -> None:
        """Note that a file is about to be created anew: its contents will come from the program."""
        self._written.add(os.path.realpath(os.fsdecode(path)))

    def note_file(self, place: str) -> None:
        """Note that a private file is about to be read."""
        try:
            status = os.stat(place)
            version = (place, status.st_mtime_ns, status.st_size)
            if version in self._known or self.is_full:
                return
            data = content_of(place)
        except OSError:
            return
        self._known.add(version)
        self._bytes += len(data)
        self._unread.append(_Read("", _decoded(data), place.endswith(".py")))

    def note_variable(self, name: str, value: str) -> None:
        """Note that an environment variable is read."""
        if (name, value) not in self._known:
            self._known.add((name, value))
            self._bytes += len(value)
            self._unread.append(_Read(name, value))

    def document(self, text: str) -> str:
        """Replace the values in a private file's content, and keep its form and its names."""
        self._look()
        return with_values(text, self._value)

    def variable(self, name: str, value: str) -> str:
        """Replace the value of a variable; JSON keeps its form and its names."""
        self._look()
        is_json = value.lstrip().startswith(OPENING)
        return with_values(value, self._value) if is_json else self._value(name, value)

    def shown(self, text: str) -> str:
        """Replace what is private in a text."""
        self._look()
        found = {known for index in self._indexes for known in index.found_in(text)}
        found = {known for known in found if not self._is_public(known)}
        return replaced(text, found, self._in_place_of)

    def record(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """Replace what is private in the values and files of a recorded call."""
        shown = dict(data)
        shown["steps"] = [
            [*step[:2], self._scalar(step[2])] if step[0] == "literal" else step for step in data["steps"]
        ]
        if "value" in data:
            shown["value"] = self._scalar(data["value"])
        if "files" in data:
            shown["files"] = {place: self._scalar(content) for place, content in data["files"].items()}
        if shown != data:
            shown["withheld"] = True
        return shown

    def _scalar(self, value: Any) -> Any:
        if type(value) is str:
            return self.shown(value)
        if type(value) is dict and "bytes" in value:
            return {"bytes": self._bytes_shown(value["bytes"])}
        if type(value) is dict and "complex" in value:
            return {"complex": [self._scalar(part) for part in value["complex"]]}
        if type(value) in (int, float):
            text = self.shown(str(value))
            try:
                return value if text == str(value) else type(value)(text)
            except ValueError:
                return type(value)()
        return value

    def _bytes_shown(self, data: str) -> str:
        """Replace what is private in bytes, which are written as latin-1 and mostly are UTF-8."""
        try:
            return self.shown(data.encode("latin-1").decode("utf-8")).encode("utf-8").decode("latin-1")
        except UnicodeDecodeError:
            return self.shown(data)

    def _value(self, name: str, value: str) -> str:
        """Replace a value in a private document."""
        if value.isdecimal() and is_secret(name, value):
            return _hidden(value)
        if not value.isdecimal() and self._secrets.shown(name, value) == REDACTED:
            return REDACTED
        if not says_much(value) or self._is_public(value.lower()):
            return value
        return self._in_place_of(value)

    def _in_place_of(self, text: str) -> str:
        known = self._aliases.get(text.lower(), text.lower())
        if known not in self._placeholders:
            self._placeholders[known] = REDACTED if is_key(text) else self._new_placeholder(text)
        placeholder = self._placeholders[known]
        is_raised = text.isupper() and not self._originals.get(known, text).isupper()
        return placeholder.upper() if is_raised else placeholder

    def _new_placeholder(self, text: str) -> str:
        """Create a placeholder: another number for a number, so that it can be read as one; else a string."""
        self._number += 1
        if integer := _INTEGER.fullmatch(text):
            return f"{integer[1]}{10 ** (len(integer[2]) - 1) + self._number}"
        return f"{self._number}.5" if _NUMBER.fullmatch(text) else f"{REDACTED}-{self._number}"

    def _is_public(self, text: str) -> bool:
        """Check whether a lower-case string occurs in the sources, and so reveals nothing."""
        if text in self._placeholders:
            return False
        if text not in self._public:
            self._sources = self._sources or Sources(self._places)
            self._sources.read_new()
            self._public[text] = self._sources.have(text)
        return self._public[text]

    def _look(self) -> None:
        """Find the strings in what was read since the last time."""
        if not self._unread:
            return
        unread, self._unread = self._unread, []
        texts = {text for read in unread for text in self._texts(read)}
        aliases = {self._secrets.shown("", text): text for text in texts if "@" in text or is_sensitive(text)}
        aliases.update((json.dumps(text)[1:-1], text) for text in texts if not _PLAIN.fullmatch(text))
        texts.update(aliases.keys() - {REDACTED})
        self._aliases.update(
            (alias.lower(), text.lower()) for alias, text in aliases.items() if alias != text
        )
        self._originals.update((text.lower(), text) for text in texts)
        if len(self._indexes) < MOST_INDEXES:
            self._indexes = (*self._indexes, Index(texts))
        else:
            self._indexes = (Index(list(self._originals)),)

    def _texts(self, read: _Read) -> set[str]:
        if read.is_module:
            return texts_of_module(read.text.encode())
        leaves = [(read.name, read.text)] if read.name else []

        def noted(name: str, value: str) -> str:
            leaves.append((name, value))
            return value

        with_values(read.text, noted)
        named = named_in(read.text)
        found = values_in(read.text, named).union(value for _, value in leaves if says_much(value))
        for name, value in {*leaves, *named}:
            if is_secret(name, value) and len(value) >= LEAST_KNOWN and value.lower() not in TRIVIAL:
                self._placeholders[value.lower()] = _hidden(value)
                found.add(value)
        return {text for text in found if not text.startswith(OPENING)}


def _hidden(secret: str) -> str:
    """Return what replaces a secret: a number for a number, so that it can still be read as one."""
    return "1" * len(secret) if secret.isdecimal() else REDACTED


def _is_of_package(file: str) -> bool:
    """Check whether a file is a module of an imported package."""
    folder, name = os.path.dirname(file), ""
    while file.endswith(".py") and os.path.exists(os.path.join(folder, "__init__.py")):
        folder, name = os.path.split(folder)
    return name in sys.modules


def _decoded(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
