"""The final formatting with black."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from testloom.model.texts.lines import split_lines
from testloom.writer.project.style import ProjectStyle

_PIECE = re.compile(r"""(?P<prefix>[bB]?)(?P<quote>["'])(?!(?P=quote)(?P=quote))(?P<text>.*)(?P=quote)""")
"""A string literal between single quotes of either kind, not between three."""


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
    runs = [list(run) for line, run in groupby(_tokens(source), _line_of_piece) if line]
    for run in reversed(runs):
        pieces = [piece for token in run if (piece := _PIECE.fullmatch(token.string))]
        if len(pieces) > 1 and (quote := _common_quote(pieces)):
            first, last = run[0], run[-1]
            line, text = lines[first.start[0] - 1], "".join(piece["text"] for piece in pieces)
            whole = f"{pieces[0]['prefix']}{quote}{text}{quote}"
            lines[first.start[0] - 1] = line[: first.start[1]] + whole + line[last.end[1] :]
    return "".join(lines)


def _line_of_piece(token: tokenize.TokenInfo) -> int:
    """The line of a token that is a string literal; 0 for others."""
    return token.start[0] if token.type == tokenize.STRING and _PIECE.fullmatch(token.string) else 0


def _common_quote(pieces: Sequence[re.Match[str]]) -> str:
    """Quotes of one of these literals that the texts of all do without; empty if none, or if kinds differ."""
    if len({piece["prefix"] for piece in pieces}) > 1:
        return ""
    quotes = dict.fromkeys(piece["quote"] for piece in pieces)
    return next((q for q in quotes if all(p["quote"] == q or q not in p["text"] for p in pieces)), "")


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
