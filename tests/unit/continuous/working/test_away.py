"""Jobs that an executor runs in folders of their own."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from testloom.continuous import DistantWorkers, Order, Resources, parcel_files
from testloom.continuous.working.parcels import Delivered, Parcel
from testloom.model.events.jobs import Event, Failed, FileReady, encode_event
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, open_store

TEST = EmittedTest("test_f", "def test_f(): ...\n", "shop:f", "()", was_seen=True)


@dataclass
class Elsewhere(Executor):
    """Answers what it was told to, or fails."""

    answer: Delivered | None
    parcels: list[Parcel] = field(default_factory=list)

    def submit(self, _function: Any, /, *arguments: Any, **_options: Any) -> Future[Any]:
        future = Future[Any]()
        self.parcels.append(arguments[0])
        if self.answer is None:
            future.set_exception(RuntimeError("the worker died"))
        else:
            future.set_result(self.answer)
        return future


@pytest.fixture
def order(tmp_path: Path) -> Order:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    (tmp_path / "shop.py").write_text("def f(): ...\n")
    return Order(tmp_path, Path("python"), Resources(1, 60), state=tmp_path / ".state" / "state.db")


def answer() -> Delivered:
    event = FileReady("/there/project/tests/test_shop.py", "def test_f(): ...\n", created=True)
    emitted = [("test_f", "def test_f(): ...\n", "shop:f", "()", True)]
    known = {"emitted": emitted, "expected": [], "text": "def f(): ...\n", "open": []}
    return Delivered([encode_event(event)], {}, known)


def run(order: Order, executor: Elsewhere) -> list[Event]:
    if executor.answer is not None:
        executor.answer = replace(executor.answer, folders={str(order.folder): "/there/project"})
    workers = DistantWorkers(executor, 1, order, parcel_files(order))
    file = order.folder / "shop.py"
    request = GenerationRequest((Target(file, "f"),), order.python, order.folder, state=order.state)
    return workers.submit(request).events()


def test_what_was_made_elsewhere_is_written_and_remembered_here(order: Order) -> None:
    [event] = run(order, Elsewhere(answer()))

    test_file = order.folder / "tests" / "test_shop.py"
    assert isinstance(event, FileReady) and Path(event.path) == test_file
    assert test_file.read_text() == "def test_f(): ...\n"
    with open_store(order.state) as database:
        assert EmittedTests(database).of(test_file) == [TEST]


def test_the_sources_travel_by_content_and_with_them_what_is_known_of_the_tests(order: Order) -> None:
    test_file = order.folder / "tests" / "test_shop.py"
    test_file.parent.mkdir()
    test_file.write_text("# mine\n")
    with open_store(order.state) as database:
        EmittedTests(database).remember(test_file, [TEST])
    executor = Elsewhere(answer())

    run(order, executor)

    [parcel] = executor.parcels
    assert parcel.fresh == {"project/tests/test_shop.py": b"# mine\n"}
    assert parcel.known["emitted"] == [("test_f", "def test_f(): ...\n", "shop:f", "()", True)]
    assert parcel_files(order)["project/shop.py"] == b"def f(): ...\n"


def test_a_file_that_its_user_has_changed_meanwhile_stays(order: Order) -> None:
    class Slow(Elsewhere):
        def submit(self, _function: Any, /, *arguments: Any, **_options: Any) -> Future[Any]:
            (order.folder / "tests").mkdir()
            (order.folder / "tests" / "test_shop.py").write_text("# mine\n")
            return super().submit(_function, *arguments)

    [event] = run(order, Slow(answer()))

    assert isinstance(event, Failed) and event.code == "test-file-changed"
    assert (order.folder / "tests" / "test_shop.py").read_text() == "# mine\n"


def test_a_job_that_is_lost_for_good_is_a_failure(order: Order) -> None:
    [event] = run(order, Elsewhere(None))

    assert isinstance(event, Failed) and event.code == "worker-lost"
    assert "the worker died" in event.what
