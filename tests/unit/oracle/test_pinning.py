from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timezone
from itertools import chain, count, repeat
from uuid import UUID

import pytest

from testloom.capabilities import CAPABILITIES
from testloom.capabilities.clock.pins import clock_names
from testloom.capabilities.console import ConsoleStatement
from testloom.capabilities.django.database import DatabaseStatement
from testloom.capabilities.files.statement import FolderStatement, PathStatement
from testloom.capabilities.machine.pins import answers
from testloom.capabilities.machine.statement import FactStatement
from testloom.capabilities.randomness import ChanceStatement
from testloom.capabilities.settings import RestoreStatement
from testloom.capabilities.variables import VariableStatement
from testloom.model.execution import (
    CLOCK_START,
    Behaviour,
    Observation,
    RaisedException,
    Touch,
    Trace,
)
from testloom.model.statements import (
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    ReferenceStatement,
    TestCase,
)
from testloom.model.statements.environment import (
    ArgumentsStatement,
    ClockStatement,
    EnvironmentStatement,
    FileStatement,
    StateStatement,
    ThreadsStatement,
)
from testloom.model.subject import OptionalImport, PathConstant, Subject
from testloom.model.types import Scalar
from testloom.oracle import pinned
from testloom.oracle.pinning.pinning import AT_ONCE
from testloom.oracle.pinning.threads import LEFT, STARTED
from tests.executors import IdleExecutor
from tests.values import scalar

CALL = CallStatement(1, "m:f")
SUBJECT = Subject("m", "m.py", capabilities=CAPABILITIES)


class Machine(IdleExecutor):
    """Observes one call, whose value and trace are functions of its environment."""

    def __init__(
        self,
        value: Callable[[list[EnvironmentStatement]], object],
        changed: Sequence[Touch] = (),
        trace: Callable[[list[EnvironmentStatement]], Trace] = lambda _: Trace(frozenset({0})),
    ) -> None:
        self._value = value
        self._changed = tuple(changed)
        self._trace = trace
        self.sizes: list[int] = []
        """How many variants it was asked for at once, each time."""

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        self.sizes.append(len(tests))
        return [
            Behaviour(tuple(seen), self._trace(environment_of(test)))
            for test, seen in zip(tests, self.observe(tests), strict=True)
        ]

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [
            [Observation(1, scalar(repr(self._value(environment_of(test)))), touched=self._changed)]
            for test in tests
        ]


class Unvaried(Machine):
    """Fails a test that asks for variants."""

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        raise AssertionError("nothing is varied here")


class Counting(Machine):
    """Counts how often each variant was asked for."""

    def __init__(self, value: Callable[[list[EnvironmentStatement]], object]) -> None:
        super().__init__(value)
        self.times: Counter[str] = Counter()

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        self.times.update(test.wire for test in tests)
        return super().vary(tests)


def environment_of(test: TestCase) -> list[EnvironmentStatement]:
    return [s for s in test if isinstance(s, EnvironmentStatement)]


def pins(
    touched: Sequence[Touch],
    value: Callable[[list[EnvironmentStatement]], object] = lambda _: 0,
    own: Sequence[EnvironmentStatement] = (),
    constants: Sequence[Scalar] = (),
    **paths: PathConstant,
) -> list[EnvironmentStatement]:
    places = {f"m:{name}": constant for name, constant in paths.items()}
    subject = replace(SUBJECT, paths=places, constants=tuple(constants))
    [(case, _)] = pinned([(TestCase((*own, CALL)), touched)], Machine(value), count(10), subject)
    assert case.statements[-1] == CALL
    return environment_of(case)


def test_a_database_that_only_a_result_asks_is_pinned_too() -> None:
    [(case, _)] = pinned([(TestCase((CALL,)), [])], Machine(len, [("database",)]), count(10), SUBJECT)

    assert [type(statement) for statement in case] == [DatabaseStatement, CallStatement]


