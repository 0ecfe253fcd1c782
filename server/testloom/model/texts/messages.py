"""The stable parts of messages, the same in every run and on every machine: beginnings and endings."""

from __future__ import annotations

import re
import string
from itertools import takewhile

from testloom.model.texts.stability import ADDRESS, OPEN, UNSTABLE

MATCH_LENGTH = 72
"""The maximum length of the part of a message that a test asserts."""
LEAST_GAP = 16
"""The fewest characters that are left out between the ends of a long message."""
DOUBLES = re.compile(r"[\w.<']*\b(?:NonCallable)?(?:Magic|Async)?Mock\b['>]?")
"""The names of doubles and their classes in messages; they say nothing about the subject."""
GAP = re.compile(f"{ADDRESS}|{OPEN}")
WORD = string.ascii_letters + string.digits + "_."
LOCAL = "<locals>."
"""The marker in the names of classes and functions that are defined in a test."""
OF_SEVERAL = re.compile(r"""\((["'])(?P<first>(?:(?!\1)[^\\])+)(?:\\|\1,)""")
"""The start of an exception's message if it has several arguments: the message is the text of a tuple."""
LONGEST_SHOWN = 300
"""The maximum length of a message that is shown to users."""
INFORMATIVE = re.compile(r"[^\W\d_]{3}")


def common_message(one: str, other: str) -> str:
    """Join the common start and end of two messages' first lines, in whole words; "" if uninformative."""
    first, second = _first_line(one), _first_line(other)
    if first == second:
        return one
    begin = common_start(first, second).rstrip(WORD)
    rests = [text[len(begin) :][::-1] for text in (first, second)]
    ending = common_start(*rests)[::-1].lstrip(WORD).removeprefix(LOCAL)
    common = f"{begin}{OPEN}{ending}"
    return common if INFORMATIVE.search(common) else ""


def informative_ends(message: str) -> tuple[str, str]:
    """Return the start of a message up to an address or the like, and the text after it if informative."""
    line = _first_line(message)
    gaps = list(GAP.finditer(line))
    if not gaps or DOUBLES.search(line):
        return stable_part(line), ""
    begin, ending = stable_part(line[: gaps[0].start()]), line[gaps[-1].end() :].strip()
    is_short = len(begin) + len(ending) <= MATCH_LENGTH
    is_sensitive = is_short and INFORMATIVE.search(ending) and not UNSTABLE.search(ending)
    return begin, ending if is_sensitive else ""


def shown_message(message: str) -> str:
    """Shorten a message for users: its first line, with dots for parts that differ from run to run."""
    line = GAP.sub("…", _first_line(message))
    words = _whole_words(line, LONGEST_SHOWN)
    return words if words == line else f"{words} …"


def both_ends(message: str) -> tuple[str, str]:
    """Return the start and end of a long message; both empty if it is short or differs between runs.

    If little was left out between them, the start is the whole message: a gap for a word puzzles readers.
    """
    line = _first_line(message)
    if len(line) <= MATCH_LENGTH or UNSTABLE.search(line) or DOUBLES.search(line):
        return "", ""
    if len(line) <= MATCH_LENGTH + LEAST_GAP:
        return line, ""
    half = MATCH_LENGTH // 2
    last = line[-half:]
    ending = last if line[-half - 1] == " " else last.partition(" ")[2] or last
    return _whole_words(line, MATCH_LENGTH - len(ending)), ending


def stable_part(message: str) -> str:
    """Return the part of a message that is the same on every machine.

    It is the first line up to an address or a path, cut to whole words with at most `MATCH_LENGTH`
    characters. If the line names a double, it is the longest part before or after that name.
    """
    line = _first_line(message)
    found = UNSTABLE.search(line)
    line = line[: found.start()] if found else line
    part = max((part.strip() for part in DOUBLES.split(line)), key=len)
    return _whole_words(part, MATCH_LENGTH)


def common_start(one: str, other: str) -> str:
    """Return the longest common prefix of two texts."""
    agreeing = takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))
    return "".join(letter for letter, _ in agreeing)


def _whole_words(text: str, most: int) -> str:
    """Return as many of the first words of a text as fit into `most` characters."""
    cut = text[:most]
    return cut if cut == text else cut.rpartition(" ")[0] or cut


def _first_line(text: str) -> str:
    """Return the first line; for an exception with several arguments, the first of these, up to an escape."""
    line = text.splitlines()[0] if text.strip() else ""
    several = OF_SEVERAL.match(line)
    return several["first"] if several else line
