from collections.abc import Collection, Iterator
from dataclasses import replace

from testloom.model.execution import ExecutionResult, RaisedException, Trace
from testloom.model.statements import LiteralStatement, TestCase
from testloom.search import Archive, Chromosome, Judgement, goals_of
from testloom.search.algorithm.objectives import OpenGoals
from testloom.search.chromosome import evaluated

from .bank import bank, run_withdrawal, withdrawal


def new_archive() -> Archive:
    return Archive(tuple(goals_of(bank(), {0, 1, 2, 3})))


def covering(balance: int, amount: int) -> Chromosome:
    case = withdrawal(balance, amount)
    return evaluated(case, run_withdrawal(case))


def raised(type_name: str, explicit: bool, hits: Collection[int] = (0, 1)) -> Chromosome:
    error = RaisedException(f"builtins:{type_name}", "no", explicit, in_subject=True)
    return evaluated(withdrawal(1, 2), ExecutionResult("raised", Trace(frozenset(hits)), 4, error))


def test_goals_open_when_the_run_that_decides_them_is_reached() -> None:
    archive = new_archive()
    objectives = OpenGoals(bank(), archive)
    assert [goal.index for goal in objectives.current] == [0]

    archive.update(covering(1, 2))

    assert [goal.index for goal in objectives.current] == [2]


def test_of_tests_that_run_a_function_without_goals_and_cannot_be_kept_the_one_that_runs_more_is_nearer() -> (
    None
):
    archive = Archive(tuple(goals_of(bank(), {0})))
    objectives = OpenGoals(bank(), archive)
    early, late = raised("TypeError", False, {0, 2}), raised("TypeError", False, {0, 2, 3})
    for chromosome in (early, late):
        archive.update(chromosome)

    entry = archive.goals[0]
    assert 1e-5 > objectives.distances(early)[entry] > objectives.distances(late)[entry] > 0
    assert entry not in objectives.distances(raised("TypeError", False, {7}))
    assert entry not in OpenGoals(bank(), new_archive()).distances(late)


def test_the_cheaper_test_replaces_a_longer_one() -> None:
    archive = new_archive()
    archive.update(covering(1, 1000))
    archive.update(covering(1, 2))

    assert {found.case for found in archive.best.values()} == {withdrawal(1, 2)}


def test_what_a_test_lacks_is_counted_once_for_all_goals_that_it_covers() -> None:
    counted: list[TestCase] = []

    def lacks(case: TestCase) -> int:
        counted.append(case)
        return 0

    archive = new_archive()
    archive.lacks = lacks
    for chromosome in (covering(1, 1000), covering(1, 2)):
        archive.update(chromosome)

    assert counted == [withdrawal(1, 1000), withdrawal(1, 2)]


def test_an_ill_typed_call_covers_nothing_but_opens_goals() -> None:
    archive = new_archive()

    assert archive.update(raised("TypeError", explicit=False)) == []
    assert archive.reached == {0, 1}


def test_an_error_that_the_subject_raises_itself_covers() -> None:
    assert len(new_archive().update(raised("TypeError", explicit=True))) == 2


def test_an_error_that_nothing_announces_covers_nothing_and_is_a_finding() -> None:
    archive = replace(new_archive(), judge=lambda chromosome: "finding")
    shown = raised("ValueError", explicit=False)

    assert archive.update(shown) == archive.update(shown) == []
    assert list(archive.findings.values()) == [shown]
    assert {obstacle.reason for obstacle in archive.obstacles.values()} == {"finding"}


def test_a_failure_where_tests_have_been_is_a_finding_once_a_plausible_test_shows_it() -> None:
    verdicts: Iterator[Judgement] = iter(("misuse", "finding"))
    archive = replace(new_archive(), judge=lambda chromosome: next(verdicts))
    case = withdrawal(2, 1)
    passed = evaluated(case, ExecutionResult("passed", Trace(frozenset({0, 1}))))
    archive.update(passed)
    misused, shown, again = (raised("ValueError", explicit=False) for _ in range(3))
    for chromosome in (misused, shown, again):
        archive.update(chromosome)

    assert list(archive.findings.values()) == [shown]
    assert set(archive.best.values()) == {passed}


def test_the_suite_has_no_test_whose_goals_others_cover() -> None:
    archive = new_archive()
    for balance, amount in ((1, 2), (5, 2), (5, 3)):
        archive.update(covering(balance, amount))

    assert archive.is_complete
    assert [len(goals) for _, goals in archive.suite()] == [2, 2]


def test_small_tests_stay_rather_than_one_that_does_everything() -> None:
    goals = goals_of(bank(), {0, 1, 2})
    archive = Archive(tuple(goals))
    small = [
        evaluated(withdrawal(1, 2), ExecutionResult("passed", Trace(frozenset({0, 1})))),
        evaluated(withdrawal(2, 1), ExecutionResult("passed", Trace(frozenset({2})))),
    ]
    everything = TestCase((*withdrawal(1, 2), LiteralStatement(6, None)))
    archive.update(evaluated(everything, ExecutionResult("passed", Trace(frozenset({0, 1, 2})))))
    for chromosome in small:
        archive.update(chromosome)

    assert [chromosome for chromosome, _ in archive.suite()] == small


def test_a_cheap_test_stays_though_one_much_longer_covers_its_goals() -> None:
    archive = Archive(tuple(goals_of(bank(), {0, 1, 2})))
    small = evaluated(withdrawal(1, 2), ExecutionResult("passed", Trace(frozenset({0, 1}))))
    case = withdrawal(2, 1)
    longer = TestCase((*case, *(LiteralStatement(n, None) for n in range(10, 11 + len(small.case)))))
    both = evaluated(longer, ExecutionResult("passed", Trace(frozenset({0, 1, 2}))))
    for chromosome in (small, both):
        archive.update(chromosome)

    assert [(test, [goal.index for goal in own]) for test, own in archive.suite()] == [
        (small, [0, 1]),
        (both, [2]),
    ]


def test_what_the_guard_refused_is_remembered_where_it_was_in_the_way() -> None:
    archive = new_archive()
    case = withdrawal(1, 2)
    refused = replace(run_withdrawal(case), denied=("start a process (os.system: 'rm')",))

    archive.update(evaluated(case, refused))

    obstacles = set(archive.obstacles.values())
    assert {(obstacle.reason, obstacle.denied) for obstacle in obstacles} == {
        ("blocked-by-guard", refused.denied)
    }
