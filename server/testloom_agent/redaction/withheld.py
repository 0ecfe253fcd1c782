"""Private files that the code under test reads: it gets stand-ins, and no report contains either.

Strings in the sources of the project are not secret. As long as no private file has been read, all of this
costs one check per record.
"""

from __future__ import annotations

import ast
import errno
import json
import os
import re
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, TypeAlias

from testloom_agent.redaction.documents import Named, named_in
from testloom_agent.redaction.naming import PARTS, REDACTED, TRIVIAL, is_sensitive, placed_in
from testloom_agent.redaction.places import COMPILED, Places
from testloom_agent.redaction.sources import Sources
from testloom_agent.trees import tree_of

Unseen: TypeAlias = Callable[[], AbstractContextManager[None]]
Imitate: TypeAlias = Callable[[bytes, str, Collection[str]], bytes]
"""Makes a stand-in for contents, from these, the name of the file, and words that are not secret."""
OPEN = open
"""The built-in `open`, even if a test case replaces it."""
LEAST_TOKEN, LEAST_VALUE = 6, 4
"""The least length of a part of a value, and of a whole value: shorter ones occur by chance."""
LEAST_DIGITS = 6
MOST_BYTES = 1 << 20
MOST_TEXTS = 100_000
PREFIX = 4
"""The length of the prefix by which strings are looked up; no string is shorter."""
_NAME = re.compile(r"""^\W*(?:export\s+)?\w[\w.-]*["']?\s*[:=]\s*""")
NUMBERED = ("value", "default", "key")
"""Keys under which data for JSON may hold a number that was read from a private file."""
HELD = "use what was read from a private file"


