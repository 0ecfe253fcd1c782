"""All that a search learns from the tests that it runs."""

from __future__ import annotations

from testloom.model.execution import ExecutionResult, Watched
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.search.providers.experience.blames import Blames
from testloom.search.providers.experience.choosing import Endings
from testloom.search.providers.experience.constructions import Constructions
from testloom.search.providers.experience.demands import Demands
from testloom.search.providers.experience.finds import Finds
from testloom.search.providers.experience.lacks import Lacks
from testloom.search.providers.experience.learned import Learned
from testloom.search.providers.experience.loans import Lenders
from testloom.search.providers.experience.makers import Makers
from testloom.search.providers.experience.missed_keys import MissedKeys
from testloom.search.providers.experience.refusals import Refusals


class Experience:
    """What tests of one subject have shown: of types and objects, of arguments, of how calls end."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self.makers = Makers(subject)
        self.constructions = Constructions()
        self.finds = Finds()
        self.loans = Lenders([self.constructions])
        self.learned = Learned()
        self.demands = Demands()
        self.blames = Blames()
        self.missed_keys = MissedKeys()
        self.lacks = Lacks(subject.classes)
        self.refusals = Refusals()
        self.endings = Endings()

    def learn(self, case: TestCase, seen: Watched) -> None:
        """Take the types of the values that a test made, what they hold, and the keys that they miss."""
        self.learned.take(case, seen.types)
        self.missed_keys.take(case, seen.missed, self._subject)
        self.finds.take(case, seen.held)
        for statement in case.statements:
            called = self._subject.callables.get(getattr(statement, "callable", ""))
            returned = self.learned.returned(called.id) if called is not None else None
            if called is None or returned is None or called.kind == "constructor":
                continue
            self.makers.add(returned.type.name, called)

    def note_result(self, case: TestCase, result: ExecutionResult, is_presentable: bool) -> None:
        """Learn from what became of a test."""
        if result.exception is not None:
            self.lacks.note(case, result.exception.first)
        self.refusals.note(case, result, self._subject)
        self.demands.note(case, result, self._subject.callables)
        self.blames.note(case, result, self._subject)
        self.makers.note(case, is_presentable)

    def note_success(self, case: TestCase, *, has_passed: bool = True) -> None:
        """Learn that a test covers what none did before."""
        self.constructions.take(case, self._subject, has_passed=has_passed)
        self.loans.note_success(case)
        self.finds.note_success(case)
        self.refusals.note_success(case)
