"""Units that go to another module, and units that are gone."""

from __future__ import annotations

from pathlib import Path

from testloom.model.events.jobs import Outdated
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, open_store
from tests.unit.continuous.pretending import CART, Pretenders, Project


def test_a_moved_class_is_run_with_its_tests(project: Project) -> None:
    project.run(Pretenders())
    project.write(basket=CART)
    (project.folder / "cart.py").unlink()
    workers = Pretenders()

    project.run(workers)

    assert workers.units == ["basket:Cart"]
    [earlier] = workers.requests[0].earlier
    assert [test.wire for test in earlier.tests] == ['[["call",1,"basket:Cart",null,[],{}]]']
    assert project.run(Pretenders()).units_skipped == {"complete": 3}


def emit(project: Project, name: str) -> Path:
    """Write a test file as a worker does, and remember what is in it."""
    file = project.folder / "tests" / name
    source = "def test_Cart():\n    assert Cart()\n"
    file.write_text(f"from cart import Cart\n\n\n{source}")
    with open_store(project.folder / "state.db") as database:
        EmittedTests(database).remember(file, [EmittedTest("test_Cart", source, "cart:Cart", was_seen=True)])
    return file


def test_the_tests_of_a_moved_class_leave_their_file(project: Project) -> None:
    project.run(Pretenders())
    file = emit(project, "test_cart.py")
    project.write(basket=CART)
    (project.folder / "cart.py").unlink()

    project.run(Pretenders())

    assert not file.exists()
    with open_store(project.folder / "state.db") as database:
        assert EmittedTests(database).of(file) == []


def test_a_test_of_a_moved_class_that_its_user_has_touched_stays(project: Project) -> None:
    project.run(Pretenders())
    file = emit(project, "test_cart.py")
    file.write_text(file.read_text().replace("assert Cart()", "assert Cart()  # mine"))
    project.write(basket=CART)
    (project.folder / "cart.py").unlink()

    project.run(Pretenders())

    assert "# mine" in file.read_text()


def test_tests_of_a_unit_that_is_gone_are_told_and_stay(project: Project) -> None:
    project.run(Pretenders())
    (project.folder / "cart.py").unlink()

    summary = project.run(Pretenders())

    [event] = [event for event in project.events if isinstance(event, Outdated)]
    assert (event.name, event.reason, event.what) == ("test_Cart", "removed", "Cart is gone")
    assert Path(event.file).exists()
    assert summary.units == 2
