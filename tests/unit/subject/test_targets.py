from __future__ import annotations

from pathlib import Path

import pytest

from testloom.model.errors import UsageError
from testloom.model.generation_request import Target
from testloom.model.subject import Callable, Predicate, Probe, Subject, SubjectClass
from testloom.subject import TargetScope, resolve

SOURCE = """\
class Account:
    def __init__(self, balance):
        self.balance = balance

    def withdraw(self, amount):
        # never more than there is
        if amount > self.balance:
            raise ValueError
        self._log(amount)
        self.balance -= amount

    def _log(self, amount):
        print(amount)


def transfer(source, target):
    source.withdraw(1)


def _secret():
    def inner():
        return 1
    return inner()


if DEBUG:  # pragma: no cover
    print("debugging")
"""


@pytest.fixture
def shop(tmp_path: Path) -> Subject:
    """The source above, as the agent describes it; Money comes from elsewhere."""
    file = tmp_path / "shop.py"
    file.write_text(SOURCE)
    callables = [
        Callable("shop:Account", "constructor", "shop:Account", line=2),
        Callable("shop:Account.withdraw", "method", "shop:Account", line=5),
        Callable("shop:transfer", "function", line=16),
        Callable("money:Money", "constructor", "money:Money", in_subject=False),
    ]
    probes = (
        Probe(0, "entry", 1, "<module>", lines=(1, 16, 20, 26)),
        Probe(1, "entry", 3, "Account.__init__", lines=(3,)),
        Probe(2, "entry", 7, "Account.withdraw", lines=(7,)),
        Probe(3, "branch", 8, "Account.withdraw", 2, 0, True, lines=(8,)),
        Probe(4, "branch", 9, "Account.withdraw", 2, 0, False, lines=(9,)),
        Probe(5, "line", 10, "Account.withdraw", 4, lines=(10,)),
        Probe(6, "entry", 13, "Account._log", lines=(13,)),
        Probe(7, "entry", 17, "transfer", lines=(17,)),
        Probe(8, "entry", 21, "_secret", lines=(21, 23)),
        Probe(9, "entry", 22, "_secret.<locals>.inner", lines=(22,)),
        Probe(10, "branch", 27, "<module>", 0, 1, True, excluded=True, lines=(27,)),
        Probe(11, "branch", 26, "<module>", 0, 1, False),
    )
    return Subject(
        "shop",
        str(file),
        {entry.id: entry for entry in callables},
        {
            "shop:Account": SubjectClass("shop:Account"),
            "money:Money": SubjectClass("money:Money", in_subject=False),
        },
        probes,
        (
            Predicate(0, 7, "Account.withdraw", "amount > self.balance", 2),
            Predicate(1, 26, "<module>", "DEBUG", 0),
        ),
    )


ACCOUNT = {"shop:Account", "shop:Account.withdraw"}
ALL = {*ACCOUNT, "shop:transfer"}


@pytest.mark.parametrize(
    ("qualname", "callables", "probes"),
    [
        pytest.param(None, ALL, {*range(10), 11}, id="a file means all that is not excluded"),
        pytest.param("Account", ACCOUNT, {1, 2, 3, 4, 5, 6}, id="a class means its methods and constructor"),
        pytest.param("Account.withdraw", {"shop:Account.withdraw"}, {2, 3, 4, 5}, id="a method"),
        pytest.param("transfer", {"shop:transfer"}, {7}, id="a function"),
        pytest.param("Account._log", ACCOUNT, {6}, id="a private method, by way of its class"),
        pytest.param("Account.__init__", {"shop:Account"}, {1}, id="a constructor by its method's name"),
        pytest.param("_secret", ALL, {8, 9}, id="a private function, by way of the module"),
    ],
)
def test_a_name_means_its_callables_and_probes(
    shop: Subject, qualname: str | None, callables: set[str], probes: set[int]
) -> None:
    scope = resolve(Target(Path(shop.file), qualname), shop)

    assert scope == TargetScope(frozenset(callables), frozenset(probes))


def test_a_module_without_anything_public_is_reached_by_its_private_names() -> None:
    names = [
        Callable("m:_half", "function", is_private=True),
        Callable("m:_Unit._of", "method", is_private=True),
    ]
    subject = Subject("m", "m.py", {entry.id: entry for entry in names})

    assert resolve(Target(Path("m.py")), subject).callables == {"m:_half", "m:_Unit._of"}


@pytest.mark.parametrize(
    ("line", "callables", "probes"),
    [
        pytest.param(8, {"shop:Account.withdraw"}, {3}, id="the run of one outcome"),
        pytest.param(10, {"shop:Account.withdraw"}, {5}, id="the run after a call"),
        pytest.param(7, {"shop:Account.withdraw"}, {2}, id="a condition"),
        pytest.param(3, {"shop:Account"}, {1}, id="a constructor's line"),
        pytest.param(5, {"shop:Account.withdraw"}, {2}, id="a header means the entry"),
        pytest.param(13, ACCOUNT, {6}, id="a private method's line"),
        pytest.param(22, ALL, {9}, id="an inner function's line"),
        pytest.param(26, ALL, {0, 11}, id="a condition and its outcome without statements"),
        pytest.param(23, ALL, {8}, id="a line after an inner function"),
    ],
)
def test_a_line_means_the_probes_of_its_run(
    shop: Subject, line: int, callables: set[str], probes: set[int]
) -> None:
    scope = resolve(Target(Path(shop.file), line=line), shop)

    assert scope == TargetScope(frozenset(callables), frozenset(probes))


