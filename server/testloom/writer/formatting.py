"""The last touch: black."""

from __future__ import annotations

import io
import re
import tokenize
from itertools import pairwise

from testloom.writer.style import ProjectStyle

_PIECE = re.compile(r"""(?P<prefix>[bB]?)(?P<quote>["'])(?P<text>.*)(?P=quote)""")


def formatted(source: str, style: ProjectStyle) -> str:
    """The source as black writes it, with the project's line length and quotes."""
    import black  # takes a tenth of a second, which only those who write tests should wait for

    mode = black.Mode(line_length=style.line_length, string_normalization=not style.single_quotes)
    return black.format_str(_joined(black.format_str(source, mode=mode)), mode=mode)


def _joined(source: str) -> str:
    """The source with the pieces of a text that ended up in one line as one text again."""
    lines = source.splitlines(keepends=True)
    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    for token, following in reversed(list(pairwise(tokens))):
        if token.type != tokenize.STRING or following.type != tokenize.STRING:
            continue
        row, one, other = token.end[0] - 1, _PIECE.fullmatch(token.string), _PIECE.fullmatch(following.string)
        if following.start[0] - 1 == row and one and other and one.group(1, 2) == other.group(1, 2):
            opening = len(other["prefix"]) + 1
            line = lines[row]
            lines[row] = line[: token.end[1] - 1] + line[following.start[1] + opening :]
    return "".join(lines)