def test_a_test_that_touched_nothing_stays_as_it_is() -> None:
    assert pins([]) == []


@pytest.mark.parametrize(
    ("touch", "kind"),
    [
        (("variable", "CI"), VariableStatement),
        (("arguments",), ArgumentsStatement),
        (("clock", "time:time", "time"), ClockStatement),
        (("fact", "os:cpu_count", "os.cpu_count", "[0, 4]"), FactStatement),
    ],
)
def test_what_makes_a_difference_is_pinned(touch: Touch, kind: type[EnvironmentStatement]) -> None:
    assert pins([touch]) == []
    [made] = pins([touch], lambda environment: [s.wire[5:] for s in environment])
    assert isinstance(made, kind)


@pytest.mark.parametrize("text", ["<promise@0x7f12{:08x}>", "<Mock id='14012{}'>", "<list at 0x7f12{:08x}>"])
def test_where_an_object_lies_is_no_difference(text: str) -> None:
    numbers = count()

    assert pins([("variable", "CI")], lambda _: text.format(next(numbers))) == []


def told(*answers: object) -> list[Touch]:
    return [("fact", "m:f", "uuid.uuid4", json.dumps(list(entry))) for entry in enumerate(answers)]


@pytest.mark.parametrize(("seen", "answers"), [(["a", "a"], ("a",)), (["a", "b", "a"], ("a", "b", "a"))])
def test_a_function_answers_as_often_as_it_was_asked_unless_it_repeats_itself(
    seen: list[str], answers: tuple[str, ...]
) -> None:
    [made] = pins(told(*seen), lambda environment: [s.wire[5:] for s in environment])

    assert made == FactStatement(made.id, "m:f", "uuid.uuid4", answers)


@pytest.mark.parametrize("name", ["getpass.getuser", "os.getlogin"])
def test_the_name_of_the_user_is_pinned_where_root_alone_would_make_a_difference(name: str) -> None:
    touch = ("fact", "m:f", name, '[0, "user"]')

    [made] = pins([touch], lambda environment: any("root" in s.wire for s in environment))

    assert made == FactStatement(made.id, "m:f", name, ("user",))


def test_a_function_that_draws_again_and_again_is_not_pinned() -> None:
    assert pins(told(*"abcde"), lambda environment: [s.wire[5:] for s in environment]) == []


def variable(environment: list[EnvironmentStatement]) -> str | None:
    """The value of a variable, None if it is not set."""
    values = [s.value for s in environment if isinstance(s, VariableStatement)]
    return values[0] if values else None


def clock(environment: list[EnvironmentStatement]) -> datetime:
    """What a clock shows, by default the moment at which clocks begin."""
    shown = [s.seconds for s in environment if isinstance(s, ClockStatement)]
    return datetime.fromtimestamp(shown[0] if shown else CLOCK_START, timezone.utc)


CLOCK: Touch = ("clock", "m:datetime", "datetime.now")


@pytest.mark.parametrize(
    ("differs", "constants"),
    [
        (lambda now: now.hour == 23, ()),
        (lambda now: now.weekday() == 6, ()),
        (lambda now: now.day == 31, ()),
        (lambda now: (now.month, now.day) == (2, 29), ()),
        (lambda now: (now.month, now.day) == (12, 25), (12, 25)),
        (lambda now: now.minute == 42, (42,)),
        (lambda now: now.date() > date(2041, 7, 1), ()),
        (lambda now: now.date() == date(2027, 3, 14), ("2027-03-14",)),
    ],
)
def test_a_clock_is_pinned_where_any_date_or_hour_makes_a_difference(
    differs: Callable[[datetime], bool], constants: Sequence[Scalar]
) -> None:
    found = pins([CLOCK], lambda environment: differs(clock(environment)), constants=constants)

    assert [type(pin) for pin in found] == [ClockStatement]


