"""Makes Python of a text that somebody is typing: what is sound in it stays where it is."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of

_MOST_ERRORS = 5
_HEAD = re.compile(r"(?P<indent>[ \t]*)(?P<kind>class|(?:async[ \t]+)?def)[ \t]+(?P<name>\w+)")
_GOES_ON = re.compile(r"[\s#)\]}]|$|else\b|elif\b|except\b|finally\b")


def tolerant_tree(text: str) -> ast.Module | None:
    """The tree of a text, in which functions with errors are empty; None if there are too many errors.

    All nodes stand on the lines that they have in the text.
    """
    lines = split_lines(text)
    for _ in range(_MOST_ERRORS + 1):
        try:
            return tree_of("".join(lines))
        except SyntaxError as error:
            line = min(max((error.lineno or 1) - 1, 0), len(lines) - 1)
            if not lines or not _mend(lines, line):
                return None
        except (ValueError, RecursionError, MemoryError):
            return None
    return None


def _mend(lines: list[str], line: int) -> bool:
    """Empty the function that an error lies in, or else take out what is there; tells if there was any."""
    for head in range(line, -1, -1):
        if (found := _HEAD.match(lines[head])) and _reaches(lines, head, line, found["kind"]):
            is_class = found["kind"] == "class"
            mended = f"{found['indent']}{found['kind']} {found['name']}{':' if is_class else '(): pass'}\n"
            if _replace(lines, head, head + 1 if is_class else _end(lines, head), mended):
                return True
    head = next((place for place in range(line, -1, -1) if not _GOES_ON.match(lines[place])), 0)
    return _replace(lines, head, _end(lines, head), "\n")


def _replace(lines: list[str], start: int, end: int, text: str) -> bool:
    """Put a line in place of several, and blank ones behind it; returns whether that changes anything."""
    new = [text, *["\n"] * (end - start - 1)]
    is_changed = lines[start:end] != new
    lines[start:end] = new
    return is_changed


def _reaches(lines: Sequence[str], head: int, line: int, kind: str) -> bool:
    """Whether the function that begins on `head` goes on to a line; of a class, only its head counts."""
    return head == line if kind == "class" else line < _end(lines, head)


def _end(lines: Sequence[str], head: int) -> int:
    """The line behind what begins on `head`: it is not indented more."""
    width = len(lines[head]) - len(lines[head].lstrip())
    for place in range(head + 1, len(lines)):
        text = lines[place]
        if text.strip() and len(text) - len(text.lstrip()) <= width and text.lstrip()[0] not in "#)]}":
            return place
    return len(lines)
