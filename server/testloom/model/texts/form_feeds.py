"""Form feeds at the beginning of lines, hidden from a parser that would lose them."""

from __future__ import annotations

import re

from testloom.model.texts.lines import split_lines

_HIDDEN = "#\ue0f0"
_APART = "\ue0f1"
_JOINED = re.compile(f"{_APART}(?:\r\n|\r|\n)")


def hide_form_feeds(source: str) -> str:
    """Put each form feed before code, or in an empty line, into a comment.

    libcst preserves comments exactly, but drops form feeds, and sometimes the lines around them.
    """
    return "".join(map(_with_comment, split_lines(source))) if "\f" in source else source


def show_form_feeds(source: str) -> str:
    """Restore the form feeds that `hide_form_feeds` has put into comments."""
    return _JOINED.sub("", source).replace(_HIDDEN, "")


def _with_comment(line: str) -> str:
    """Hide the form feeds at the start of a line in a comment; the space after them is indentation."""
    code = line.lstrip(" \t\f")
    feeds, feed, rest = line[: len(line) - len(code)].rpartition("\f")
    if not feed:
        return line
    end = line[len(line.rstrip("\r\n")) :]
    apart = f"{_APART}{end or chr(10)}" if code.strip("\r\n") else ""
    return f"{_HIDDEN}{feeds}{feed}{apart}{rest}{code}"
