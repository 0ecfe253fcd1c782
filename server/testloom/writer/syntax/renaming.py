"""Renaming of variables in source."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Mapping
from itertools import accumulate

_FORMATTED = re.compile(r"[rR]?[fF]")
_FIELD = re.compile(r"(?<!\{)((?:\{\{)*\{)([^{}]+)\}")


def with_name(source: str, old: str, new: str) -> str:
    """Rename a variable in the source; attributes, arguments and strings of that name stay."""
    return with_names(source, {old: new})


def with_names(source: str, names: Mapping[str, str]) -> str:
    """Rename several variables in the source at once, so that two may swap their names."""
    if not names:
        return source
    starts = [0, *accumulate(len(line) + 1 for line in source.split("\n"))]
    word = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")

    def in_field(field: re.Match[str]) -> str:
        return field[1] + word.sub(lambda found: names[found[0]], field[2]) + "}"

    tokens = list(tokenize.generate_tokens(io.StringIO(source).readline))
    parts: list[str] = []
    end = depth = 0
    for before, token, after in zip([tokens[-1], *tokens], tokens, tokens[1:], strict=False):
        depth += (before.string in ("(", "[", "{")) - (before.string in (")", "]", "}"))
        text = token.string
        if token.type == tokenize.NAME and text in names:
            is_argument = depth > 0 and after.string == "="
            text = text if before.string == "." or is_argument else names[text]
        elif token.type == tokenize.STRING and _FORMATTED.match(text):
            text = _FIELD.sub(in_field, text)
        if text != token.string:
            start = starts[token.start[0] - 1] + token.start[1]
            parts += [source[end:start], text]
            end = starts[token.end[0] - 1] + token.end[1]
    return "".join([*parts, source[end:]])
