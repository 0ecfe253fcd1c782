"""Optional arguments that messages of exceptions blame: most later calls leave them out.

Of four settings that a constructor checks, each is wrong in most tests that invent a value. If all four
are invented in half of the calls, hardly any call gets beyond the constructor.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

from testloom.model.execution import ExecutionResult, RaisedException
from testloom.model.statements import CallStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import Scalar
from testloom.search.providers.callables.given import arguments_of
from testloom.search.providers.experience.demands import OF_PYTHON

MOST_OFTEN = 0.8
"""The limit of the probability that an often blamed argument is left out: the next value may be right."""
HALF = 4
"""After this many times an argument is left out with half of that probability."""
SHORTEST = 3
"""The length up to which a string, unless quoted, is found in messages by chance; so is a digit."""


class BlamedArgument(NamedTuple):
    """A call with an optional argument whose value a message shows.

    `place` is the place of the call in the test, `where` the position or name of the argument.
    """

    place: int
    called: CallStatement
    where: int | str
    parameter: Parameter


@dataclass(slots=True)
class Blames:
    """Counts, for each callable, how often its optional arguments were blamed, by name."""

    _times: dict[tuple[str, str], int] = field(default_factory=dict)

    def note(self, case: TestCase, result: ExecutionResult, subject: Subject) -> None:
        """Learn from a test that an exception ended."""
        if result.exception is not None:
            for blamed in blamed_in(case, result.exception.first, subject):
                key = blamed.called.callable, blamed.parameter.name
                self._times[key] = self._times.get(key, 0) + 1

    def spares(self, called: Callable, parameter: Parameter, rng: Random) -> bool:
        """Decide whether a new call omits an argument that messages of exceptions have blamed."""
        times = self._times.get((called.id, parameter.name), 0)
        return times > 0 and rng.random() < MOST_OFTEN * times / (times + HALF)


def blamed_in(case: TestCase, error: RaisedException, subject: Subject) -> Iterator[BlamedArgument]:
    """Yield the optional arguments of a test whose values the message of its exception contains.

    Exceptions of the interpreter itself about types and names are skipped: they show other values.
    """
    if error.type in OF_PYTHON and not error.explicit:
        return
    shown = {s.id for s in case.literals if _shows(error.message, s.value)}
    for index, called in enumerate(case.statements) if shown else ():
        if isinstance(called, CallStatement):
            for where, parameter, value in arguments_of(called, subject):
                if parameter.has_default and value in shown:
                    yield BlamedArgument(index, called, where, parameter)


def _shows(message: str, value: Scalar) -> bool:
    """Whether a message has a value in it, as it is or as source writes it."""
    if value is None or isinstance(value, bool) or not message:
        return False
    if isinstance(value, str | bytes):
        is_quoted = len(value) > 0 and repr(value) in message
        return is_quoted or (isinstance(value, str) and len(value) > SHORTEST and value in message)
    text = repr(value)
    return len(text) > 1 and re.search(rf"(?<![\w.]){re.escape(text)}(?![\w.])", message) is not None
