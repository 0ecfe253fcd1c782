"""Calls that take a command line: which of them have been given one, and how to give one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import ArgumentsStatement
from testloom.model.subject import Parameter, Subject
from testloom.search.providers.inputs.command_lines import PROGRAM, WITH_PROGRAM, takes_command_line


@dataclass(frozen=True, slots=True)
class Taker:
    """A call that takes a command line by a parameter: its `index`, and the parameter's `place`."""

    index: int
    called: CallStatement
    place: int
    parameter: Parameter

    @property
    def given(self) -> int | None:
        """The value that it is given; None if it is left to the default."""
        if self.place < len(self.called.args):
            return self.called.args[self.place]
        return dict(self.called.kwargs).get(self.parameter.name)


def takers(case: TestCase, subject: Subject) -> Iterator[Taker]:
    """Yield the calls of a test case that take a command line."""
    for index, called in enumerate(case.statements):
        known = subject.callables.get(called.callable) if isinstance(called, CallStatement) else None
        if known is not None and isinstance(called, CallStatement):
            for place, parameter in enumerate(known.parameters):
                if takes_command_line(parameter) and parameter.kind in ("positional", "either", "keyword"):
                    yield Taker(index, called, place, parameter)


def with_words(case: TestCase, taker: Taker, words: Sequence[str], ids: Iterator[int]) -> TestCase:
    """Pass a command line to a call that had none as an argument, and remove the change of `sys.argv`."""
    index, called, parameter = taker.index, taker.called, taker.parameter
    literals = [LiteralStatement(next(ids), word) for word in words]
    made = CollectionStatement(next(ids), "list", tuple(literal.id for literal in literals))
    if taker.place == len(called.args) and not called.kwargs and parameter.kind != "keyword":
        better = called.replace(args=(*called.args, made.id))
    else:
        better = called.replace(kwargs=(*called.kwargs, (parameter.name, made.id)))
    statements: list[Statement] = [*case.statements[:index], *literals, made, better]
    kept = [entry for entry in statements if not isinstance(entry, ArgumentsStatement)]
    return TestCase((*kept, *case.statements[index + 1 :]))


def handed_over(case: TestCase, subject: Subject) -> Iterator[TestCase]:
    """Yield test cases that pass the words of `sys.argv` as an argument to a call."""
    known = next((s.values for s in case.statements if isinstance(s, ArgumentsStatement)), (PROGRAM,))
    for taker in takers(case, subject):
        if taker.given is None:
            words = known if WITH_PROGRAM in taker.parameter.uses else known[1:]
            yield with_words(case, taker, words, count(case.fresh_id))