def test_a_clock_whose_class_is_checked_for_stays_a_class() -> None:
    checked: list[Touch] = [("class", "m:datetime"), ("class", "m:date")]

    assert clock_names([CLOCK, *checked, ("clock", "time:time", "time")]) == (
        ("m:datetime", "datetime.isinstance"),
        ("m:datetime", "datetime.now"),
        ("time:time", "time"),
    )


def test_a_variable_is_pinned_where_only_what_the_code_mentions_makes_a_difference() -> None:
    found = pins([("variable", "LEVEL")], lambda s: variable(s) == "debug", constants=["debug"])

    assert [type(pin) for pin in found] == [VariableStatement]


def test_a_variable_is_not_pinned_for_the_sake_of_an_empty_value() -> None:
    assert pins([("variable", "SECRET_KEY")], lambda s: variable(s) == "") == []


def test_what_is_driven_is_tried_once_however_often_that_is_asked_for() -> None:
    machine = Counting(variable)
    touched: list[Touch] = [("variable", "LEVEL"), CLOCK, ("variable", "OTHER")]

    [(case, _)] = pinned([(TestCase((CALL,)), touched)], machine, count(10), SUBJECT)

    assert [type(pin) for pin in environment_of(case)] == [VariableStatement]
    [(_, compared), *driven] = machine.times.most_common()
    assert compared > 2
    assert {times for _, times in driven} == {1}


def test_variables_that_the_code_sets_are_put_back() -> None:
    assert pins([("written", "LEVEL"), ("variable", "LEVEL")]) == [VariableStatement(10, "LEVEL", None)]


def test_an_environment_that_the_code_empties_is_a_copy() -> None:
    assert pins([("emptied",)]) == [StateStatement(12, "os:environ", 11)]


def test_draws_are_always_seeded_since_a_rarer_one_may_make_a_difference() -> None:
    assert pins([("chance",)]) == [ChanceStatement(10, 0)]


@pytest.mark.parametrize(
    "trace",
    [
        lambda value: Trace(frozenset({0} if value == "1" else {0, 1})),
        lambda value: Trace(frozenset({0}), {0: (4.0 if value == "1" else 5.0, 0.0)}),
    ],
    ids=["another branch", "nearer to another branch"],
)
def test_what_a_branch_depends_on_is_pinned_though_no_value_does(
    trace: Callable[[str | None], Trace],
) -> None:
    machine = Machine(lambda _: 0, trace=lambda environment: trace(variable(environment)))

    [(case, _)] = pinned([(TestCase((CALL,)), [("variable", "CI")])], machine, count(10), SUBJECT)

    assert [type(pin) for pin in environment_of(case)] == [VariableStatement]


def test_what_leads_to_another_piece_of_the_environment_is_pinned() -> None:
    class Reader(Machine):
        """Reads the variable B only where A is set."""

        def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
            touched: dict[bool, tuple[Touch, ...]] = {
                False: (("variable", "A"),),
                True: (("variable", "A"), ("variable", "B")),
            }
            is_set = [bool(variable(environment_of(test))) for test in tests]
            return [[Observation(1, scalar(0), touched=touched[given])] for given in is_set]

    [(case, _)] = pinned([(TestCase((CALL,)), [("variable", "A")])], Reader(lambda _: 0), count(10), SUBJECT)

    assert [s.piece for s in environment_of(case)] == [("variable", "A")]


def test_moments_that_pass_in_a_test_are_no_difference() -> None:
    def trace(environment: list[EnvironmentStatement]) -> Trace:
        return Trace(frozenset({0}), {0: (5.0 if environment else 4.9999, 0.0)})

    [(case, _)] = pinned(
        [(TestCase((CALL,)), [CLOCK])], Machine(lambda _: 0, trace=trace), count(10), SUBJECT
    )

    assert environment_of(case) == []


