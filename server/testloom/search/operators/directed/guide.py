"""The guide of a capability, and the steps that it suggests: possible changes of a test case."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import ClassVar, TypeAlias

from testloom.model.capabilities import Aspect
from testloom.model.execution import RaisedException, Touch
from testloom.model.statements import TestCase
from testloom.model.subject import Subject
from testloom.search.providers.knowledge import Knowledge

Step: TypeAlias = Callable[[], TestCase | None]
"""Makes the changed test case; None if that is not possible after all."""


class Guide(Aspect):
    """The guide of a capability: derives changes from what tells that a test lacks something.

    That is an exception about a value, or a touch of one of the kinds that it is `told_by`.
    """

    told_by: ClassVar[frozenset[str]] = frozenset()

    def steps(self, case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
        """Ways to put what is missing into a test case."""
        yield from ()

    def supplies(self, case: TestCase, touched: Sequence[Touch], knowledge: Knowledge) -> Iterator[Step]:
        """Ways to put what the touches of a test case tell to be missing into it."""
        yield from ()

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether an exception blames the test for an unprepared value, whatever it is given."""
        return False

    def finds_lacking(self, case: TestCase, error: RaisedException, subject: Subject) -> bool:
        """Check whether an exception shows that such a value of this test lacks what code looks up in it."""
        return False
