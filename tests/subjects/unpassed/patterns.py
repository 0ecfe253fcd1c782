"""A private method that takes a flag which its callers never set."""

import fnmatch
import re


class Selection:
    def __init__(self, names: list[str]) -> None:
        self.names = names

    def matching(self, pattern: str) -> list[str]:
        compiled = self._compiled(pattern)
        return [name for name in self.names if compiled.match(name)]

    def _compiled(self, pattern: str, is_regex: bool = False) -> re.Pattern[str]:
        if is_regex:
            return re.compile(pattern)
        return re.compile(fnmatch.translate(pattern))