def test_what_a_test_changes_for_good_is_no_difference_of_what_surrounds_it() -> None:
    [(case, _)] = pinned([(TestCase((CALL,)), [("variable", "CI")])], Once(lambda _: 0), count(10), SUBJECT)

    assert list(case) == [CALL]


class Once(Machine):
    """Returns something else from the second time on, as where a call changes the only object of a class."""

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        values = chain([False], repeat(True))
        return [
            Behaviour((Observation(1, scalar(value)),), self._trace(environment_of(test)))
            for value, test in zip(values, tests, strict=False)
        ]


def test_what_only_matters_together_is_pinned_together() -> None:
    def both(environment: list[EnvironmentStatement]) -> bool:
        given = {s.name for s in environment if isinstance(s, VariableStatement) and s.value}
        return {"A", "B"} <= given

    found = pins([("variable", name) for name in "AB"], both)

    assert [s.name for s in found if isinstance(s, VariableStatement)] == ["A", "B"]


@pytest.mark.parametrize(
    ("differs", "needed"),
    [
        (lambda a, b: a != b, "AB"),
        (lambda a, b: a is not None and a == b, "AB"),
        (lambda a, b: bool(a) and not b, "A"),
        (lambda a, b: bool(b) and not a, "B"),
        (lambda a, b: (a, b) == ("0", "true"), "AB"),
    ],
    ids=["different", "equal", "the first alone", "the second alone", "certain values"],
)
def test_variables_are_pinned_where_a_test_compares_them(
    differs: Callable[[str | None, str | None], bool], needed: str
) -> None:
    def value(environment: list[EnvironmentStatement]) -> bool:
        given = {s.name: s.value for s in environment if isinstance(s, VariableStatement)}
        return differs(given.get("A"), given.get("B"))

    found = pins([("variable", name) for name in "AB"], value)

    assert "".join(s.name for s in found if isinstance(s, VariableStatement)) == needed


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

    [(case, _)] = pinned([(TestCase((CALL,)), [])], machine, count(10), SUBJECT)

    assert case == TestCase(
        (
            LiteralStatement(10, "a"),
            CollectionStatement(11, "list", ()),
            CollectionStatement(12, "dict", (10, 11)),
            StateStatement(13, "m:CACHE", 12),
            CALL,
        )
    )


def test_all_names_of_a_container_stand_for_the_same_one_again() -> None:
    machine = Machine(lambda _: 0, [("state", "m:ALL", json.dumps({"kind": "list", "items": []}), "n:_all")])

    [(case, _)] = pinned([(TestCase((CALL,)), [])], machine, count(10), SUBJECT)

    states = [StateStatement(11, "m:ALL", 10), StateStatement(12, "n:_all", 10)]
    assert case == TestCase((CollectionStatement(10, "list", ()), *states, CALL))


def test_a_setting_of_the_process_that_a_test_changes_is_put_back() -> None:
    machine = Machine(lambda _: 0, [("restore", "locale.setlocale")])

    [(case, _)] = pinned([(TestCase((CALL,)), [])], machine, count(10), SUBJECT)

    assert case == TestCase((RestoreStatement(10, "locale.setlocale"), CALL))


def test_a_test_that_depends_on_the_home_gets_an_empty_one() -> None:
    def value(set_: list[EnvironmentStatement]) -> object:
        return [s.value for s in set_ if isinstance(s, VariableStatement)] == ["/root"]

    [(dependent, _)] = pinned([(TestCase((CALL,)), [("home",)])], Machine(value), count(10), SUBJECT)
    [(independent, _)] = pinned([(TestCase((CALL,)), [("home",)])], Machine(lambda _: 0), count(10), SUBJECT)

    assert [type(s) for s in dependent] == [FolderStatement, CallStatement]
    assert list(independent) == [CALL]


def test_a_module_that_a_drive_provides_is_no_change_of_the_test() -> None:
    library = OptionalImport("yaml", True)
    machine = Changing()

    [(case, _)] = pinned([(TestCase((CALL,)), [])], machine, count(10), replace(SUBJECT, optional=(library,)))

    assert list(case) == [CALL]


