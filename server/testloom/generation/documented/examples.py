"""The examples of a documentation: what is to be typed, and what its prose says of calls.

Nothing is run: examples are found by how they are set, and parsed.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import TypeAlias

from testloom.model.texts.lines import plain_lines
from testloom.model.texts.trees import parsed

MOST_ENDS = 10
"""Closing brackets that are tried as the end of a call in prose."""
LONGEST_CALL = 400
_CALL = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*\(")
_FENCE = re.compile(r"^[ \t]*(```|~~~)")


@dataclass(frozen=True, slots=True)
class Step:
    """A statement that an example shows, and whether it is said to raise an exception."""

    statement: ast.stmt
    raises: bool = False


Example: TypeAlias = Sequence[Step]
"""Steps that share their variables."""


def examples_in(text: str) -> Iterator[Example]:
    """The sessions of a text, then its blocks of code and the calls in its prose."""
    sessions, rest = _sessions(text)
    yield sessions
    for block in _blocks(rest):
        code = parsed(dedent("\n".join(block)))
        if code is not None and any(isinstance(node, ast.Call) for node in ast.walk(code)):
            yield [Step(statement) for statement in code.body]
        else:
            yield from ([Step(ast.Expr(call))] for line in block for call in calls_in(line))


def calls_in(line: str) -> Iterator[ast.Call]:
    """The calls with arguments that a line of prose shows."""
    end = 0
    for match in _CALL.finditer(line):
        if match.start() >= end:
            call, end = _call_at(line, match.start())
            if call is not None and (call.args or call.keywords):
                yield call


def _call_at(line: str, start: int) -> tuple[ast.Call | None, int]:
    """The shortest call that begins at a place, and where it ends."""
    ends = [place + 1 for place in range(start, len(line)) if line[place] == ")"]
    for end in ends[:MOST_ENDS]:
        if end - start > LONGEST_CALL:
            break
        match parsed(line[start:end]):
            case ast.Module(body=[ast.Expr(value=ast.Call() as call)]):
                return call, end
    return None, start


def _sessions(text: str) -> tuple[list[Step], str]:
    """What is typed behind the prompts of a text, and the rest of it."""
    try:
        parts = doctest.DocTestParser().parse(text)
    except ValueError:  # prompts that are set crookedly
        return [], text
    steps: list[Step] = []
    for part in parts:
        if isinstance(part, doctest.Example) and (code := parsed(part.source)) is not None:
            steps += [Step(statement, part.exc_msg is not None) for statement in code.body]
    return steps, "".join(part for part in parts if isinstance(part, str))


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of a text, divided where a fence stands or the indentation begins and ends."""
    block: list[str] = []
    is_fenced, was_indented = False, False
    for line in plain_lines(text):
        is_indented = line[:1].isspace() if line.strip() else was_indented
        if _FENCE.match(line) or (is_indented != was_indented and not is_fenced):
            yield block
            block = []
        was_indented = is_indented
        if _FENCE.match(line):
            is_fenced = not is_fenced
        else:
            block.append(line)
    yield block
