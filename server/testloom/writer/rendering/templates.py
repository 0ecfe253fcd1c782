"""Marks in a piece of source: literals that may become columns, fixtures, and marks of pytest.

They are part of the text itself, between characters that no source contains, so that functions which
write a part of a test return everything about it in one string: `slot`, `fixture` and `marked_for`
insert the marks, and `Template.of` extracts them from the body of a test.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, cast, get_args

from testloom.model.texts.trees import expression_of

Role: TypeAlias = Literal["input", "expected", "message"]
ROLES: tuple[Role, ...] = get_args(Role)
FIXTURE, MARKED = "fixture", "mark"
_EDGE, _BETWEEN = "\x00", "\x01"
_MARK = re.compile("\x00([^\x00]+)\x00")
_ALONE = re.compile("(?<=[\\w\\]])\\(\x00([0-9]+)\x00\\)")


@dataclass(frozen=True, slots=True)
class Needs:
    """The needs of a test: its fixtures, which are parameters of its function, and its marks.

    A test that `is_asynchronous` awaits something in its body.
    """

    fixtures: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    is_asynchronous: bool = False


def slot(text: str, hint: str, role: Role) -> str:
    """Mark a literal, which may become a parameter of a table: `hint` is what it is given to.

    What names a fixture stays in its place: no table knows it.
    """
    text = plain(text)
    return text if _EDGE in text else _marked(role, hint, text)


def fixture(name: str) -> str:
    """Mark a fixture of pytest, which becomes a parameter of the test."""
    return _marked(FIXTURE, name)


def marked_for(name: str) -> str:
    """Have the test marked for a plugin of pytest; no source stands for it."""
    return _marked(MARKED, name, "")


def plain(text: str) -> str:
    """Replace slots by their literals, which then cannot become parameters of a table."""
    return _MARK.sub(lambda found: _fields(found)[-1] if _fields(found)[0] in ROLES else found[0], text)


def _marked(*fields: str) -> str:
    inner = (field.replace(_EDGE, "").replace(_BETWEEN, "") for field in fields)
    return f"{_EDGE}{_BETWEEN.join(inner)}{_EDGE}"


def _fields(found: re.Match[str]) -> list[str]:
    return found[1].split(_BETWEEN)


@dataclass(frozen=True, slots=True)
class Slot:
    """A literal of a test: its source, the name of the parameter it is passed to, and its role."""

    text: str
    hint: str
    role: Role


@dataclass(frozen=True, slots=True)
class Template:
    """The text of a test body, with numbers in place of the slots; `names` are its variables."""

    text: str
    slots: tuple[Slot, ...]
    names: frozenset[str]
    needs: Needs

    @classmethod
    def of(cls, marked: str, names: frozenset[str], *, is_asynchronous: bool = False) -> Template:
        """Take the marks out of a body."""
        slots: list[Slot] = []
        fixtures: dict[str, None] = {}
        marks: dict[str, None] = {}

        def without(found: re.Match[str]) -> str:
            kind, *details, text = _fields(found)
            if kind == FIXTURE:
                fixtures[text] = None
            elif kind == MARKED:
                marks[details[0]] = None
            else:
                slots.append(Slot(text, details[0], cast("Role", kind)))
                return cls.mark(len(slots) - 1)
            return text

        text = _MARK.sub(without, marked).strip("\n")
        return cls(text, tuple(slots), names, Needs(tuple(fixtures), tuple(marks), is_asynchronous))

    @staticmethod
    def mark(index: int) -> str:
        """Return the placeholder of a slot, a text that no source contains otherwise."""
        return f"{_EDGE}{index}{_EDGE}"

    @property
    def source(self) -> str:
        """The body with every literal in its place."""
        return self.fill([slot.text for slot in self.slots])

    def fill(self, texts: Sequence[str]) -> str:
        """Fill the slots of the body with the given texts."""
        whole = _ALONE.sub(lambda found: f"({_bare(texts[int(found[1])])})", self.text)
        return _MARK.sub(lambda found: texts[int(found[1])], whole)


def _bare(text: str) -> str:
    """A string literal in several pieces without its parentheses; any other source as it is."""
    if text.startswith("(") and isinstance(expression_of(text), ast.Constant):
        return text[1:-1]
    return text
