from collections.abc import Iterator

from testloom.model.progress.reach import Counts, Reach

ONE, BOTH, NONE = frozenset({"a"}), frozenset({"a", "b"}), frozenset[str]()
REACH = Reach({1: BOTH, 2: ONE, 4: NONE}, {(1, 2): ONE, (1, 4): NONE, (2, -1): ONE})


def test_what_no_test_reaches_is_missing() -> None:
    assert REACH.missing_lines == [4]
    assert REACH.missing_branches == [(1, 4)]


def test_lines_and_branches_are_counted_where_they_start() -> None:
    assert REACH.within(1, 4) == Counts(lines=3, lines_reached=2, branches=3, branches_reached=2)
    assert REACH.within(2, 3) == Counts(lines=1, lines_reached=1, branches=1, branches_reached=1)


def test_what_a_function_holds_is_counted_without_a_look_at_the_rest_of_its_file() -> None:
    class Untold(dict[int, frozenset[str]]):
        def __iter__(self) -> Iterator[int]:
            raise AssertionError("all lines were looked at")

        items = keys = __iter__  # type: ignore[assignment]

    reach = Reach(Untold(REACH.lines))

    assert reach.lines_within(1, 4) == [1, 2, 4]
    assert reach.within(1, 4).lines == 3


def test_lines_move_with_their_text_and_changed_ones_are_forgotten() -> None:
    moved = REACH.moved({1: 1, 4: 6})

    assert moved.lines == {1: BOTH, 6: NONE}
    assert moved.branches == {(1, 6): NONE}


def test_tests_can_be_taken_out_and_other_runs_put_in() -> None:
    rest = REACH.without({"a"})
    joined = rest.joined(Reach({1: NONE, 2: frozenset({"c"})}, {(1, 2): NONE}))

    assert rest.lines == {1: frozenset({"b"}), 2: NONE, 4: NONE}
    assert joined == Reach({1: frozenset({"b"}), 2: frozenset({"c"})}, {(1, 2): NONE})
