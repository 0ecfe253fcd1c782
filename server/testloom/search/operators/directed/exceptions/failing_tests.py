"""Failing tests: the first test with each kind of error, kept as a step towards sensible arguments.

Distances do not distinguish one error of a call from another. So the first tests with each kind of
error are kept for a while and changed as their errors suggest: once its key is there, a dictionary
raises another error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from testloom.model.statements import CallStatement, LiteralStatement, Statement
from testloom.search.chromosome import Chromosome

Kind: TypeAlias = tuple[str, str, str]
MOST = 60
PATIENCE = 20
NAMING = frozenset(
    f"builtins:{name}"
    for name in ("KeyError", "TypeError", "AttributeError", "NameError", "ModuleNotFoundError")
)
"""Errors that name what is missing; in the messages of other errors, values differ from test to test."""
MOCK = "Mock"
"""A part of every double's name.

Each use of a double's default answers reveals something new.
"""
_NUMBER = r"\d*0x[0-9a-fA-F]+|\d+"
"""Numbers, including addresses, as in "%200x7f...".

Otherwise every run would find new kinds of errors.
"""
_VALUES = re.compile(rf"'[^']*'|\"[^\"]*\"|{_NUMBER}")
_NUMBERS = re.compile(_NUMBER)


@dataclass(slots=True)
class FailingTests:
    """The first test with each kind of error, and its number of changes without a new kind of error."""

    _tests: dict[Kind, Chromosome] = field(default_factory=dict)
    _tried: dict[Kind, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self._tests)

    @property
    def tests(self) -> list[Chromosome]:
        """The tests that may still be changed, the latest first."""
        return list(reversed(self._tests.values()))

    def note(self, chromosome: Chromosome) -> None:
        """Keep a test if it ended with an error of a kind that no test had."""
        kind = _kind(chromosome)
        if kind is None or kind in self._tried:
            return
        self._tried[kind] = 0
        self._tests[kind] = chromosome
        if len(self._tests) > MOST:
            del self._tests[next(iter(self._tests))]

    def choose(self, rng: Random) -> Chromosome:
        """Choose a test to change, among those changed least; it is given up after a number of attempts."""
        kind = min(self._tests, key=lambda kind: (self._tried[kind], rng.random()))
        self._tried[kind] += 1
        return self._tests.pop(kind) if self._tried[kind] >= PATIENCE else self._tests[kind]


def _kind(chromosome: Chromosome) -> Kind | None:
    """The call that failed, the error and what it says without values; None if there is nothing to learn."""
    error = chromosome.result.exception
    if error is None:
        return None
    failing = next((s for s in chromosome.case if s.id == chromosome.result.statement), None)
    where = failing.callable if isinstance(failing, CallStatement) else type(failing).__name__
    if error.hint:
        return where, error.type, _VALUES.sub("", error.hint)
    error = error.first
    if (error.explicit and error.in_subject) or (
        error.type in NAMING and _is_own(error.message, chromosome.case.statements)
    ):
        return None
    says = _NUMBERS if error.type in NAMING else _VALUES
    place = f" on line {error.line}" if MOCK in error.message else ""
    return where, error.type, says.sub("", error.message) + place


def _is_own(message: str, statements: tuple[Statement, ...]) -> bool:
    """Whether the error speaks of a text that the test itself holds, such as a key that it asked for."""
    texts = (s.value for s in statements if isinstance(s, LiteralStatement) and isinstance(s.value, str))
    return any(repr(text) in message for text in texts)
