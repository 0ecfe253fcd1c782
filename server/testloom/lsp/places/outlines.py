"""The outlines of open documents; after an edit, only the new blocks of the text are parsed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from testloom.lsp.places.outline import Outline, outline_of, outline_of_tree
from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import tree_of

_BEGIN = re.compile(r"@|(?:class|def|async[ \t]+def)\b")


@dataclass(frozen=True, slots=True)
class _Known:
    """The outline of one version of a document, and the outlines of its blocks by their texts."""

    version: int | None = None
    outline: Outline = field(default_factory=Outline)
    blocks: Mapping[str, Outline] = field(default_factory=dict)


class Outlines:
    """The outlines of open documents, each made once per version.

    While a text has too many errors, its last outline is kept, so that lenses stay visible during
    typing.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def of(self, uri: str, version: int | None, text: str) -> Outline:
        """Outline a document, again only if its version has changed."""
        known = self._known.get(uri, _Known())
        if version is None or known.version != version:
            known = _renewed(known, version, text)
            self._known[uri] = known
        return known.outline

    def forget(self, uri: str) -> None:
        """Drop a document that was closed."""
        self._known.pop(uri, None)


def _renewed(known: _Known, version: int | None, text: str) -> _Known:
    """Update the outline for the next version of a document."""
    placed = list(_blocks(text))
    outlines = {block: known.blocks.get(block) or _outline_of_sound(block) for _, block in placed}
    sound = {block: outline for block, outline in outlines.items() if outline is not None}
    unsound = outlines.keys() - sound.keys()
    if len(unsound) > 1:  # a multi-line string may look like several blocks
        return _Known(version, outline_of(text) or known.outline, sound)
    all_blocks = sound | {block: outline_of(block) or Outline() for block in unsound}
    return _Known(version, Outline.of_blocks((line, all_blocks[block]) for line, block in placed), sound)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Split a text at its unindented definitions; yield each part with its first line (from 0)."""
    first, lines, is_decorated = 0, list[str](), False
    for number, line in enumerate(split_lines(text)):
        if found := _BEGIN.match(line):
            if lines and not is_decorated:
                yield first, "".join(lines)
                first, lines = number, []
            is_decorated = found[0] == "@"
        lines.append(line)
    yield first, "".join(lines)


def _outline_of_sound(block: str) -> Outline | None:
    """Return the outline of a block; None if it is not valid Python on its own."""
    try:
        return outline_of_tree(tree_of(block))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