class Changing(Machine):
    """Says of each module that a test sets that it has changed."""

    def __init__(self) -> None:
        super().__init__(lambda _: 0)

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [
            [
                Observation(
                    1,
                    scalar(0),
                    touched=tuple(
                        ("restore", s.path) for s in environment_of(test) if isinstance(s, StateStatement)
                    ),
                )
            ]
            for test in tests
        ]


def test_a_double_that_only_a_drive_puts_in_place_is_no_difference() -> None:
    library = OptionalImport("yaml", False, ("m:yaml",))
    subject = replace(SUBJECT, optional=(library,), state={"m:yaml": None})

    [(case, _)] = pinned([(TestCase((CALL,)), [])], Holding(), count(10), subject)

    assert list(case) == [CALL]


class Holding(Machine):
    """Says of each object that a test puts in place of something what it holds."""

    def __init__(self) -> None:
        super().__init__(lambda _: 0)

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        placed = [{s.value for s in test if isinstance(s, StateStatement)} for test in tests]
        return [[Observation(1, scalar(0), arguments=dict.fromkeys(ids, scalar(0)))] for ids in placed]


def test_of_what_no_test_can_show_a_copy_is_set_before() -> None:
    machine = Machine(
        lambda _: 0, [("state", "m:Kind.known", json.dumps({"kind": "copied", "type": "list"}))]
    )

    [(case, _)] = pinned([(TestCase((CALL,)), [])], machine, count(10), SUBJECT)

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
        [(case, _)] = pinned([(TestCase((CALL,)), [])], Machine(value, changed), count(10), SUBJECT)
        return environment_of(case)

    assert pins_of(lambda _: 0) == []
    assert [s.path for s in pins_of(len) if isinstance(s, StateStatement)] == []
    assert [s.path for s in pins_of(lambda set_: set_[-1].id if set_ else 0) if isinstance(s, StateStatement)]


def test_identifiers_and_tokens_are_driven_to_their_ends_and_to_what_remainders_are_compared_with() -> None:
    identifiers = [int(UUID(str(text))) for text in answers("uuid.uuid4", [7, "a", -1, True])]
    tokens = [bytes(token) for token in answers("os.urandom", []) if isinstance(token, bytes)]

    assert {0, 2**128 - 1, 7} <= set(identifiers)
    assert [set(token) for token in tokens] == [{0}, {255}]


class Repeated(Machine):
    """What the call returns is how often such a call was made in the test, if it `counts`."""

    def __init__(self, touch: Touch, *, counts: bool) -> None:
        super().__init__(lambda _: 0, [touch])
        self._counts = counts

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        calls = [sum(isinstance(statement, CallStatement) for statement in test) for test in tests]
        values = (scalar(number if self._counts else 0) for number in calls)
        return [[Observation(1, value, touched=self._changed)] for value in values]


@pytest.mark.parametrize(
    ("path", "counts", "is_pinned"),
    [
        pytest.param("n:_CACHE", False, False, id="cache of others"),
        pytest.param("n._inner:CACHE", False, False, id="in a private module"),
        pytest.param("n:_CACHE", True, True, id="a test depends on it"),
        pytest.param("n:CACHE", False, True, id="for others to use"),
        pytest.param("m:_CACHE", False, True, id="of the subject"),
    ],
)
def test_what_others_keep_for_themselves_is_set_only_where_a_test_depends_on_it(
    path: str, counts: bool, is_pinned: bool
) -> None:
    touch = ("state", path, json.dumps({"kind": "dict", "items": []}))

    [(case, _)] = pinned([(TestCase((CALL,)), [])], Repeated(touch, counts=counts), count(10), SUBJECT)

    assert bool(environment_of(case)) is is_pinned