class WithheldValues:
    """Values read from private files, and their removal from reports.

    `sources` are the files, as users know them; `tell` is called whenever one is read, and the test case's
    clock is `paused` while a file is inspected. The replacement of a value stays the same until the next
    `turn`: then results that depend on it differ, as results do that depend on the machine.
    """

    def __init__(self) -> None:
        self.sources: list[str] = []
        self.turn = 0
        self._imitate: Imitate | None = None
        self.paused: Unseen = nullcontext
        self._stand_ins: dict[str, bytes] = {}
        self.tell: Callable[[str], None] = lambda source: None
        self._places: Places | None = None
        self._unseen: Unseen = nullcontext
        self._texts: set[str] = set()
        self._plain: Index | None = None
        self._in_json = Index(())

    def watch(self, places: Places, unseen: Unseen, imitate: Imitate | None = None) -> None:
        """Tell private files from now on; within `unseen()` the guard does not see what is read.

        With `imitate`, other contents stand in for private ones, and nobody reads these.
        """
        self._places = places
        self._unseen = unseen
        self._imitate = imitate

    def note(self, path: Any) -> str | None:
        """Hear that a file is about to be read, and say what must not happen of that."""
        place = self._private(path)
        if place is None:
            return None
        source = self._noted(place)
        with self._unseen():
            is_refused = self._imitate is not None and os.path.isfile(place)
        return f"read the private file {source!r} past what stands in for it" if is_refused else None

    def contents(self, path: Any) -> bytes | None:
        """Return the stand-in for the contents of a private file; None for other files.

        Raises:
            FileNotFoundError: for a compiled module, so that it is compiled from the stand-in of its source.
        """
        place = None if self._imitate is None else self._private(path)
        if place is None:
            return None
        found = self._stand_ins.get(self._noted(place))
        if found is not None and os.fsdecode(path).endswith(COMPILED):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
        return found

    def _private(self, path: Any) -> str | None:
        if self._places is None or isinstance(path, int):
            return None
        try:
            place = self._places.private(os.fsdecode(path))
        except (OSError, TypeError, ValueError):
            return None
        with self._unseen():  # of a file that is not there, nothing is read
            return place if place is not None and os.path.lexists(place) else None

    def _noted(self, place: str) -> str:
        assert self._places is not None
        source = self._places.told(place)
        self.tell(source)
        if source not in self.sources:
            self._take(place, source)
        return source

    def shown(self, text: str) -> str:
        """Redact the withheld parts of a text."""
        if not self._is_prepared() or self._plain is None:
            return text
        return replaced(text, self._plain.found_in(text), lambda _found: self._mark())

    def holds(self, statements: Any) -> bool:
        """Check whether a test case itself contains withheld text, which the search may have found."""
        return self._is_prepared() and bool(self._in_json.found_in(json.dumps(statements)))

    def record(self, record: bytes) -> bytes:
        """Redact a record, which is JSON followed by a comma."""
        if not self._is_prepared() or not self._in_json.found_in(record.decode("ascii")):
            return record
        shown = self.answer(json.loads(record[:-1]))
        return json.dumps(shown, separators=(",", ":")).encode("ascii") + b","

    def answer(self, data: Any) -> Any:
        """Data for JSON without what is withheld."""
        return self._without(data) if self._is_prepared() else data

    def _take(self, place: str, source: str) -> None:
        with self.paused():
            with self._unseen():
                try:
                    data = content_of(place)
                except OSError:
                    return
            self.sources.append(source)
            contents = [data]
            if self._imitate is not None:
                assert self._places is not None
                with self._unseen():
                    words = Sources(self._places).words()
                self._stand_ins[source] = self._imitate(data, source, words)
                contents.append(self._stand_ins[source])
            for content in contents:
                found = texts_of_module(content) if place.endswith(".py") else texts_in(content)
                self._texts.update(sorted(found, key=len, reverse=True)[:MOST_TEXTS])
            self._plain = None

    def _is_prepared(self) -> bool:
        """Whether there are strings to search for; they are prepared once."""
        if self._plain is None and self._texts:
            assert self._places is not None
            with self._unseen():
                public = Sources(self._places)
            texts = {text for text in self._texts if not public.have(text.lower())}
            texts |= {text.encode().decode("latin-1") for text in texts}
            self._plain = Index(texts)
            self._in_json = Index(json.dumps(text)[1:-1] for text in texts)
        return self._plain is not None and bool(self._plain)

    def _mark(self) -> str:
        return REDACTED + "." * self.turn

    def _without(self, data: Any) -> Any:
        if isinstance(data, str):
            return self.shown(data)
        if isinstance(data, list):
            return [self._without(part) for part in data]
        return self._of_object(data) if isinstance(data, dict) else data

    def _of_object(self, data: dict[str, Any]) -> dict[str, Any]:
        """Reduce an encoded value to its type if what makes it, or a number in it, is withheld."""
        shown = {self.shown(key): self._without(part) for key, part in data.items()}
        kind = data.get("kind")
        for name in NUMBERED:
            if isinstance(data.get(name), (int, float)) and self.shown(str(data[name])) != str(data[name]):
                return (
                    {"kind": "opaque", "type": f"builtins:{data['type']}"} if kind else {**shown, name: None}
                )
        if "touched" in data:  # a test would put back what is said here
            shown["touched"] = [touch for touch in data["touched"] if self._without(touch) == list(touch)]
        if kind == "made" and shown != data:
            return {"kind": "opaque", "type": data["type"]}
        if kind in ("enum", "class") and shown != data:
            return {"kind": "opaque", "type": "builtins:object"}
        if kind == "long" and self._plain is not None and self._plain.is_cut_in(data.get("start", "")):
            del shown["start"]
        if kind == "object" and shown.get("made") != data.get("made"):
            del shown["made"]
        return shown


