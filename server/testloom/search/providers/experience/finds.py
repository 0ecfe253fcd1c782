"""Objects found by tests of this search: results of calls, and the objects within them.

A class whose instances only a parser or a factory makes is supplied with these from then on, by the
very statements that led to one. Statements that use doubles, private names or the environment do not
count, nor do results of a constructor or of a class of the test.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random

from testloom.model.execution import HeldObject, PathStep
from testloom.model.statements import (
    AssignmentStatement,
    AttributeStatement,
    CallStatement,
    LiteralStatement,
    Statement,
    TestCase,
)
from testloom.model.statements.environment import EnvironmentStatement
from testloom.model.texts.names import DEFINED
from testloom.search.providers.experience.last_resort import is_last_resort
from testloom.search.providers.experience.loans import LONGEST, Loan, Loans

MOST_WAYS = 4
"""The most ways to an object of a class that are kept; the shortest are kept."""
ITEMS = ("builtins:list.__getitem__", "builtins:tuple.__getitem__")
MOST_CLASSES = 200
LAST = 0.3
"""The probability that an item is the last of its list instead of the one that was found."""


@dataclass(slots=True)
class Finds(Loans):
    """Offers found objects; `names` are the attributes and methods of each of their classes."""

    names: dict[str, frozenset[str]] = field(default_factory=dict)

    def take(self, case: TestCase, held: Mapping[int, Sequence[HeldObject]]) -> None:
        """Learn what objects the values of a test hold."""
        if any(isinstance(statement, EnvironmentStatement) for statement in case):
            return
        for value, found in held.items():
            steps = tuple(made_by(case, value))
            for one in found if not is_last_resort(TestCase(steps)) else ():
                self.names.setdefault(one.classes[0], one.names)
                if not one.classes[0].startswith(DEFINED) and (one.steps or not _constructs(steps[-1], one)):
                    self._offer(one.classes, _reached(steps, one.steps))

    def offering(self, names: Collection[str]) -> list[str]:
        """List the classes of found objects that offer all of some names; none without names."""
        if not names:
            return []
        return [one for one in self.offers if self.names.get(one, frozenset()).issuperset(names)]

    def draw(self, class_id: str, rng: Random, fresh: Iterator[int]) -> Loan | None:
        """Choose an object of a class, or another one like it; None if none is due.

        An object from a list may be replaced by the first or the last of the list.
        """
        loan = Loans.draw(self, class_id, rng, fresh)
        return None if loan is None else Loan(tuple(_others_of_lists(loan.statements, rng)), loan.value)

    def shortest(self, class_id: str, rng: Random, fresh: Iterator[int]) -> Loan | None:
        """Choose an object of a class among the shortest, whatever its success; None if there is none."""
        offers = self.offers.get(class_id, [])
        least = min(map(_length, offers), default=0)
        near = [loan for loan in offers if _length(loan) == least]
        return rng.choice(near).renumbered(fresh) if near else None

    def _offer(self, classes: Sequence[str], loan: Loan) -> None:
        if len(loan.statements) > LONGEST:
            return
        for class_id in classes:
            known = self.offers.get(class_id, [])
            if (known or len(self.offers) < MOST_CLASSES) and _way(loan) not in map(_way, known):
                self.offers[class_id] = sorted([*known, loan], key=_length)[:MOST_WAYS]


def made_by(case: TestCase, value: int) -> Iterator[Statement]:
    """Yield the statements that make a value, with their references and earlier changes of these."""
    place = next(place for place, statement in enumerate(case.statements) if statement.id == value)
    wanted = {value}
    for statement in reversed(case.statements[: place + 1]):
        match statement:
            case CallStatement(receiver=int(changed)) | AssignmentStatement(source=changed):
                if changed in wanted:
                    wanted.add(statement.id)
        if statement.id in wanted:
            wanted.update(statement.references)
    return (statement for statement in case.statements[: place + 1] if statement.id in wanted)


def _reached(statements: Sequence[Statement], steps: Iterable[PathStep]) -> Loan:
    """The loan of an object that is some steps away from the value of the last statement."""
    made, fresh = list(statements), count(max(statement.id for statement in statements) + 1)
    for step in steps:
        source = made[-1].id
        if isinstance(step, str):
            made.append(AttributeStatement(next(fresh), source, step))
        else:
            kind, key = step
            literal = LiteralStatement(next(fresh), key)
            item = CallStatement(next(fresh), f"builtins:{kind}.__getitem__", source, (literal.id,))
            made += [literal, item]
    return Loan(tuple(made), made[-1].id)


def _others_of_lists(statements: Sequence[Statement], rng: Random) -> Iterator[Statement]:
    """The statements, some of them with the last item of a list instead of another."""
    keys = {
        statement.args[0]
        for statement in statements
        if isinstance(statement, CallStatement) and statement.callable in ITEMS
    }
    for statement in statements:
        is_key = isinstance(statement, LiteralStatement) and statement.id in keys
        yield LiteralStatement(statement.id, -1) if is_key and rng.random() < LAST else statement


def _constructs(statement: Statement, held: HeldObject) -> bool:
    """Whether a statement is a call of the constructor of what it yields."""
    return isinstance(statement, CallStatement) and statement.callable == held.classes[0]


def _way(loan: Loan) -> tuple[str, ...]:
    """What is called and read on the way to an object: one way is as good with some values as with others."""
    return tuple(
        _name(statement) for statement in loan.statements if not isinstance(statement, LiteralStatement)
    )


def _name(statement: Statement) -> str:
    match statement:
        case CallStatement(callable=name) | AttributeStatement(name=name):
            return name
        case _:
            return statement.tag


def _length(loan: Loan) -> int:
    return len(loan.statements)
