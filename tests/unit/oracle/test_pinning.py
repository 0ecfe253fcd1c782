from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from itertools import count

import pytest

from testloom.model.execution import CLOCK_START, ExecutionResult, Observation, Touch, Trace, Watched
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.statements.environment import (
    ArgumentsStatement,
    ChanceStatement,
    ClockStatement,
    ConsoleStatement,
    EnvironmentStatement,
    FactStatement,
    FileStatement,
    FolderStatement,
    PathStatement,
    StateStatement,
    VariableStatement,
)
from testloom.model.subject import PathConstant
from testloom.oracle import pinned

CALL = CallStatement(1, "m:f")


class Machine:
    """Observes one call, whose value is a function of what surrounds it."""

    def __init__(
        self, value: Callable[[list[EnvironmentStatement]], object], changed: Sequence[Touch] = ()
    ) -> None:
        self._value = value
        self._changed = tuple(changed)

    def execute(self, tests: Sequence[TestCase]) -> list[ExecutionResult]:
        """Reaches probe 1 where no variable has a value."""
        return [
            ExecutionResult("passed", Trace(frozenset({0} if self._is_set(test) else {0, 1})))
            for test in tests
        ]

    @staticmethod
    def _is_set(test: TestCase) -> bool:
        return any(isinstance(s, VariableStatement) and s.value is not None for s in test)

    def submit(self, tests: Sequence[TestCase], wanted: Collection[int] | None = None) -> None:
        raise AssertionError("pins are found by observing")

    def collect(self) -> list[ExecutionResult]:
        raise AssertionError("pins are found by observing")

    def watch(self, tests: Sequence[TestCase]) -> list[Watched]:
        raise AssertionError("pins are found by observing")

    def observe(self, tests: Sequence[TestCase]) -> list[list[Observation]]:
        return [
            [Observation(1, {"value": self._value(surroundings_of(test))}, touched=self._changed)]
            for test in tests
        ]


def surroundings_of(test: TestCase) -> list[EnvironmentStatement]:
    return [s for s in test if isinstance(s, EnvironmentStatement)]


def pins(
    touched: Sequence[Touch],
    value: Callable[[list[EnvironmentStatement]], object] = lambda _: 0,
    own: Sequence[EnvironmentStatement] = (),
    **paths: PathConstant,
) -> list[EnvironmentStatement]:
    constants = {f"m:{name}": constant for name, constant in paths.items()}
    [case] = pinned([(TestCase((*own, CALL)), touched)], Machine(value), count(10), (), constants)
    assert case.statements[-1] == CALL
    return surroundings_of(case)


def test_a_test_that_touched_nothing_stays_as_it_is() -> None:
    assert pins([]) == []


@pytest.mark.parametrize(
    ("touch", "kind"),
    [
        (("variable", "CI"), VariableStatement),
        (("arguments",), ArgumentsStatement),
        (("chance",), ChanceStatement),
        (("clock", "time:time", "time"), ClockStatement),
        (("fact", "os:cpu_count", "os.cpu_count", "[0, 4]"), FactStatement),
    ],
)
def test_what_makes_a_difference_is_pinned(touch: Touch, kind: type[EnvironmentStatement]) -> None:
    assert pins([touch]) == []
    [made] = pins([touch], lambda surroundings: [s.wire[5:] for s in surroundings])
    assert isinstance(made, kind)


def told(*answers: object) -> list[Touch]:
    return [("fact", "m:f", "uuid.uuid4", json.dumps(list(entry))) for entry in enumerate(answers)]


@pytest.mark.parametrize(("seen", "answers"), [(["a", "a"], ("a",)), (["a", "b", "a"], ("a", "b", "a"))])
def test_a_function_answers_as_often_as_it_was_asked_unless_it_repeats_itself(
    seen: list[str], answers: tuple[str, ...]
) -> None:
    [made] = pins(told(*seen), lambda surroundings: [s.wire[5:] for s in surroundings])

    assert made == FactStatement(made.id, "m:f", "uuid.uuid4", answers)


@pytest.mark.parametrize("name", ["getpass.getuser", "os.getlogin"])
def test_the_name_of_the_user_is_pinned_where_root_alone_would_make_a_difference(name: str) -> None:
    touch = ("fact", "m:f", name, '[0, "user"]')

    [made] = pins([touch], lambda surroundings: any("root" in s.wire for s in surroundings))

    assert made == FactStatement(made.id, "m:f", name, ("user",))


def test_a_function_that_draws_again_and_again_is_not_pinned() -> None:
    assert pins(told(*"abcde"), lambda surroundings: [s.wire[5:] for s in surroundings]) == []


@pytest.mark.parametrize(("reached", "number"), [({0}, 0), ({0, 1}, 1)])
def test_what_leads_away_from_what_the_test_must_reach_is_pinned(reached: set[int], number: int) -> None:
    tests = [(TestCase((CALL,)), [("variable", "CI")])]

    [case] = pinned(tests, Machine(lambda _: 0), count(10), [frozenset(reached)])

    assert len(surroundings_of(case)) == number


