"""The examples in documentation: code to be typed, and statements about calls in its prose.

Nothing is run: examples are found by their layout, and parsed.
"""

from __future__ import annotations

import ast
import doctest
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from textwrap import dedent
from typing import TypeAlias

from testloom.generation.documented.stated import (
    StatedResult,
    stated_in_assertion,
    stated_in_comment,
    stated_in_prose,
    stated_in_session,
)
from testloom.model.texts.lines import plain_lines
from testloom.model.texts.trees import parsed

MOST_ENDS = 10
"""The most closing brackets that are tried as the end of a call in prose."""
LONGEST_CALL = 400
_CALL = re.compile(r"(?<![\w.])[A-Za-z_][\w.]*\(")
_FENCE = re.compile(r"^[ \t]*(```|~~~)")


@dataclass(frozen=True, slots=True)
class ExampleStep:
    """A statement of an example, with its stated result."""

    statement: ast.stmt
    stated: StatedResult | None = None

    @property
    def raises(self) -> bool:
        """Whether it is said to raise an exception."""
        return self.stated is not None and bool(self.stated.raises)


Example: TypeAlias = Sequence[ExampleStep]
"""Steps that share their variables."""


def examples_in(text: str) -> Iterator[Example]:
    """Yield the sessions of a text, then its blocks of code and the calls in its prose."""
    sessions, rest = _sessions(text)
    yield sessions
    for block in _blocks(rest):
        text = dedent("\n".join(block))
        code = parsed(text)
        if code is not None and any(isinstance(node, ast.Call) for node in ast.walk(code)):
            yield [_step_of_block(statement, plain_lines(text)) for statement in code.body]
        else:
            yield from ([step] for line in block for step in steps_in(line))


def _step_of_block(statement: ast.stmt, lines: Sequence[str]) -> ExampleStep:
    """A statement of a block of code, with the result stated in its assertion or in the comment after it."""
    match statement:
        case ast.Assert(test=test) if (found := stated_in_assertion(test)) is not None:
            return ExampleStep(ast.Expr(found[0]), found[1])
        case ast.Expr(value=ast.Call(), end_lineno=int(line), end_col_offset=int(place)):
            rest = lines[line - 1].encode()[place:].decode()
            return ExampleStep(statement, stated_in_comment(rest))
    return ExampleStep(statement)


def steps_in(line: str) -> Iterator[ExampleStep]:
    """Yield the calls with arguments in a line of prose, each with the result that it states."""
    end = 0
    for match in _CALL.finditer(line):
        if match.start() >= end:
            call, end = _call_at(line, match.start())
            if call is not None and (call.args or call.keywords):
                yield ExampleStep(ast.Expr(call), stated_in_prose(line[: match.start()], line[end:]))


def _call_at(line: str, start: int) -> tuple[ast.Call | None, int]:
    """The shortest call that begins at a place of a line, and its end; None and `start` if there is none."""
    ends = [place + 1 for place in range(start, len(line)) if line[place] == ")"]
    for end in ends[:MOST_ENDS]:
        if end - start > LONGEST_CALL:
            break
        match parsed(line[start:end]):
            case ast.Module(body=[ast.Expr(value=ast.Call() as call)]):
                return call, end
    return None, start


def _sessions(text: str) -> tuple[list[ExampleStep], str]:
    """The statements after the prompts of a text, and the text without these sessions."""
    try:
        parts = doctest.DocTestParser().parse(text)
    except ValueError:  # inconsistently indented prompts
        return [], text
    steps: list[ExampleStep] = []
    for part in parts:
        if isinstance(part, doctest.Example) and (code := parsed(part.source)) is not None:
            steps += _steps_of_session(part, code.body)
    return steps, "".join(part for part in parts if isinstance(part, str))


def _steps_of_session(example: doctest.Example, statements: Sequence[ast.stmt]) -> list[ExampleStep]:
    """The statements of one prompt; the output below states the result of the last one."""
    steps = [ExampleStep(statement) for statement in statements]
    stated = stated_in_session(example)
    match statements, stated:
        case [*_, ast.Expr(ast.Call(ast.Name("print"), [shown], []))], StatedResult(is_printed=True):
            steps[-1] = ExampleStep(ast.Expr(shown), stated)
        case [*_, ast.Expr(value)], StatedResult(value="True") if found := stated_in_assertion(value):
            steps[-1] = ExampleStep(ast.Expr(found[0]), found[1])
        case [*_, statement], StatedResult(is_printed=False):
            steps[-1] = ExampleStep(statement, stated)
    return steps


def _blocks(text: str) -> Iterator[list[str]]:
    """The lines of a text in blocks, divided at fences and where indentation begins or ends."""
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