def test_an_outcome_means_the_way_out_of_the_condition_alone(shop: Subject) -> None:
    file = Path(shop.file)

    assert resolve(Target(file, line=7, outcome=True), shop) == TargetScope(
        frozenset({"shop:Account.withdraw"}), frozenset({3})
    )
    assert resolve(Target(file, line=7, outcome=False), shop).probes == {4}
    with pytest.raises(UsageError, match="no condition on line 9 that can be true"):
        resolve(Target(file, line=9, outcome=True), shop)


def test_a_line_in_a_name_is_sought_in_it(shop: Subject) -> None:
    assert resolve(Target(Path(shop.file), "Account", 8), shop).probes == {3}
    with pytest.raises(UsageError, match=r"Line 17 of .*shop.py is outside Account"):
        resolve(Target(Path(shop.file), "Account", 17), shop)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (4, r"no code on line 4"),
        (400, r"no code on line 400"),
        (27, r"Line 27 of .* is excluded from coverage"),
    ],
)
def test_a_line_without_goals_is_refused(shop: Subject, line: int, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        resolve(Target(Path(shop.file), line=line), shop)


@pytest.mark.parametrize(
    ("qualname", "suggestion"),
    [
        ("Acount", r"Did you mean Account"),
        ("withdraw", r"Did you mean Account\.withdraw"),
        ("Account.withdrawal", r"Did you mean Account\.withdraw"),
        ("zzz", r"It contains Account, Account\.__init__"),
        ("Money", r"has no 'Money'"),
    ],
)
def test_an_unknown_name_is_refused_with_those_like_it(shop: Subject, qualname: str, suggestion: str) -> None:
    with pytest.raises(UsageError, match=suggestion):
        resolve(Target(Path(shop.file), qualname), shop)


def test_source_that_cannot_be_parsed_falls_back_to_the_nearest_statement_above(shop: Subject) -> None:
    Path(shop.file).write_text("match = (\n" * 30)

    assert resolve(Target(Path(shop.file), line=8), shop).probes == {3}


def checks(folder: Path, text: str, probes: tuple[Probe, ...], *predicates: Predicate) -> Subject:
    """A module with one function, `check`, as the agent describes it."""
    file = folder / "checks.py"
    file.write_text(text)
    known = {"checks:check": Callable("checks:check", "function", line=1)}
    return Subject("checks", str(file), known, probes=probes, predicates=predicates)


def test_the_failure_of_an_assertion_is_an_outcome_without_a_probe(tmp_path: Path) -> None:
    subject = checks(
        tmp_path,
        "def check(value):\n    assert value\n    return value\n",
        (
            Probe(0, "entry", 2, "check", lines=(2,)),
            Probe(1, "branch", 3, "check", 0, 0, True, lines=(3,)),
        ),
        Predicate(0, 2, "check", "value", 0, ((0, False),)),
    )
    file = Path(subject.file)
    scope = resolve(Target(file, "check", 2, False), subject)

    failure = Probe(2, "outcome", 2, "check", 0, 0, False, "value is false")
    assert scope == TargetScope(frozenset({"checks:check"}), frozenset(), (failure,))
    assert resolve(Target(file, "check", 2, True), subject).probes == {1}


def test_a_condition_that_begins_below_its_statement_belongs_to_the_line_of_that(tmp_path: Path) -> None:
    subject = checks(
        tmp_path,
        "def check(value):\n"
        "    if (\n"
        "        value\n"
        "        and (5 if value else 6)\n"
        "    ):\n"
        "        return 1\n"
        "    assert (\n"
        "        value is None\n"
        "    )\n"
        "    return value\n",
        (
            Probe(0, "entry", 2, "check", lines=(2,)),
            Probe(1, "branch", 6, "check", 0, 0, True, lines=(6,)),
            Probe(2, "branch", 7, "check", 0, 0, False, lines=(7,)),
            Probe(3, "outcome", 4, "check", 0, 1, True),
            Probe(4, "branch", 10, "check", 2, 2, True, lines=(10,)),
        ),
        Predicate(0, 3, "check", "value and (5 if value else 6)", 0, ((0, False),), column=8),
        Predicate(1, 4, "check", "value", 0, ((1, False),), column=18),
        Predicate(2, 8, "check", "value is None", 2, ((2, False),), column=8),
    )
    file = Path(subject.file)

    assert resolve(Target(file, "check", 2, True), subject).probes == {1}
    assert resolve(Target(file, "check", 2, False), subject).probes == {2}
    assert resolve(Target(file, "check", 4, True), subject).probes == {3}
    failure = Probe(5, "outcome", 7, "check", 2, 2, False, "value is None is false")
    assert resolve(Target(file, "check", 7, False), subject).failures == (failure,)
    with pytest.raises(UsageError, match="no condition on line 6 that can be true"):
        resolve(Target(file, "check", 6, True), subject)