class Raising(IdleExecutor):
    """Its calls of `m:fail` raise, which ends a test; others change what another module keeps for itself."""

    def vary(self, tests: Sequence[TestCase]) -> list[Behaviour | None]:
        return [Behaviour(tuple(seen), Trace(frozenset({0}))) for seen in self.observe(tests)]

    def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
        return [list(self._observed(test)) for test in tests]

    def _observed(self, test: TestCase) -> Iterator[Observation]:
        touch = ("state", "n:_CACHE", json.dumps({"kind": "dict", "items": []}))
        for call in test.calls:
            if call.callable == "m:fail":
                error = RaisedException("builtins:ValueError", "no", explicit=True, in_subject=True)
                yield Observation(call.id, exception=error, touched=(touch,))
                return
            yield Observation(call.id, scalar(0))


def test_what_others_keep_is_not_set_for_a_test_that_raises_if_it_raises_after_its_other_calls_anyway() -> (
    None
):
    fails = CallStatement(2, "m:fail")

    [(raising, _)] = pinned([(TestCase((CALL, fails)), [])], Raising(), count(10), SUBJECT)
    [(untried, _)] = pinned([(TestCase((fails,)), [])], Raising(), count(10), SUBJECT)

    assert environment_of(raising) == []
    assert [type(statement) for statement in environment_of(untried)] == [StateStatement]


def test_once_time_is_over_what_was_not_tried_counts_as_needed() -> None:
    tests = [(TestCase((CALL,)), [("variable", "CI")]), (TestCase((CALL,)), [])]

    [(pinned_down, _), (bare, _)] = pinned(tests, Unvaried(lambda _: 0), count(10), SUBJECT, lambda: True)

    assert [type(pin) for pin in environment_of(pinned_down)] == [VariableStatement]
    assert environment_of(bare) == []


def test_the_clock_is_looked_at_between_a_few_variants_of_one_test() -> None:
    touched = [("variable", f"V{number}") for number in range(2 * AT_ONCE)]
    tests = [(TestCase((CALL,)), touched)]
    machine = Machine(lambda environment: [s.wire[5:] for s in environment])
    pinned(tests, machine, count(10), SUBJECT, lambda: len(machine.sizes) == 6)

    assert max(machine.sizes) == AT_ONCE
    assert machine.sizes[3:] == [AT_ONCE] * 3


def test_a_test_that_needs_none_of_many_pins_is_run_little_more_than_once_for_each() -> None:
    touched = [("variable", f"V{number}") for number in range(2 * AT_ONCE)]
    machine = Machine(lambda _: 0)
    [(case, _)] = pinned([(TestCase((CALL,)), touched)], machine, count(10), SUBJECT)

    assert list(case) == [CALL]
    assert len(touched) < sum(machine.sizes) < 1.5 * len(touched)


@pytest.mark.parametrize(("is_late", "expected"), [(False, [ThreadsStatement]), (True, [])])
def test_threads_are_ended_though_time_is_over_for_the_rest(is_late: bool, expected: list[type]) -> None:
    class Starting(Unvaried):
        def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
            return [[Observation(s.id, touched=(STARTED,)) for s in test] for test in tests]

    machine = Starting(lambda _: 0)
    [(case, _)] = pinned(
        [(TestCase((CALL,)), [])], machine, count(10), SUBJECT, lambda: True, lambda: is_late
    )

    assert [type(s) for s in case if s != CALL] == expected


def test_a_test_that_leaves_threads_whatever_it_does_is_not_run_again_and_again() -> None:
    class Leaving(Unvaried):
        def observe(self, tests: Sequence[TestCase], *, together: bool = False) -> list[list[Observation]]:
            return [[Observation(1, touched=(STARTED,), denied=(LEFT,))] for _ in tests]

    case = TestCase((CALL,))

    assert pinned([(case, [("variable", "CI")])], Leaving(lambda _: 0), count(10), SUBJECT)[0][0] == case
