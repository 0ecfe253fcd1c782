"""Texts that differ from run to run."""

from __future__ import annotations

import re

MAX_TEXT = 400
OPEN = "\0"
"""The replacement for a part of a text that differed in the second run."""
ADDRESS = r" at 0x[0-9a-fA-F]+"
UNSTABLE = re.compile(
    rf"{ADDRESS}|{OPEN}|<\w*Mock [^>]*\bid='|\b_(?:mock|spec)_"
    r"|(?:(?<![\w.:/])|(?<=://)|(?<=:///))"  # of addresses such as sqlite:////home/…, too
    r"/(?:(?:tmp|home|root|usr|etc|var|proc|opt|private|Users)/|[^\s'\"]*/pytest-of-)|\\Users\\"
)
"""Addresses, parts of doubles and absolute paths, which differ from run to run and between machines."""


def may_replace(new: str, old: str) -> bool:
    """Check whether a text may replace another.

    It may if it contains nothing that differs between runs, or if both contain such parts and the new text
    has no address.
    """
    return not UNSTABLE.search(new) or bool(UNSTABLE.search(old) and not re.search(ADDRESS, new))


def is_stable(text: str, longest: int = MAX_TEXT) -> bool:
    """Check whether a text is short enough to be shown, and the same everywhere."""
    return len(text) <= longest and not UNSTABLE.search(text)
