"""The body of a test with its literals taken out, so that tests of one shape can be told."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.model.texts.trees import expression_of
from testloom.writer.planning.needs import Needs

Role: TypeAlias = Literal["input", "expected", "message"]
_MARK = re.compile("\x00([0-9]+)\x00")
_ALONE = re.compile("(?<=[\\w\\]])\\(\x00([0-9]+)\x00\\)")


@dataclass(frozen=True, slots=True)
class Slot:
    """A literal of a test: its source, the name of what it is given to, and the part it plays."""

    text: str
    hint: str
    role: Role


@dataclass(frozen=True, slots=True)
class Template:
    """The text of a body, with marks where the slots belong; `names` are its variables."""

    text: str
    slots: tuple[Slot, ...]
    names: frozenset[str]
    needs: Needs

    @staticmethod
    def mark(index: int) -> str:
        """The mark of a slot; no source that is written here contains it otherwise."""
        return f"\x00{index}\x00"

    @property
    def source(self) -> str:
        """The body with every literal in its place."""
        return self.fill([slot.text for slot in self.slots])

    def fill(self, texts: Sequence[str]) -> str:
        """The body with the given texts in place of the slots."""
        whole = _ALONE.sub(lambda found: f"({_bare(texts[int(found[1])])})", self.text)
        return _MARK.sub(lambda found: texts[int(found[1])], whole)


def _bare(text: str) -> str:
    """A string in several pieces without its parentheses."""
    if text.startswith("(") and isinstance(expression_of(text), ast.Constant):
        return text[1:-1]
    return text
