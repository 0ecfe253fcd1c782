"""Loans: objects that tests of other units made, borrowed where an instance is needed, if that pays.

Fraser, Arcuri: The seed is strong (ICST 2012) call it a pool of instances; Campos et al. (ASE 2014)
found that it may mislead a search, so how often it is used depends on its success.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from testloom.model.statements import AssignmentStatement, CallStatement, Statement, TestCase, substitute
from testloom.model.subject import Subject
from testloom.search.providers.inputs.types.library import LIBRARY

EAGERNESS = 0.5
"""The initial probability that an object is borrowed, if there is one."""
PATIENCE = 50
"""The number of loans without a success after which borrowing is half as likely."""
LONGEST = 10
MOST = 20
"""The most statements of a loan, and the most loans of a class."""


@dataclass(frozen=True, slots=True)
class Loan:
    """Statements that make an object, and the id of its value."""

    statements: tuple[Statement, ...]
    value: int

    def renumbered(self, fresh: Iterator[int]) -> Loan:
        """Renumber the statements with ids that no other statement has."""
        ids = {statement.id: next(fresh) for statement in self.statements}
        return Loan(tuple(substitute(statement, ids) for statement in self.statements), ids[self.value])


@dataclass(slots=True)
class Loans:
    """The objects on offer, by class id; remembers the borrowed ones and how often they paid."""

    offers: dict[str, list[Loan]] = field(default_factory=dict)
    borrowed: set[int] = field(default_factory=set)
    successes: int = 0

    @classmethod
    def of(cls, cases: Iterable[TestCase], subject: Subject) -> Loans:
        """Collect the instances of the subject's known classes that test cases make."""
        found: dict[str, dict[str, Loan]] = {}
        for case in cases:
            for class_id, loan in loans_in(TestCase(case.statements[:-1]), subject):
                found.setdefault(class_id, {}).setdefault(text_of(loan), loan)
        return cls({class_id: list(loans.values())[:MOST] for class_id, loans in found.items()})

    def draw(self, class_id: str, rng: Random, fresh: Iterator[int]) -> Loan | None:
        """Choose an object of a class; None if there is none, or a new one is preferred."""
        offers = self.offers.get(class_id)
        if not offers or rng.random() >= self.eagerness:
            return None
        loan = rng.choice(offers).renumbered(fresh)
        self.borrowed.add(loan.value)
        return loan

    @property
    def eagerness(self) -> float:
        """How often to borrow: less with each loan, and more with each success."""
        trust = 1 + self.successes
        return EAGERNESS * trust / (trust + len(self.borrowed) / PATIENCE)

    def note_success(self, case: TestCase) -> None:
        """Learn that a test case covers what none did before."""
        self.successes += any(statement.id in self.borrowed for statement in case.statements)


@dataclass(slots=True)
class Lenders:
    """Sources of loans: the more a source has paid, the more often it is chosen."""

    sources: Sequence[Loans] = ()

    def draw(self, class_id: str, rng: Random, fresh: Iterator[int]) -> Loan | None:
        """Choose an object of a class; None if no source has one, or a new one is preferred."""
        able = [source for source in self.sources if source.offers.get(class_id)]
        if not able:
            return None
        asked = able[0] if len(able) == 1 else rng.choices(able, [s.eagerness for s in able])[0]
        return asked.draw(class_id, rng, fresh)

    def note_success(self, case: TestCase) -> None:
        """Learn that a test case covers what none did before."""
        for source in self.sources:
            source.note_success(case)


def loans_in(case: TestCase, subject: Subject) -> Iterator[tuple[str, Loan]]:
    """Yield each object that statements construct, with the statements that change it."""
    for statement in case.calls:
        if statement.callable not in subject.classes:
            continue
        loan = Loan(tuple(_history(case, statement)), statement.id)
        if len(loan.statements) <= LONGEST and all(_is_known(step, subject) for step in loan.statements):
            yield statement.callable, loan


def _history(case: TestCase, made: CallStatement) -> Iterator[Statement]:
    """The statements that make an object and then change it, and all that these need."""
    wanted = {made.id}
    for statement in reversed(case.statements):
        match statement:
            case CallStatement(receiver=made.id) | AssignmentStatement(source=made.id):
                wanted.add(statement.id)
        if statement.id in wanted:
            wanted.update(statement.references)
    return (statement for statement in case.statements if statement.id in wanted)


def _is_known(statement: Statement, subject: Subject) -> bool:
    if not isinstance(statement, CallStatement):
        return True
    return statement.callable in subject.callables or statement.callable in LIBRARY


def text_of(loan: Loan) -> str:
    """Equal for loans that differ in ids only."""
    plain = loan.renumbered(iter(range(len(loan.statements))))
    return "".join(statement.wire for statement in plain.statements)