class Index:
    """Strings by their prefixes: another string is searched for all of them at once, however many."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts: dict[str, set[str]] = {}
        for text in texts:
            lowered = text.lower()
            self._texts.setdefault(lowered[:PREFIX], set()).add(lowered)

    def __bool__(self) -> bool:
        return bool(self._texts)

    def found_in(self, text: str) -> set[str]:
        """Find the known texts that another text contains, regardless of case."""
        lowered = text.lower()
        beginnings = {lowered[at : at + PREFIX] for at in range(len(lowered) - PREFIX + 1)}
        return {
            known
            for beginning in beginnings & self._texts.keys()
            for known in self._texts[beginning]
            if known in lowered
        }

    def is_cut_in(self, text: str) -> bool:
        """Check whether another string ends within a known text: what is left of it is not found."""
        lowered = text.lower()
        ends = (lowered[at:] for at in range(len(lowered) - PREFIX + 1))
        return any(
            known.startswith(end) and known != end
            for end in ends
            for known in self._texts.get(end[:PREFIX], ())
        )


def replaced(text: str, found: Collection[str], shown: Callable[[str], str]) -> str:
    """Replace each occurrence of the lower-case texts `found`, regardless of case."""
    if not found:
        return text
    pattern = "|".join(re.escape(one) for one in sorted(found, key=len, reverse=True))
    result = re.sub(pattern, lambda match: shown(match[0]), text, flags=re.IGNORECASE)
    # A few letters become longer in lower case, so that regular expressions do not find them.
    is_left = any(one in text.lower() and not re.search(re.escape(one), text, re.IGNORECASE) for one in found)
    return shown(text) if is_left else result


def texts_in(data: bytes) -> set[str]:
    """Collect the possible secrets of a file: its lines, its values, and their parts."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    lines = {line for line in map(str.strip, text.splitlines()) if len(line) >= LEAST_TOKEN}
    return values_in(text, named_in(text)) | lines


def values_in(text: str, named: Collection[Named]) -> set[str]:
    """Collect the possible secrets of a text: its named values, those of its lines, and their parts."""
    values = {value for _, value in named}
    sensitive = {value for name, value in named if is_sensitive(name)}
    values |= {_NAME.sub("", line).strip().rstrip(",").strip("\"'") for line in text.splitlines()}
    found = {value for value in values if says_much(value)}
    found |= {part for value in values for part in _parts(value)}
    found |= {value for value in sensitive if len(value) >= LEAST_VALUE and value.lower() not in TRIVIAL}
    return found | {secret for secret in placed_in(text) if len(secret) >= LEAST_VALUE}


def _parts(value: str) -> Iterator[str]:
    """Yield the parts of a value that are not plain words."""
    for part in PARTS.findall(value):
        if not part.isalpha() and says_much(part, LEAST_TOKEN):
            yield part


def says_much(text: str, least: int = LEAST_VALUE) -> bool:
    """Check whether a text may be secret: short texts and small numbers occur everywhere."""
    if text.isdigit():
        return len(text) >= LEAST_DIGITS
    return len(text) >= least and text.lower() not in TRIVIAL


def texts_of_module(data: bytes) -> set[str]:
    """Collect the possible secrets of a private module: assigned strings, and their parts."""
    try:
        tree = tree_of(data)
    except (SyntaxError, ValueError, RecursionError):
        return texts_in(data)
    assigned = [node.value for node in ast.walk(tree) if isinstance(node, (ast.Assign, ast.AnnAssign))]
    texts = [text for value in assigned if value is not None for text in _constants(value)]
    found = {text for text in texts if says_much(text)}
    return found | {part for text in _constants(tree) for part in _parts(text)}


def _constants(tree: ast.AST) -> list[str]:
    keys = {key for node in ast.walk(tree) if isinstance(node, ast.Dict) for key in node.keys}
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in keys]
    values = [node.value for node in nodes if isinstance(node.value, (str, bytes, int, float))]
    return [value.decode("latin-1") if isinstance(value, bytes) else str(value) for value in values]


def content_of(place: str) -> bytes:
    """Read a file, or its first lines if it is large; nothing of special files, which may never end."""
    mode = os.stat(place).st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), place)
    if not stat.S_ISREG(mode):
        return b""
    with OPEN(place, "rb") as stream:
        data = stream.read(MOST_BYTES + 1)
    return data if len(data) <= MOST_BYTES else data[: data.rfind(b"\n", 0, MOST_BYTES) + 1 or MOST_BYTES]
