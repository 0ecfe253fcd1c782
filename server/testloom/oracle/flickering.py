"""Texts that no two runs agree upon, and names of doubles, which say nothing of the subject."""

from __future__ import annotations

import re

FLICKERING = re.compile(
    r" at 0x[0-9a-fA-F]+|<\w*Mock [^>]*\bid='|\b_(?:mock|spec)_"
    r"|(?<![\w.:/])/(?:tmp|home|root|usr|etc|var|proc|opt|private|Users)/|\\Users\\"
)
"""Addresses, parts of doubles and absolute paths, which differ from run to run and between machines."""
DOUBLES = re.compile(r"[\w.<']*\b(?:NonCallable)?(?:Magic|Async)?Mock\b['>]?")
"""The names that doubles and their classes have in messages."""
