"""Literals: their sources, and their variation."""

from __future__ import annotations

import math
import string
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeVar

from testloom.model.subject import Parameter, Subject
from testloom.model.types import NONE, Scalar, TypeRef
from testloom.search.providers.inputs.texts.formats import FORMATS, format_names, formats_of
from testloom.search.providers.inputs.texts.patterns import draw as draw_match
from testloom.search.providers.inputs.texts.patterns import looks_like_pattern, parse
from testloom.search.providers.inputs.types.plausibility import record_for

ALPHABET = string.ascii_letters + string.digits + " _-.,:;/\\@#+*=()[]{}<>'\"!?%&$\n\t"
BYTES = (0, 0, 0, 0, 1, 1, 2, 3, 4, 8, 16, 32, 64, 127, 128, 255)
"""Usual bytes of lengths, kinds and flags in binary data."""
RUNS = (1, 1, 1, 2, 3, 4, 8)
BINARY = 0.4
"""The probability that bytes are not text if the subject certainly takes bytes or expects binary data."""
OF_BYTES = frozenset({"bytes", "bytearray"})
READS_BINARY = "struct"
PACKINGS = {"gzip": "gzip", "bz2": "bz2", "lzma": "lzma", "zipfile": "zip"}
"""Modules for compressed files, with the name of the format in `packing`."""
UNDECODABLE = frozenset({"builtins:UnicodeDecodeError", "builtins:UnicodeError"})
"""Exceptions whose handling shows that code is prepared for files that are not text."""
DOCUMENTS = 0.2
"""The probability that a string is a document if the subject reads documents."""
OWN_LINE = 0.5
"""The probability that text inserted into a string is a line of its own if the subject handles lines."""
MOST_PATTERNS = 40
MOST_LEARNED = 200
PLAIN_TYPES = ("str", "int", "list", "dict", "bool", "float", "none", "tuple", "bytes", "set")
PLAIN_WEIGHTS = (8, 6, 4, 3, 2, 2, 2, 1, 1, 1)
T = TypeVar("T")
LITERAL_TYPES: dict[type, TypeRef] = {
    type(None): NONE,
    **{kind: TypeRef(kind.__name__) for kind in (bool, int, float, complex, str, bytes)},
}


