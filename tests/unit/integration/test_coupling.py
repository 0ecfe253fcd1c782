"""The example of the paper, and what Python adds to it."""

from pathlib import Path

import pytest

from tests.unit.integration.projects import Project, lines

PERSON = """
from car import Car

class Person:
    def __init__(self, lazy=False):
        self.lazy = lazy
        self.car = Car()

    def drive_home(self):
        if self.car.fuel < 100:
            self.add_energy()
        else:
            self.car.drive()

    def add_energy(self):
        if self.lazy:
            self.take_bus()
        else:
            self.car.refuel()

    def take_bus(self):
        pass
"""
CAR = """
class Car:
    def __init__(self):
        self.fuel = 0

    def refuel(self):
        if self.fuel > 50:
            return
        self.fuel = 100

    def drive(self):
        self.fuel -= 1
"""
GREEN_PERSON = """
from person import Person
from stations import available

class GreenPerson(Person):
    def add_energy(self):
        if self.lazy:
            self.take_bus()
        elif self.charger_available():
            self.car.recharge()
        else:
            self.car.refuel()

    def charger_available(self):
        if available():
            return True
        return False
"""


@pytest.fixture
def example(tmp_path: Path) -> Project:
    return Project(tmp_path, {"person.py": PERSON, "car.py": CAR, "green.py": GREEN_PERSON})


def test_a_site_is_coupled_by_the_branch_that_always_leads_there(example: Project) -> None:
    found = example.coupling("person:Person", "car:Car")

    assert lines(found) == {(16, False, 7, True), (16, False, 7, False)}


def test_covering_methods_get_to_the_callee_themselves_or_through_others(example: Project) -> None:
    found = example.coupling("person:Person", "car:Car")

    names = {name.rpartition(".")[2] for name in found.covering}
    assert names == {"__init__", "drive_home", "add_energy"}


def test_a_superclass_calls_what_its_subclass_redefines(example: Project) -> None:
    found = example.coupling("person:Person", "green:GreenPerson")

    assert [(site.line, site.callee) for site in found.sites] == [(11, "green:GreenPerson.add_energy")]
    assert {(one.line, one.outcome) for one, _ in found.branches} == {(10, True)}
    assert {other.code for _, other in found.branches} == {
        "GreenPerson.add_energy",
        "GreenPerson.charger_available",
    }


def test_a_subclass_calls_what_it_inherits_and_does_not_redefine(example: Project) -> None:
    found = example.coupling("green:GreenPerson", "person:Person")

    assert [site.callee for site in found.sites] == ["person:Person.take_bus"]


def test_a_condition_around_the_call_of_a_method_that_always_calls_leads_to_the_callee(
    tmp_path: Path,
) -> None:
    project = Project(
        tmp_path,
        {
            "a.py": """
                from b import check

                def outer(x):
                    if x:
                        inner(x)

                def inner(x):
                    return check(x)
                """,
            "b.py": """
                def check(x):
                    return 1 if x > 3 else 2
                """,
        },
    )

    assert lines(project.coupling("a", "b")) == {(5, True, 3, True), (5, True, 3, False)}


def test_each_part_of_a_condition_is_a_branch(tmp_path: Path) -> None:
    project = Project(
        tmp_path,
        {
            "a.py": """
                import b

                def outer(x, y):
                    if x and not y and b.check(x):
                        return 1
                """,
            "b.py": """
                def check(x):
                    if x > 3 or x < 0:
                        return 1
                """,
        },
    )

    found = project.coupling("a", "b")
    leading, affected = {one for one, _ in found.branches}, {other for _, other in found.branches}
    assert {(branch.column, branch.outcome) for branch in leading} == {(17, False)}
    assert {(branch.column, branch.outcome) for branch in affected} == {
        (7, True),
        (7, False),
        (16, True),
        (16, False),
    }


def test_handlers_lead_to_calls_but_what_may_raise_anywhere_decides_nothing(tmp_path: Path) -> None:
    project = Project(
        tmp_path,
        {
            "a.py": """
                from b import one, two

                def outer(x):
                    if x:
                        try:
                            one(x)
                        except ValueError:
                            two(x)
                        finally:
                            two(1)
                """,
            "b.py": """
                def one(x):
                    while x:
                        x -= 1

                def two(x):
                    for _ in x:
                        pass
                """,
        },
    )

    found = project.coupling("a", "b")
    by_line = {site.line: {(branch.line, branch.outcome) for branch in site.leading} for site in found.sites}
    assert by_line == {7: {(5, True)}, 9: {(8, True)}, 11: {(5, True)}}


@pytest.mark.parametrize(
    ("caller", "callee", "reason"),
    [
        pytest.param("def f(): pass", "def g(): pass", "a does not call b", id="no call"),
        pytest.param(
            "from b import g\ndef f(): g()", "def g(x=1):\n if x: pass", "No condition in a", id="always"
        ),
        pytest.param(
            "from b import g\ndef f(x):\n if x: g()", "def g(): pass", "no conditions", id="plain callee"
        ),
    ],
)
def test_a_pair_without_coupled_branches_has_a_reason(
    tmp_path: Path, caller: str, callee: str, reason: str
) -> None:
    project = Project(tmp_path, {"a.py": caller, "b.py": callee})

    assert reason in project.coupling("a", "b").reason


def test_modules_that_call_each_other_are_coupled_in_both_directions(tmp_path: Path) -> None:
    source = """
        import {other}

        def f(x):
            if x > 0:
                {other}.f(x - 1)
        """
    project = Project(
        tmp_path, {"a.py": source.replace("{other}", "b"), "b.py": source.replace("{other}", "a")}
    )

    expected = {(5, True, 5, True), (5, True, 5, False)}
    assert lines(project.coupling("a", "b")) == lines(project.coupling("b", "a")) == expected
