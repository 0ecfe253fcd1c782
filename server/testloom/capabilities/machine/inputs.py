"""Results of functions that report facts about the machine or return unpredictable random values."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from testloom.capabilities.console import ConsoleStatement
from testloom.capabilities.machine.statement import AFFINITY, IDENTIFIERS, SEEDED, TOKENS, FactStatement
from testloom.model.execution import Touch
from testloom.model.statements import Statement, decode_scalar
from testloom.model.types import Scalar
from testloom.search.providers.environment import EnvironmentInput, Rewriter
from testloom.search.providers.inputs.values import ValueSource
from testloom.search.providers.knowledge import Knowledge

HEX_DIGITS = "0123456789abcdef"
PROGRAM = "/usr/bin/program"
MOST_SEEDS = 100
ABSENT = 0.3
INSTALLED = ("shutil.which", "importlib.metadata.version", "importlib.util.find_spec")
VERSIONS = ("0.1", "0.9.9", "1.0", "2.3.1", "10.0", "2024.1")
"""Versions of libraries."""
SMALL_SEEDS = 20
"""The number of small seeds that are tried in place of a test's larger one."""
PROCESSORS = (1, 2, 3, 8, 64)
SMALL_NUMBERS = (0, 1, 2, 4, 8)


class FactInput(EnvironmentInput[FactStatement]):
    """Makes results for code that asks for facts about the machine."""

    kinds = (FactStatement,)
    value = "answers"

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Another answer than the one that a function gave."""
        match touch:
            case ("fact", path, name, told):
                _, answer = json.loads(told)
                other = fact(name, decode_scalar(answer), knowledge.values)
                yield (FactStatement(knowledge.next_id(), path, name, (other,)),)

    def changed(self, statement: FactStatement, knowledge: Knowledge) -> FactStatement:
        """Another answer, as plausible."""
        answer = fact(statement.name, statement.answers[0], knowledge.values)
        return statement.replace(answers=(answer,))

    def smaller(self, statement: FactStatement, simpler: Rewriter) -> Iterator[FactStatement]:
        """Yield the statement with a smaller seed or number."""
        match statement.answers:
            case (int() as seed,) if statement.name in SEEDED:
                yield from (statement.replace(answers=(new,)) for new in range(min(seed, SMALL_SEEDS)))
            case (int() as number,) if not isinstance(number, bool):
                least = 1 if statement.name == AFFINITY else 0
                smaller = (new for new in SMALL_NUMBERS if least <= new < number)
                yield from (statement.replace(answers=(new,)) for new in smaller)

    def follows(self, statement: FactStatement, other: Statement) -> bool:
        """Check whether the fact must follow the other statement.

        A statement that replaces the console also replaces the stream that is checked for being a terminal.
        """
        return statement.name == "isatty" and isinstance(other, ConsoleStatement)

    def values(self, statement: FactStatement) -> tuple[Any, ...]:
        """Return the answers, unless they are drawn at random."""
        return () if statement.is_drawn else statement.answers

    def may_hold(self, statement: FactStatement, value: Any) -> bool:
        """Check whether a value is of the type of an answer."""
        return type(value) in {type(answer) for answer in statement.answers}


def fact(name: str, answer: Scalar, values: ValueSource) -> Scalar:
    """Another answer of a function than the one that it gave, as plausible."""
    rng = values.rng
    if name in SEEDED:
        return rng.randrange(MOST_SEEDS)
    if name in INSTALLED:
        return _installed(name, answer, values)
    if name.endswith("cpu_count") and rng.random() < ABSENT:
        return None
    match answer:
        case bool():
            return not answer
        case str() if name in (*IDENTIFIERS, *TOKENS):
            return _redrawn(answer, values)
        case str():
            return values.piece()
        case bytes():
            return _redrawn(answer.decode("latin-1"), values).encode("latin-1")
        case _:
            several = (0, 1, 2, abs(values.integer()))
            return rng.choice(PROCESSORS if name == AFFINITY else several)


def _installed(name: str, answer: Scalar, values: ValueSource) -> Scalar:
    """Where a program is, or which version a library has; where a library is, no plain value says."""
    if name == "shutil.which":
        return PROGRAM if answer is None else None
    return values.rng.choice(VERSIONS) if name == "importlib.metadata.version" else answer


def _redrawn(text: str, values: ValueSource) -> str:
    """A text of the same form with another digit at its start, or everywhere but for dashes."""
    digit = values.rng.choice(HEX_DIGITS)
    if values.rng.random() < 0.5:
        return digit + text[1:] if text else text
    return "".join(letter if letter == "-" else digit for letter in text)
