"""Texts that no two runs agree upon, and names of doubles, which say nothing of the subject."""

from __future__ import annotations

import re

from testloom.model.suite import MATCH_LENGTH

MAX_TEXT = 400
ADDRESS = r" at 0x[0-9a-fA-F]+"
FLICKERING = re.compile(
    rf"{ADDRESS}|\0|<\w*Mock [^>]*\bid='|\b_(?:mock|spec)_"
    r"|(?<![\w.:/])/(?:tmp|home|root|usr|etc|var|proc|opt|private|Users)/|\\Users\\"
)
"""Addresses, parts of doubles and absolute paths, which differ from run to run and between machines."""
DOUBLES = re.compile(r"[\w.<']*\b(?:NonCallable)?(?:Magic|Async)?Mock\b['>]?")
"""The names that doubles and their classes have in messages."""


def is_stable(text: str) -> bool:
    """Whether a text is short enough to be shown, and the same everywhere."""
    return len(text) <= MAX_TEXT and not FLICKERING.search(text)


def stable_part(message: str) -> str:
    """The part of a message that is the same on every machine: its first line up to an address or a path.

    It is whole words of `MATCH_LENGTH` characters at most. Of what stands before and behind the name of a
    double it is the longest part.
    """
    line = message.splitlines()[0] if message.strip() else ""
    found = FLICKERING.search(line)
    line = line[: found.start()] if found else line
    part = max((part.strip() for part in DOUBLES.split(line)), key=len)
    cut = part[:MATCH_LENGTH]
    return cut if cut == part else cut.rpartition(" ")[0] or cut
