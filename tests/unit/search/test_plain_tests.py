"""A search that is complete looks for tests without doubles and private names a little longer."""

from __future__ import annotations

from random import Random

from testloom.model.execution import Watched
from testloom.model.settings import Settings
from testloom.model.statements import DoubleStatement, TestCase
from testloom.search import Archive, goals_of
from testloom.search.algorithm.objectives import OpenGoals
from testloom.search.algorithm.watching import Watching
from testloom.search.chromosome import evaluated
from testloom.search.providers.experience.last_resort import OBSTINATE, LastResort
from testloom.search.providers.inputs.dice import Dice
from testloom.search.providers.knowledge import Knowledge

from .bank import bank, run_withdrawal, withdrawal


def test_goals_that_only_a_double_covers_are_open_for_plain_tests_for_a_while() -> None:
    archive = Archive(tuple(goals_of(bank(), {0, 1, 2, 3})))
    case = withdrawal(1, 2)
    doubled = TestCase((DoubleStatement(9), *case.statements))
    with_double = evaluated(doubled, run_withdrawal(case))
    archive.update(with_double)
    covered = set(archive.best)

    with archive.reopened() as reopened:
        assert (set(reopened), archive.best) == (covered, {})
        assert set(archive.kept) == {with_double}  # whose values plain tests may need
        assert archive.update(evaluated(doubled, run_withdrawal(case))) == []
        [*first, last] = archive.update(plain := evaluated(case, run_withdrawal(case)))
        del archive.best[last]

    assert [archive.best[goal] for goal in first] == [plain] * len(first)
    assert archive.best[last] is with_double
    assert archive.kept == list(archive.best.values())


def test_goals_that_only_a_double_covers_are_objectives_of_plain_tests_alone() -> None:
    archive = Archive(tuple(goals_of(bank(), {0, 1, 2, 3})))
    objectives = OpenGoals(bank(), archive)
    case = withdrawal(1, 2)
    doubled = TestCase((DoubleStatement(9), *case.statements))
    archive.update(with_double := evaluated(doubled, run_withdrawal(case)))
    covered = set(archive.best)
    far = evaluated(withdrawal(5, 2), run_withdrawal(withdrawal(5, 2)))

    assert covered and covered.issubset(objectives.current)
    assert covered.isdisjoint(objectives.distances(with_double))
    assert not covered.isdisjoint(objectives.distances(far))

    archive.update(evaluated(case, run_withdrawal(case)))
    assert covered.isdisjoint(objectives.current)


def test_nothing_is_doubled_that_can_be_built_nor_called_that_is_private_while_it_is_suspended() -> None:
    resort = LastResort(Settings(doubles_probability=1, private_probability=1), lambda: 1.0)
    for _ in range(OBSTINATE):
        resort.note_failure("get")

    with resort.suspended():
        assert not (
            resort.doubles(Random(1)) or resort.private(Random(1)) or resort.replaces("get", Random(1))
        )
    assert resort.doubles(Random(1)) and resort.private(Random(1)) and resort.replaces("get", Random(1))


def test_tests_are_watched_again_once_predicates_of_goals_that_were_opened_again_are_wanted() -> None:
    archive = Archive(tuple(goals_of(bank(), {0, 1, 2, 3})))
    archive.update(leader := evaluated(case := withdrawal(1, 2), run_withdrawal(case)))
    leading = [(goal, leader) for goal in archive.uncovered]
    watching = Watching(Knowledge(bank(), [], Dice(1)), Settings())

    assert watching.worth_it(leading, [], {0}) == [leader]
    watching.learn([(leader, Watched())], leading)
    assert watching.worth_it(leading, [], {0}) == watching.worth_it(leading, [], ()) == []
    assert watching.worth_it(leading, [], {0, 1}) == [leader]
