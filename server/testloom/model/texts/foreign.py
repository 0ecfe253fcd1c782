"""Foreign texts (from code under test, a repository, file names), made safe to show to a user.

The message of an exception may hold escape sequences that rewrite a terminal, line ends that start a
line of their own, characters that reverse the order of a line, and links that run a command of the
editor on a click.
"""

from __future__ import annotations

import re
import unicodedata

_JOINERS = "\u200c\u200d"
"""Invisible characters that are kept, because Persian and combined emoji need them."""
_WORKFLOW_COMMAND = re.compile(r"^(\s*):(?=:)")
_OLD_WORKFLOW_COMMAND = re.compile(r"##(?=\[)")


def shown(text: str) -> str:
    """Render a text on one line, with invisible characters escaped as in a string literal."""
    if text.isprintable():
        return text
    return "".join(
        char if _is_visible(char) else char.encode("unicode_escape").decode("ascii") for char in text
    )


def shown_lines(text: str) -> str:
    """Render each line of a text as `shown` does, and keep the line breaks."""
    return "\n".join(map(shown, re.split(r"\r\n|\r|\n", text)))


def without_commands(text: str) -> str:
    """Neutralise GitHub workflow commands in a text: lines that begin with `::`, and `##[`."""
    lines = (_WORKFLOW_COMMAND.sub(r"\1\:", line) for line in text.split("\n"))
    return _OLD_WORKFLOW_COMMAND.sub(r"##\\", "\n".join(lines))


def without_links(text: str) -> str:
    """Render a text as `shown`, without links that an editor would recognise: `[text](command:…)`."""
    return shown(text).replace("](", "] (")


def _is_visible(char: str) -> bool:
    return char.isprintable() or char in _JOINERS or unicodedata.category(char) == "Zs"
