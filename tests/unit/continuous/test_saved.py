"""What a job on save has found is known to the next run over the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.continuous import Order, Resources
from testloom.continuous.planning.plan import make_plan
from testloom.continuous.saved import SavedUnits
from testloom.model.events.units import UnitSuite
from testloom.model.statements import CallStatement, TestCase
from testloom.store import UnitHistory, open_store

GOAL = "price/entry//1"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    (tmp_path / "shop.py").write_text("def price():\n    return 1\n\n\ndef total():\n    return price()\n")
    return tmp_path


def saved(project: Path) -> SavedUnits:
    return SavedUnits(project, project / "shop.py", ("price",), project / "state.db")


def suite(project: Path) -> UnitSuite:
    test = {"function": "test_price", "case": [["call", 1, "shop:price", None, [], {}]], "goals": [GOAL]}
    return UnitSuite("price", True, (GOAL,), {}, (test,), str(project / "tests" / "test_shop.py"))


def waiting(project: Path, *, write: bool) -> dict[str, str]:
    order = Order(project, Path("python"), Resources(1, 60), write=write)
    with open_store(project / "state.db") as database:
        return dict(make_plan(order, UnitHistory(database, str(project)).all()).skipped)


def test_a_unit_that_was_completed_on_save_waits(project: Path) -> None:
    saved(project).remember([suite(project)])

    assert waiting(project, write=False) == {"shop:price": "complete"}
    assert waiting(project, write=True) == {}, "its tests are not in their file yet"


def test_the_next_job_about_it_begins_with_its_tests(project: Path) -> None:
    assert saved(project).earlier()[0].tests == ()
    saved(project).remember([suite(project)])

    [earlier] = saved(project).earlier()

    assert earlier.tests == (TestCase((CallStatement(1, "shop:price"),)),)
    assert (earlier.to_beat, earlier.functions) == (None, ())


def test_what_was_found_for_code_that_has_changed_since_is_not_known(project: Path) -> None:
    units = saved(project)
    (project / "shop.py").write_text("def price():\n    return 2\n")

    units.remember([suite(project)])

    assert waiting(project, write=False) == {}


def test_a_file_that_is_excluded_has_no_history(project: Path) -> None:
    saved(project).remember([suite(project)], exclude=["shop.py"])

    with open_store(project / "state.db") as database:
        assert UnitHistory(database, str(project)).all() == {}
