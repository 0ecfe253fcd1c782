"""The sources of the project's modules: strings in them are not secret."""

from __future__ import annotations

import re
import sys

from testloom_agent.kinds import dictionary_of
from testloom_agent.redaction.places import Places

OURS = __name__.partition(".")[0]
OPEN = open
"""The built-in `open`, even if a test case replaces it."""
_WORD = re.compile(r"[^\W_]+")


class Sources:
    """The sources of the project's modules that are loaded by now."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._texts: dict[str, str] = {}
        self.read_new()

    def have(self, text: str) -> bool:
        """Check whether a lower-case text occurs in one of the sources."""
        return any(text in source for source in self._texts.values())

    def words(self) -> frozenset[str]:
        """Words of all sources of the project, loaded or not, and of names of modules, in small letters."""
        names = map(str.lower, list(sys.modules))
        texts = [*map(_read, self._places.sources()), *self._texts.values(), *names]
        return frozenset(word for text in texts for word in _WORD.findall(text))

    def read_new(self) -> None:
        """Read those that were loaded since."""
        modules = [module for name, module in list(sys.modules.items()) if name.partition(".")[0] != OURS]
        named = [(dictionary_of(module) or {}).get("__file__") for module in modules]
        files = {file for file in named if type(file) is str}
        for file in files - self._texts.keys():
            is_own = file.endswith(".py") and self._places.of_project(file)
            self._texts[file] = _read(file) if is_own else ""


def _read(file: str) -> str:
    try:
        with OPEN(file, encoding="utf-8", errors="replace") as stream:
            return stream.read().lower()
    except OSError:
        return ""