def test_of_what_only_matters_together_the_fewest_are_pinned() -> None:
    def both(surroundings: list[EnvironmentStatement]) -> bool:
        given = {s.name for s in surroundings if isinstance(s, VariableStatement) and s.value is not None}
        return {"A", "B"} <= given

    found = pins([("variable", name) for name in "ABC"], both)

    assert [s.name for s in found if isinstance(s, VariableStatement)] == ["B"]


@pytest.mark.parametrize(
    ("touch", "made"),
    [
        (("console",), ConsoleStatement(10, ())),
        (("file", "a.txt"), FolderStatement(10)),
        (("listing", "."), FolderStatement(10)),
        (("folder", "out.txt"), FolderStatement(10)),
        (("file", "~/.rc"), FolderStatement(10, home=True)),
        (("clock", "m:nap", "sleep"), ClockStatement(10, CLOCK_START, (("m:nap", "sleep"),))),
    ],
)
def test_what_no_machine_has_is_always_pinned(touch: Touch, made: EnvironmentStatement) -> None:
    assert pins([touch]) == [made]


@pytest.mark.parametrize(
    ("path", "place"), [("/etc/app.ini", "@/app.ini"), ("/etc/app.ini/x", "@/"), ("/etc/app.init", None)]
)
def test_a_constant_that_leads_to_what_a_test_looked_at_is_pointed_elsewhere(
    path: str, place: str | None
) -> None:
    made = pins([("file", path)], FILE=PathConstant("/etc/app.ini"))

    assert made == ([PathStatement(10, "m:FILE", place)] if place else [])


def test_files_of_the_project_itself_stay_where_they_are() -> None:
    shipped = PathConstant("/project/words.txt", is_shipped=True)

    assert pins([("file", "/project/words.txt")], FILE=shipped) == []


def test_a_constant_in_the_home_needs_no_other_home() -> None:
    made = pins([("file", "~/.app/a.txt")], FOLDER=PathConstant("~/.app"))

    assert made == [PathStatement(10, "m:FOLDER", "@/")]


def test_what_the_test_prepares_is_not_pinned_again() -> None:
    own = [
        VariableStatement(5, "CI", "1"),
        FileStatement(6, "a.txt", "x"),
        ConsoleStatement(7, ("a",)),
        ArgumentsStatement(8, ("program", "-x")),
    ]

    touched: list[Touch] = [("variable", "CI"), ("file", "b.txt"), ("console",), ("arguments",)]

    assert pins(touched, len, own) == own


def test_a_clock_goes_by_all_names_through_which_it_is_read() -> None:
    touched: list[Touch] = [("clock", "time:time", "time"), ("clock", "m:date", "date.today")]

    [clock] = pins(touched, own=[ClockStatement(5, 0.0, (("time:time", "time"),))])

    assert clock == ClockStatement(5, 0.0, (("m:date", "date.today"), ("time:time", "time")))


def test_lines_that_are_not_shown_are_asked_for_by_name() -> None:
    touched: list[Touch] = [("console",), ("secret", "getpass:getpass")]

    [console] = pins(touched, own=[ConsoleStatement(5, ("x",))])

    assert console == ConsoleStatement(5, ("x",), ("getpass:getpass",))


def test_what_a_test_leaves_changed_is_set_before() -> None:
    empty = {
        "kind": "dict",
        "items": [{"kind": "scalar", "type": "str", "value": "a"}, {"kind": "list", "items": []}],
    }
    machine = Machine(lambda _: 0, [("state", "m:CACHE", json.dumps(empty))])

    [case] = pinned([(TestCase((CALL,)), [])], machine, count(10))

    assert case == TestCase(
        (
            LiteralStatement(10, "a"),
            CollectionStatement(11, "list", ()),
            CollectionStatement(12, "dict", (10, 11)),
            StateStatement(13, "m:CACHE", 12),
            CALL,
        )
    )


def test_of_what_no_test_can_show_a_copy_is_set_before() -> None:
    machine = Machine(
        lambda _: 0, [("state", "m:Kind.known", json.dumps({"kind": "copied", "type": "list"}))]
    )

    [case] = pinned([(TestCase((CALL,)), [])], machine, count(10))

    assert case == TestCase(
        (
            ReferenceStatement(10, "m:Kind.known"),
            CallStatement(11, "builtins:list", None, (10,)),
            StateStatement(12, "m:Kind.known", 11),
            CALL,
        )
    )


def test_a_counter_is_only_set_where_the_test_depends_on_it() -> None:
    changed: list[Touch] = [("state", "m:COUNT", json.dumps({"kind": "scalar", "type": "int", "value": 3}))]

    def pins_of(value: Callable[[list[EnvironmentStatement]], object]) -> list[EnvironmentStatement]:
        [case] = pinned([(TestCase((CALL,)), [])], Machine(value, changed), count(10))
        return surroundings_of(case)

    assert pins_of(lambda _: 0) == []
    assert [s.path for s in pins_of(len) if isinstance(s, StateStatement)] == []
    assert [s.path for s in pins_of(lambda set_: set_[-1].id if set_ else 0) if isinstance(s, StateStatement)]
