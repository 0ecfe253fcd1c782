"""The last touch: black, and isort where the project keeps its imports in order."""

from __future__ import annotations

import ast
import io
import logging
import re
import tokenize
from collections.abc import Iterator
from itertools import groupby, pairwise

from testloom.model.texts.lines import split_lines
from testloom.model.texts.trees import literal_of, tree_of
from testloom.writer.project.style import ProjectStyle
from testloom.writer.syntax.literals import literal

log = logging.getLogger(__name__)
_PIECE = re.compile(r"""(?P<prefix>[bB]?)(?P<quote>["'])(?P<text>.*)(?P=quote)""")


def formatted(source: str, style: ProjectStyle) -> str:
    """The source as black writes it, with the project's line length and quotes."""
    import black  # takes a tenth of a second, which only those who write tests should wait for

    mode = black.Mode(line_length=style.line_length, string_normalization=not style.single_quotes)
    text = black.format_str(source, mode=mode)
    if style.joins_texts:
        text = black.format_str(_whole(text, style), mode=mode)
    return black.format_str(_bare(_joined(text)), mode=mode)


def with_sorted_imports(text: str, style: ProjectStyle) -> str:
    """The text of a file with its imports in the order that the project's tools keep."""
    if style.import_order is None:
        return text
    import isort

    order = style.import_order
    try:
        config = isort.Config(str(order.file)) if order.file else isort.Config(**dict(order.options))
        ordered = isort.code(text, config=config)
        is_only_sorted = _without_imports(ordered) == _without_imports(text)
    except (isort.exceptions.ISortError, SyntaxError, TypeError, ValueError) as error:
        log.warning("isort cannot use the project's settings: %s", error)
        return text
    return ordered if is_only_sorted else text


def _without_imports(text: str) -> str:
    """What a file does beside importing: settings of a project may name lines to add, but no code."""
    body = [node for node in tree_of(text).body if not isinstance(node, ast.Import | ast.ImportFrom)]
    return ast.dump(ast.Module(body, []))


def _whole(source: str, style: ProjectStyle) -> str:
    """The source with a text in pieces as one that fits into the line of the first, as ruff writes it."""
    lines = split_lines(source)
    for run in reversed(list(_runs(source))):
        first, last = run[0], run[-1]
        value = literal_of(" ".join(token.string for token in run))
        whole = literal(value, width=style.line_length, single_quotes=style.single_quotes)
        line = lines[first.start[0] - 1][: first.start[1]] + whole + lines[last.end[0] - 1][last.end[1] :]
        if not whole.startswith("(") and len(line.rstrip()) <= style.line_length:
            lines[first.start[0] - 1 : last.end[0]] = [line]
    return "".join(lines)


def _runs(source: str) -> Iterator[list[tokenize.TokenInfo]]:
    """The pieces of each text that is written in several."""
    tokens = (token for token in _tokens(source) if token.type != tokenize.NL)
    for is_piece, run in groupby(tokens, key=_is_piece):
        pieces = list(run)
        if is_piece and len(pieces) > 1:
            yield pieces


def _is_piece(token: tokenize.TokenInfo) -> bool:
    return token.type == tokenize.STRING and _PIECE.fullmatch(token.string) is not None


def _joined(source: str) -> str:
    """The source with the pieces of a text that ended up in one line as one text again."""
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
