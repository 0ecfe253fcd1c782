"""Stand-ins for the contents of private files: of the same form, and not reversible.

Letters, digits and bytes are replaced by others that depend only on form and position. Public parts stay:
names of settings, words of the project's sources, and punctuation. The same word has the same replacement
within a file.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Mapping
from random import Random

from testloom_agent.redaction.documents import is_json, named_in
from testloom_agent.redaction.naming import PARTS, TRIVIAL, is_key, is_sensitive, placed_in

COMMON = TRIVIAL | frozenset(
    {"yes", "no", "on", "off", "nan", "inf", "infinity", "info", "notset", "utc", "utf", "ascii", "latin"}
    | {"amp", "lt", "gt", "quot", "apos", "export"}
)
"""Words that code expects where there are only a few to choose from."""
LEAST_SECRET = 4
MOST_SECRETS = 200
"""How many values are searched for in the whole file; each of them takes time."""
LONGER = 8
"""How many characters longer a word becomes: with this number, hex digits, base64 and base32 stay valid."""
LONGER_BINARY = 16
LONGEST_PLAIN, LONGEST_NUMBER = 15, 5
"""The most characters of plain words and digits of numbers: longer ones are no choice or small number."""
LEAST_HEX = 6
NAME, SECRET, PLAIN = 1, 2, 3
_TOKEN = re.compile(
    r"(?P<unicode>\\u[0-9a-fA-F]{4})|(?P<byte>\\x[0-9a-fA-F]{2})|(?P<escape>\\.)"
    r"|(?P<scheme>(?<![^\W_])[A-Za-z][A-Za-z0-9+.-]{0,20}://)"
    r"|(?P<date>(?<!\d)\d{4}-\d\d-\d\d(?!\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?)"
    r"|(?P<time>(?<![\d:])\d\d:\d\d(?::\d\d)?(?![\d:]))"
    r"|(?P<address>(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]))"
    r"|(?P<uuid>(?<![^\W_])[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}(?![^\W_]))"
    r"|(?P<word>[^\W_]+)|(?P<mark>[!$%^&*?~#@])"
)
_SETTING = re.compile(
    r"^[^\S\n]*(?:[\"'-][ \t]*|export[ \t]+)?([A-Za-z_][\w.-]{0,63})[\"']?[ \t]*[:=](?!=?[ \t\r]*$)"
    r"|^[ \t]*\[\[?([^\[\]\n]{1,64})\]\]?[ \t\r]*$",
    re.MULTILINE,
)
_WORD = re.compile(r"[^\W_]+")
_KEY = re.compile(r'"([\w.-]{1,64})"\s*:')
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f]")
_NUMBER = re.compile(r"(?P<base>0[xobXOB])?[0-9]+(?:[eE][0-9]*)?")
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
MARKS = "!$%^&*?~#@"
CONTROLS = "".join(map(chr, range(1, 9)))
IN_KEYS = "234567"
"""The digits that base32 has, too."""


def stand_in(data: bytes, source: str, public: Collection[str], *, is_cautious: bool = False) -> bytes:
    """Contents to show instead of those of a private file.

    Args:
        data: what is in the file.
        source: its name.
        public: words that are no secret, in small letters.
        is_cautious: keep the length of everything, plain words, and the keys of objects in JSON.
    """
    imitation = Imitation(source, public, is_cautious=is_cautious)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return imitation.binary(data)
    if _CONTROL.search(text):
        return imitation.characters(text).encode()
    return imitation.text(text).encode()


class Imitation:
    """Replacements for the parts of one file."""

    def __init__(self, source: str, public: Collection[str], *, is_cautious: bool) -> None:
        self._source = source
        self._public = public
        self._is_cautious = is_cautious
        self._known: dict[str, str] = {}

    def binary(self, data: bytes) -> bytes:
        """Create other bytes, which reveal nothing but the approximate length of the real ones."""
        return Random(self._source).randbytes(len(data) + (0 if self._is_cautious else LONGER_BINARY))

    def characters(self, text: str) -> str:
        """Replace characters by others of the same kind, for text of unknown form."""
        random = Random(self._source)
        made = "".join(_other(character, random) for character in text)
        return made if self._is_cautious else made + made[:LONGER_BINARY]

    def text(self, text: str, *, is_document: bool = True, is_secret: bool = False) -> str:
        """Replace the words of a text.

        A text that is not a document contains no names, and keeps its plain words.
        """
        marks = bytearray(len(text))
        if self._is_cautious or not is_document:
            _mark_plain(text, marks)
        if is_document:
            _mark_secrets(text, marks)
            _mark_names(text, marks, keeps_keys=self._is_cautious)
        if is_secret:
            marks = bytearray([SECRET]) * len(text)

        def replaced(found: re.Match[str]) -> str:
            kind, mark = found.lastgroup or "", marks[found.start()]
            if kind in ("escape", "scheme") or mark in (NAME, PLAIN):
                return found[0]
            if mark != SECRET and (kind == "mark" or self._is_public(found[0])):
                return found[0]
            return self._known_or_new(found[0], kind)

        return _TOKEN.sub(replaced, text)

    def _is_public(self, word: str) -> bool:
        lowered = word.lower()
        return lowered in self._public or lowered in COMMON

    def _known_or_new(self, token: str, kind: str) -> str:
        if token not in self._known:
            random = Random(f"{self._source}\0{len(self._known)}")
            self._known[token] = self._new(token, kind, random)
        return self._known[token]

    def _new(self, token: str, kind: str, random: Random) -> str:
        if form := FORMS.get(kind):
            return form(token, random)
        if number := _NUMBER.fullmatch(token):
            return _other_number(token, len(number["base"] or ""), random)
        return self._other_word(token, random)

    def _other_word(self, word: str, random: Random) -> str:
        is_hex = len(word) >= LEAST_HEX and _HEX.fullmatch(word) is not None
        digits = string.digits if is_hex else IN_KEYS
        letters = "abcdef" if is_hex else string.ascii_lowercase
        pattern = word if self._is_cautious else word + (word * LONGER)[:LONGER]
        return "".join(_other(character, random, letters, digits) for character in pattern)


def _mark_plain(text: str, marks: bytearray) -> None:
    """Mark plain words, as in choices and names, and small numbers."""
    for found in PARTS.finditer(text):
        part = found[0]
        has_digits = any(map(str.isdigit, part))
        is_word = not has_digits and all(len(word) <= LONGEST_PLAIN for word in _WORD.findall(part))
        if is_word or (part.isdigit() and len(part) <= LONGEST_NUMBER):
            marks[found.start() : found.end()] = bytes([PLAIN]) * len(part)


def _mark_secrets(text: str, marks: bytearray) -> None:
    """Mark values with sensitive names."""
    sensitive = {
        value for name, value in named_in(text) if is_sensitive(name) and value.lower() not in TRIVIAL
    }
    secrets = sorted(one for one in {*sensitive, *placed_in(text)} if len(one) >= LEAST_SECRET)
    for secret in secrets[:MOST_SECRETS]:
        for found in re.finditer(re.escape(secret), text):
            marks[found.start() : found.end()] = bytes([SECRET]) * len(secret)


def _mark_names(text: str, marks: bytearray, *, keeps_keys: bool) -> None:
    """Mark the names of settings; keys of JSON objects only if these are kept, too."""
    has_keys = is_json(text)
    if has_keys and not keeps_keys:
        return
    for found in (_KEY if has_keys else _SETTING).finditer(text):
        group = found.lastindex or 0
        if not is_key(found[group]):
            start, end = found.span(group)
            marks[start:end] = bytes([NAME]) * (end - start)


def _other_unicode(text: str, random: Random) -> str:
    """Return another escaped character; one that takes two escapes stays."""
    is_surrogate = text[2] in "dD"
    return text if is_surrogate else f"\\u04{random.randint(0x30, 0x4F):02x}"


def _other_byte(_text: str, random: Random) -> str:
    return f"\\x{random.randint(0x61, 0x7A):02x}"


def _other_date(text: str, random: Random) -> str:
    date = f"{random.randint(1980, 2030)}-{random.randint(1, 12):02}-{random.randint(1, 28):02}"
    return date + _other_time(text[10:], random)


def _other_address(text: str, random: Random) -> str:
    return ".".join(str(random.randint(1, 223)) for _ in text.split("."))


def _other_uuid(text: str, random: Random) -> str:
    return "".join(_other(character, random, "abcdef") if character != "-" else "-" for character in text)


def _other_time(text: str, random: Random) -> str:
    """Return another time of day: two digits valid for an hour are also valid for minutes and seconds."""
    return re.sub(r"\d\d", lambda _: str(random.randint(10, 23)), text)


def _other_number(text: str, prefix: int, random: Random) -> str:
    """Return a number with as many digits that does not begin with a zero."""
    base, digits = text[:prefix], text[prefix:]
    if base.lower() == "0b":
        return base + "".join(random.choice("01") for _ in digits)
    alphabet = "01234567" if base else string.digits
    first = random.choice(alphabet[1:])
    others = [_other(digit, random, digits=alphabet) if digit.isdigit() else digit for digit in digits[1:]]
    return base + first + "".join(others)


def _other(
    character: str, random: Random, letters: str = string.ascii_lowercase, digits: str = string.digits
) -> str:
    """Return any character of the same kind, so that nothing reveals the original; white space stays."""
    if character.isspace():
        return character
    if character.isdigit():
        kinds = digits
    elif character.isalpha():
        kinds = letters.upper() if character.isupper() else letters
    elif _CONTROL.match(character):
        kinds = CONTROLS
    else:
        kinds = MARKS
    return kinds[int(random.random() * len(kinds))]  # `random.choice` takes most of the time for large files


FORMS: Mapping[str, Callable[[str, Random], str]] = {
    "unicode": _other_unicode,
    "byte": _other_byte,
    "date": _other_date,
    "time": _other_time,
    "address": _other_address,
    "uuid": _other_uuid,
    "mark": _other,
}
"""How parts of a text that have a form of their own are replaced."""
