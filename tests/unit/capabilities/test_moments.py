"""Moments have a time zone where one is asked for."""

from __future__ import annotations

from random import Random

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.models.limited import MOMENT, UTC
from testloom.capabilities.models.moments import Moments
from testloom.model.limits import Limits
from testloom.model.statements import CallStatement, LiteralStatement, ReferenceStatement, TestCase
from testloom.model.subject import Callable, Parameter, Subject
from testloom.model.types import TypeRef
from testloom.search.providers.knowledge import Knowledge

AWARE = TypeRef(MOMENT, limits=Limits(tz=True))
SEND = Callable(
    "post:send", "function", None, (Parameter("due", type=AWARE), Parameter("day", type=TypeRef(MOMENT)))
)
SUBJECT = Subject("post", "post.py", {SEND.id: SEND}, capabilities=CAPABILITIES)
YEAR = LiteralStatement(1, 2024)


def test_every_moment_that_has_to_say_its_time_zone_does() -> None:
    for seed in range(20):
        builder = Knowledge(SUBJECT, [SEND.id], Random(seed)).builder()
        builder.value(AWARE, depth=0)

        made = builder.draft.statements[-1]
        assert isinstance(made, CallStatement) and made.callable == MOMENT
        assert [name for name, _ in made.kwargs] == ["tzinfo"]


def test_a_test_lacks_the_time_zone_of_a_moment_that_should_have_one() -> None:
    bare = CallStatement(2, MOMENT, None, (1, 1, 1))
    aware = CallStatement(3, MOMENT, None, (1, 1, 1), (("tzinfo", 1),))

    def lacking(due: int, day: int) -> int:
        return Moments().lacks(
            TestCase((YEAR, bare, aware, CallStatement(4, SEND.id, None, (due, day)))), SUBJECT
        )

    assert lacking(due=3, day=2) == 0
    assert lacking(due=2, day=2) == 1


def test_a_moment_gets_the_time_zone_back_that_a_change_has_taken_from_it() -> None:
    bare, other = CallStatement(2, MOMENT, None, (1, 1, 1)), CallStatement(3, MOMENT, None, (1, 1, 1))
    case = TestCase((YEAR, bare, other, CallStatement(4, SEND.id, None, (2, 3))))

    restored = Moments().restored(case, SUBJECT)

    [zone] = [statement for statement in restored if isinstance(statement, ReferenceStatement)]
    assert zone.path == UTC
    assert restored.statements.index(zone) == 1
    assert bare.replace(kwargs=(("tzinfo", zone.id),)) in restored.statements
    assert other in restored.statements
    assert Moments().restored(restored, SUBJECT) is restored
