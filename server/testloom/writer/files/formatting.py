"""The final formatting with black."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from testloom.model.texts.lines import split_lines
from testloom.writer.project.style import ProjectStyle

_PIECE = re.compile(r"""(?P<prefix>[bB]?)(?P<quote>["'])(?P<text>.*)(?P=quote)""")


@lru_cache(maxsize=1_024)  # the same tests are written in drafts, in each round of a proof, and in the end
def formatted(source: str, style: ProjectStyle) -> str:
    """Format the source with black, with the project's line length and quotes."""
    # The import takes a tenth of a second, which only those who write tests should wait for.
    from testloom.writer.files.black_style import in_black_style

    once = in_black_style(source, style)
    whole = _bare(_joined(once))
    return once if whole == once else in_black_style(whole, style)


def _joined(source: str) -> str:
    """The source with adjacent string literals that ended up on one line joined into one."""
    lines = split_lines(source)
    for token, following in reversed(list(pairwise(_tokens(source)))):
        one, other = _PIECE.fullmatch(token.string), _PIECE.fullmatch(following.string)
        if token.end[0] != following.start[0] or not one or not other:
            continue
        if token.type == following.type == tokenize.STRING and one.group(1, 2) == other.group(1, 2):
            line, opening = lines[token.end[0] - 1], len(other["prefix"]) + 1
            rest = line[following.start[1] + opening :]
            lines[token.end[0] - 1] = line[: token.end[1] - 1] + rest
    return "".join(lines)


def _bare(source: str) -> str:
    """The source without parentheses around a text in one piece."""
    lines = split_lines(source)
    tokens = list(_tokens(source))
    for before, opening, text, closing in reversed(
        list(zip(tokens, tokens[1:], tokens[2:], tokens[3:], strict=False))
    ):
        is_alone = (opening.string, text.type, closing.string) == ("(", tokenize.STRING, ")")
        is_called = before.type == tokenize.NAME or before.string in (")", "]")
        if is_alone and not is_called and opening.start[0] == closing.end[0]:
            line = lines[text.start[0] - 1]
            shorter = line[: opening.start[1]] + text.string + line[closing.end[1] :]
            lines[text.start[0] - 1] = shorter
    return "".join(lines)


def _tokens(source: str) -> Iterator[tokenize.TokenInfo]:
    return tokenize.generate_tokens(io.StringIO(source).readline)