@dataclass(slots=True)
class ValueSource:
    """Draws literals: the subject's own constants, random values, and neighbours of a given value."""

    rng: Random
    integers: tuple[int, ...]
    floats: tuple[float, ...]
    texts: tuple[str, ...]
    bytes_: tuple[bytes, ...]
    patterns: dict[str, Any] = field(default_factory=dict)
    formats: tuple[str, ...] = ()
    format_names: tuple[str, ...] = ()
    is_ready_for_bytes: bool = False
    packings: tuple[str, ...] = ()
    documents: dict[str, list[TypeRef]] = field(default_factory=dict)
    samples: tuple[str, ...] = ()
    has_lines: bool = False
    is_binary: bool = False
    learned: tuple[str, ...] = ()
    named: tuple[str, ...] = ()

    @classmethod
    def of(cls, subject: Subject, rng: Random) -> ValueSource:
        """Take the constants of the subject's source."""
        constants = (*subject.constants, *subject.examples)
        texts = tuple(value for value in constants if type(value) is str)
        source = cls(
            rng,
            tuple(value for value in constants if type(value) is int),
            tuple(value for value in constants if type(value) is float),
            texts,
            tuple(value for value in constants if type(value) is bytes),
        )
        source.packings = tuple(packing for module, packing in PACKINGS.items() if module in subject.imports)
        source.has_lines = any("\n" in text for text in texts)
        source.is_ready_for_bytes = not UNDECODABLE.isdisjoint(subject.caught)
        source.is_binary = (
            source.is_ready_for_bytes or READS_BINARY in subject.imports or _takes_bytes(subject)
        )
        source.format_names = format_names(subject.imports)
        source.formats = formats_of(source.format_names)
        for document in subject.documents:
            kind = record_for(Parameter("document", uses=document.uses), subject)
            if kind is not None and document.format in FORMATS:
                source.documents.setdefault(document.format, []).append(kind)
        source.learn_patterns(subject.expressions)
        source.learn_patterns(text for text in texts if looks_like_pattern(text))
        return source

    def learn_patterns(self, patterns: Iterable[str]) -> None:
        """Take regular expressions that the subject made while it ran."""
        for text in patterns:
            if text not in self.patterns and len(self.patterns) < MOST_PATTERNS:
                parsed = parse(text)
                if parsed is not None:
                    self.patterns[text] = parsed

    def learn_names(self, paths: Iterable[str]) -> None:
        """Take what modules hold and the subject compared something with: members of enums, sentinels."""
        self.named = _joined(self.named, list(paths)[:MOST_LEARNED])

    def learn(self, values: Iterable[Scalar]) -> None:
        """Take constants from elsewhere, as if they stood in the subject's source."""
        new = list(values)[:MOST_LEARNED]
        self.integers = _joined(self.integers, (value for value in new if type(value) is int))
        self.floats = _joined(self.floats, (value for value in new if type(value) is float))
        self.learned = _joined(self.learned, (value for value in new if type(value) is str))
        self.texts = _joined(self.texts, self.learned)
        self.bytes_ = _joined(self.bytes_, (value for value in new if type(value) is bytes))

    def literal(self, name: str) -> Scalar:
        """Create a value of the builtin type `name`; None for a type that has no literals."""
        match name:
            case "bool":
                return self.rng.random() < 0.5
            case "int":
                return self.integer()
            case "float":
                return self.float_()
            case "complex":
                return complex(self.integer(), self.rng.randint(-2, 2))
            case "str":
                return self.text()
            case "bytes":
                return self.byte_string()
            case _:
                return None

    def integer(self) -> int:
        """Choose a constant of the subject, or a small number."""
        if self.integers and self.rng.random() < 0.4:
            return self.rng.choice(self.integers)
        return round(self.rng.gauss(0, 1) * self.rng.choice((2, 10, 100)))

    def float_(self) -> float:
        """Choose a constant of the subject, or a small number with one decimal."""
        if self.floats and self.rng.random() < 0.4:
            return self.rng.choice(self.floats)
        return round(self.rng.gauss(0, 10), 1)

    def text(self) -> str:
        """Create a string: a piece, several side by side or as lines, some indented; or a document."""
        if self.samples and self.rng.random() < DOCUMENTS:
            return self.rng.choice(self.samples)
        draw = self.rng.random()
        if draw < 0.7:
            return self.piece()
        pieces = [self.piece() for _ in range(self.rng.choice((2, 2, 3, 4)))]
        if draw < 0.8:
            return self.rng.choice(("", " ", ": ", ",")).join(pieces)
        return "\n".join([self.rng.choice(("", "", "    ")) + piece for piece in pieces])

    def lines(self) -> list[str]:
        """Return the lines of a document, now and then, where the subject reads documents; else none."""
        if not self.samples or self.rng.random() >= DOCUMENTS:
            return []
        return self.rng.choice(self.samples).splitlines(keepends=True)

    def piece(self) -> str:
        """Create a piece: a constant of the subject, a match of one of its patterns, or a random string."""
        draw = self.rng.random()
        if self.patterns and draw < 0.3:
            return draw_match(self.rng.choice(list(self.patterns.values())), self.rng)
        if self.formats and draw > 0.85:
            return self.rng.choice(self.formats)
        if self.texts and draw < 0.7:
            return self.rng.choice(self.texts)
        return self._letters()

    def formatted(self, names: Iterable[Scalar]) -> str:
        """Choose a string in one of the named formats."""
        texts = [text for name in names for text in FORMATS.get(str(name), ())]
        return self.rng.choice(texts) if texts else self.text()

    def byte_string(self) -> bytes:
        """Choose a constant of the subject, random ASCII text, or binary data."""
        if self.bytes_ and self.rng.random() < 0.5:
            return self.rng.choice(self.bytes_)
        if self.is_binary and self.rng.random() < BINARY:
            return b"".join(self._run() for _ in range(self.rng.choice(RUNS)))
        return self._letters().encode("ascii")

    def _run(self) -> bytes:
        """A few equal bytes."""
        return bytes([self.rng.choice(BYTES)]) * self.rng.choice(RUNS)

    def _letters(self) -> str:
        return "".join(self.rng.choice(ALPHABET) for _ in range(self.rng.choice((0, 1, 1, 2, 3, 5, 8))))

    def neighbour(self, value: Scalar) -> Scalar:
        """Create a value of the same type close to the given one; None stays None."""
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return self._near_integer(value)
        if isinstance(value, float):
            return self._near_float(value)
        if isinstance(value, str):
            return self._near_text(value)
        if isinstance(value, bytes):
            if self.is_binary and self.rng.random() < BINARY:
                return self._near_bytes(value)
            return self._near_text(value.decode("latin-1")).encode("latin-1", "replace")
        return value

    def _with_line(self, value: str) -> str:
        """The text with a line more, one that has been learned if there is any."""
        line = self.rng.choice(self.learned) if self.learned and self.rng.random() < 0.5 else self.piece()
        lines = value.split("\n")
        lines.insert(self.rng.randrange(len(lines) + 1), line)
        return "\n".join(lines)

    def _near_integer(self, value: int) -> int:
        draw = self.rng.random()
        if draw < 0.2:
            return self.integer()
        if draw < 0.3:
            return -value
        return value + self.rng.choice((-1, 1)) * self.rng.choice((1, 1, 2, 5, 10, 100))

    def _near_float(self, value: float) -> float:
        draw = self.rng.random()
        if draw < 0.2 or not math.isfinite(value):
            return self.float_()
        if draw < 0.4:
            return float(round(value))
        return round(value + self.rng.gauss(0, 1) * self.rng.choice((0.1, 1, 10)), 2)

    def _near_text(self, value: str) -> str:
        draw = self.rng.random()
        if draw < 0.15 or not value:
            return self.text()
        place = self.rng.randrange(len(value) + 1)
        if draw < 0.35:
            return value[:place] + self.rng.choice(ALPHABET) + value[place:]
        if draw < 0.55:
            return value[: max(0, place - 1)] + value[place:]
        if draw < 0.7:
            return value[: max(0, place - 1)] + self.rng.choice(ALPHABET) + value[place:]
        if draw < 0.9:
            is_line = self.has_lines and self.rng.random() < OWN_LINE
            return self._with_line(value) if is_line else value[:place] + self.text() + value[place:]
        return self.rng.choice((value.upper(), value.lower(), value.strip(), _twice(value), value[::-1]))

    def _near_bytes(self, value: bytes) -> bytes:
        """A few equal bytes in place of as many others, or among them."""
        place, run = self.rng.randrange(len(value) + 1), self._run()
        rest = value[place + len(run) * self.rng.randrange(2) :]
        return value[:place] + run + rest


def _twice(text: str) -> str:
    """The text and the same again: lines after lines."""
    return f"{text}\n{text}" if "\n" in text.strip() and not text.endswith("\n") else text * 2


def _joined(known: tuple[T, ...], more: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys([*known, *more]))


def _takes_bytes(subject: Subject) -> bool:
    """Whether a parameter is annotated with bytes, perhaps among other types."""
    kinds = (parameter.type for known in subject.callables.values() for parameter in known.parameters)
    return any(part.name in OF_BYTES for kind in kinds for part in (kind, *kind.args))


def random_plain_type(rng: Random) -> TypeRef:
    """Choose a builtin type, common ones more often."""
    return TypeRef(rng.choices(PLAIN_TYPES, PLAIN_WEIGHTS)[0])


def type_of_literal(value: Scalar) -> TypeRef:
    """Return the type of a literal as annotations name it."""
    return LITERAL_TYPES[type(value)]
