"""Statements about the environment with other texts in them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from testloom.model.statements.environment import (
    IDENTIFIERS,
    SEEDED,
    ArgumentsStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FileStatement,
    VariableStatement,
)

LATEST = 1e11
"""Seconds after the epoch that every clock can still show."""
Rewriter: TypeAlias = Callable[[Any], Iterable[Any]]
"""Gives what may stand in place of a value."""


def rewritten(statement: EnvironmentStatement, rewrite: Rewriter) -> Iterator[EnvironmentStatement]:
    """The statement with one of its values rewritten, for each way to do so."""
    values = _values(statement)
    for place, value in enumerate(values):
        for new in rewrite(value):
            if _may_hold(statement, new):
                yield _with_values(statement, (*values[:place], new, *values[place + 1 :]))


def _values(statement: EnvironmentStatement) -> tuple[Any, ...]:
    match statement:
        case FileStatement(content=value) | VariableStatement(value=value) | ClockStatement(seconds=value):
            return (value,)
        case ConsoleStatement(lines=values) | ArgumentsStatement(values=values):
            return values
        case FactStatement(name=name, answers=answers) if name not in (*SEEDED, *IDENTIFIERS):
            return answers
        case _:
            return ()


def _with_values(statement: EnvironmentStatement, values: tuple[Any, ...]) -> EnvironmentStatement:
    match statement:
        case FileStatement():
            return statement.replace(content=values[0])
        case VariableStatement():
            return statement.replace(value=values[0])
        case ClockStatement():
            return statement.replace(seconds=float(values[0]))
        case ConsoleStatement():
            return statement.replace(lines=values)
        case ArgumentsStatement():
            return statement.replace(values=values)
        case FactStatement():
            return statement.replace(answers=values)
        case _:
            return statement


def _may_hold(statement: EnvironmentStatement, value: Any) -> bool:
    match statement:
        case FileStatement(packing=packing):
            return isinstance(value, str if packing else str | bytes)
        case ClockStatement():
            return isinstance(value, int | float) and abs(value) < LATEST
        case FactStatement(answers=answers):
            return type(value) in {type(answer) for answer in answers}
        case _:
            return isinstance(value, str) and not set(value) & {"\0", "\n", "\r"}
