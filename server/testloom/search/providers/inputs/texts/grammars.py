"""Grammars of strings: pieces between separators, prefixes, suffixes and patterns, also nested.

They describe how code takes a string apart. The type of such a string is called `text`. The first of
its values says which form it has: any number of pieces between `joined` separators (after certain ones,
if there are more types), the pieces of a `row`, a string between `affixes`, or a string `like` a
pattern.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from testloom.model.texts.trees import literal_of
from testloom.model.types import TypeRef

TEXT = "text"
STEP = re.compile(r"<(?:(?P<how>by|at):(?P<mark>'(?:[^'\\]|\\.)*'|\"[^\"]*\")|words)>(?P<use>.*)", re.DOTALL)
PLACE = re.compile(r"\[(?P<place>\d+)\](?P<use>.*)", re.DOTALL)
SIZE = re.compile(r"=:(\d+)")
AFFIX = re.compile(r"(?P<where>startswith|endswith):(?P<affix>.+)", re.DOTALL)
HELD = re.compile(r"in:('.*')", re.DOTALL)
LIKE = "<like>:"
ITEM = "[]"
MOST_PIECES = 8
Kinds = Callable[[tuple[str, ...]], Sequence[TypeRef]]
"""Gives the possible types of a piece from its uses: how code reads it and what it compares it with."""


def is_of_text(use: str) -> bool:
    """Check whether a use describes a string: how it is divided, begins or ends, or what it matches."""
    return use.startswith(LIKE) or bool(STEP.fullmatch(use) or AFFIX.fullmatch(use))


def text_for(uses: Iterable[str], kinds_of: Kinds) -> TypeRef | None:
    """Build the type of a string that is taken apart in this way; None if it is not taken apart."""
    uses = list(dict.fromkeys(uses))
    forms = [_divided(how, mark, own, kinds_of) for (how, mark), own in _divisions(uses).items()]
    patterns = [use.removeprefix(LIKE) for use in uses if use.startswith(LIKE)]
    forms += [TypeRef(TEXT, values=("like", pattern)) for pattern in patterns]
    affixes = dict.fromkeys(_affixes(uses))
    if affixes:
        rest = forms[0] if len(forms) == 1 else TypeRef("union", tuple(forms)) if forms else TypeRef("str")
        beginnings, ends = (tuple(text for at, text in affixes if at == where) for where in ("s", "e"))
        return TypeRef(TEXT, (rest,), ("affixes", len(beginnings), *beginnings, *ends))
    if not forms:
        return None
    return forms[0] if len(forms) == 1 else TypeRef("union", tuple(forms))


def _divisions(uses: Iterable[str]) -> dict[tuple[str, str], list[str]]:
    """The ways in which a text is divided, each with what is done with the pieces."""
    found: dict[tuple[str, str], list[str]] = {}
    for use in uses:
        if step := STEP.fullmatch(use):
            mark = str(literal_of(step["mark"])) if step["mark"] else " "
            found.setdefault((step["how"] or "words", mark), []).append(step["use"])
    return found


def _affixes(uses: Iterable[str]) -> Iterator[tuple[str, str]]:
    for use in uses:
        if found := AFFIX.fullmatch(use):
            yield found["where"][0], str(literal_of(found["affix"]))


def _divided(how: str, mark: str, uses: Sequence[str], kinds_of: Kinds) -> TypeRef:
    """A text with a mark between pieces: a row where code wants a certain number of them."""
    places: dict[int, list[str]] = {}
    items: list[str] = []
    size = 2 if how == "at" else 0
    for use in uses:
        if found := PLACE.fullmatch(use):
            place = int(found["place"])
            places.setdefault(place // 2 if how == "at" else place, []).append(found["use"])
        elif (found := SIZE.fullmatch(use)) and how != "at":
            size = int(found[1])
        elif found := HELD.fullmatch(use):
            items.append(f"==:{found[1]}")
        elif use.startswith(ITEM):
            items.append(use.removeprefix(ITEM))
    size = min(size or max(places, default=-1) + 1, MOST_PIECES)
    pieces = tuple(_piece([*places.get(place, ()), *items], kinds_of) for place in range(size))
    if pieces and not items:
        return TypeRef(TEXT, pieces, ("row", mark))
    return TypeRef(TEXT, (_piece(items, kinds_of), *pieces), ("joined", mark))


def _piece(uses: Iterable[str], kinds_of: Kinds) -> TypeRef:
    uses = tuple(filter(None, uses))
    divided = text_for(uses, kinds_of)
    kinds = [*kinds_of(uses), *([divided] if divided is not None else [])]
    return TypeRef("union", tuple(kinds)) if len(kinds) > 1 else (*kinds, TypeRef("str"))[0]
