"""`testloom carve`: tests of code that asked others, without these others."""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import Agent
from testloom.generation import carving
from testloom.generation.delivering import delivery
from testloom.generation.loading import load
from testloom.generation.suites.asserting import Kept
from testloom.generation.suites.minimising import minimised
from testloom.generation.timing import pacing
from tests.cli.command import Ended, run, run_process
from tests.projects import pyproject

SUBJECTS = Path(__file__).parents[1] / "subjects" / "recorded"


@pytest.fixture(scope="module")
def carved_people(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Ended]:
    """A project with a data access object, tests of a recorded run of it, and what carving them said.

    The database was not recorded.
    """
    folder = tmp_path_factory.mktemp("people")
    (folder / "pyproject.toml").write_text(pyproject("people"))
    for name in ("database", "people", "run_people"):
        shutil.copy(SUBJECTS / f"{name}.py", folder)
    recorded = run_process(
        folder, "record", "--python", sys.executable, "--include", "people.py", "--", "run_people.py"
    )
    assert recorded.out == "User(name='Gandhi', occupation='politics') None\n"
    return folder, run(folder, "carve", "recording.testloom", "--out", "tests")


@pytest.fixture
def people(carved_people: tuple[Path, Ended], tmp_path: Path) -> Path:
    """The project with its tests, to be changed."""
    return Path(shutil.copytree(carved_people[0], tmp_path / "people"))


def passes(folder: Path) -> tuple[bool, str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
    done = subprocess.run(
        command, cwd=folder, env={"PYTHONPATH": str(folder)}, capture_output=True, text=True, check=False
    )
    return done.returncode == 0, done.stdout


def test_it_is_told_what_is_being_done(carved_people: tuple[Path, Ended], tmp_path: Path) -> None:
    carved = run(carved_people[0], "carve", "recording.testloom", "--out", str(tmp_path), "--json")
    progress = [event for event in carved.events if event["event"] == "progress"]

    assert list(dict.fromkeys(event["phase"] for event in progress)) == ["load", "repeat", "assert", "verify"]
    assert [event["fraction"] for event in progress] == sorted(event["fraction"] for event in progress)


def test_a_data_access_object_is_tested_without_a_database(
    carved_people: tuple[Path, Ended], people: Path
) -> None:
    _, carved = carved_people

    assert carved.status == 0, carved.err
    assert "doubles for Rows, Statement, Connection answering as recorded" in carved.out
    text = (people / "tests" / "test_people.py").read_text()
    assert 'statement.set_text.assert_called_once_with(1, "Gandhi")' in text
    assert "skipped" not in passes(people)[1]
    (people / "database.py").write_text(
        (people / "database.py").read_text().replace("sqlite3.connect(file)", "1 / 0")
    )
    assert passes(people)[0]


def test_what_an_import_takes_is_none_of_the_time_for_its_tests(
    carved_people: tuple[Path, Ended], monkeypatch: pytest.MonkeyPatch
) -> None:
    imported: list[float] = []
    left: list[float] = []
    was_over: list[bool] = []
    deliver = delivery.TestEmitter.deliver

    class Clock:
        @staticmethod
        def monotonic() -> float:
            return time.monotonic() + sum(imported)

    def loaded(*arguments: Any) -> Agent:
        agent = load(*arguments)
        agent.load_seconds = 1_000.0
        imported.append(agent.load_seconds)
        return agent

    def made_small(*arguments: Any, **others: Any) -> list[Kept]:
        was_over.append(arguments[3].minimising_is_over())
        return minimised(*arguments, **others)

    def delivered(emitter: Any, tests: Any, until: float, *others: Any) -> Any:
        left.append(until - Clock.monotonic())
        return deliver(emitter, tests, until, *others)

    for name, instead in (("load", loaded), ("minimised", made_small), ("time", Clock)):
        monkeypatch.setattr(carving, name, instead)
    monkeypatch.setattr(pacing, "time", Clock)
    monkeypatch.setattr(delivery.TestEmitter, "deliver", delivered)
    run(carved_people[0], "carve", "recording.testloom", "--out", "others")

    assert was_over == [False]
    assert left[0] > 4 * 1_000.0


def test_files_that_a_call_has_read_are_there_in_its_test(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("notes"))
    (tmp_path / "notes.py").write_text(
        "from pathlib import Path\n\n\n"
        "def first_line(folder, name):\n"
        "    text = Path(folder, name).read_text()\n"
        "    return text.splitlines()[0] if text else None\n\n\n"
        "if __name__ == '__main__':\n"
        "    print(first_line(Path('data').resolve(), 'a.txt'))\n"
    )
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "a.txt").write_text("one\ntwo\n")
    run_process(tmp_path, "record", "--python", sys.executable, "--", "notes.py")

    run(tmp_path, "carve", "recording.testloom", "--out", "tests")

    text = (tmp_path / "tests" / "test_notes.py").read_text()
    assert '(tmp_path / "data" / "a.txt").write_text("one\\ntwo\\n")' in text
    assert '== "one"' in text and str(tmp_path) not in text


GATEWAY = """
import sqlite3


class Ledger:
    def __init__(self, connection: sqlite3.Connection) -> None:
        self.connection = connection

    def book(self, amount: int) -> int:
        cursor = self.connection.execute("insert into entries values (?)", (amount,))
        return cursor.rowcount


class Checkout:
    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger

    def pay(self, amount: int) -> str:
        return "paid" if self.ledger.book(amount) else "refused"


if __name__ == "__main__":
    database = sqlite3.connect(":memory:")
    database.execute("create table entries (amount int)")
    print(Checkout(Ledger(database)).pay(3))
"""


@pytest.mark.parametrize(
    ("depth", "line"),
    [
        ("1", "ledger.book.side_effect = as_recorded((call(3), 1))"),
        ("2", "checkout = Checkout(ledger)"),
        ("0", ""),
    ],
)
def test_doubles_stand_as_far_away_as_was_asked_for(tmp_path: Path, depth: str, line: str) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "shop.py").write_text(GATEWAY)
    run_process(tmp_path, "record", "--python", sys.executable, "--", "shop.py")

    run(tmp_path, "carve", "recording.testloom", "--out", "tests", "--depth", depth)

    file = tmp_path / "tests" / "test_shop.py"
    text = file.read_text() if file.exists() else ""
    assert line in text
    assert ("create_autospec(Ledger" in text, "create_autospec(Connection" in text) == {
        "1": (True, True),  # the ledger itself is tested, too
        "2": (False, True),
        "0": (False, False),
    }[depth]
    assert not text or passes(tmp_path)[0]


def test_what_doubles_answer_is_checked_with_the_real_objects_on_request(tmp_path: Path) -> None:
    program = GATEWAY.replace(
        "print(Checkout(Ledger(database)).pay(3))",
        "checkout = Checkout(Ledger(database))\n    print(checkout.pay(3), checkout.pay(500))",
    )
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "shop.py").write_text(program)
    run_process(tmp_path, "record", "--python", sys.executable, "--", "shop.py")

    carved = run(tmp_path, "carve", "recording.testloom", "--out", "tests", "--check-doubles")

    assert "2 of them check answers of doubles." in carved.out
    text = (tmp_path / "tests" / "test_shop.py").read_text()
    assert "ledger.book(3)\n" in text and "ledger.book(500)\n" in text
    assert passes(tmp_path)[0]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("        statement.set_text(1, name)\n", ""),
        ("set_text(1, name)", 'set_text(1, "somebody")'),
        (" WHERE name = ?", ""),
        ("        statement.set_text(2, user.occupation)\n", ""),
        ('(?, ?)")\n        statement.set_text(1', '(?, ?)")\n        statement.set_text(2'),
    ],
    ids=["parameter dropped", "other parameter", "no condition", "one of two dropped", "other position"],
)
def test_a_query_that_changes_is_noticed(people: Path, before: str, after: str) -> None:
    assert passes(people)[0]
    source = (people / "people.py").read_text()
    assert before in source

    (people / "people.py").write_text(source.replace(before, after))

    assert not passes(people)[0]


SHOP = """
import os
import random
import time
import uuid
from datetime import date


def year():
    return date.today().year


def stamp():
    return int(time.time())


def currency():
    return os.environ.get("SHOP_CURRENCY", "EUR")


def winner(names):
    return random.choice(names)


def order():
    return f"order-{uuid.uuid4().hex[:6]}"


if __name__ == "__main__":
    os.environ["SHOP_CURRENCY"] = "USD"
    print(year(), stamp(), currency(), winner(list("abcdef")), order())
"""


def test_the_clock_variables_and_draws_are_in_a_test_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "shop.py").write_text(SHOP)
    year, stamp, *_ = run_process(tmp_path, "record", "--python", sys.executable, "--", "shop.py").out.split()

    carved = run(tmp_path, "carve", "recording.testloom", "--out", "tests")

    assert carved.status == 0, carved.err
    text = (tmp_path / "tests" / "test_shop.py").read_text()
    assert 'monkeypatch.setenv("SHOP_CURRENCY", "USD")' in text
    assert f"assert stamp() == {stamp}" in text
    assert f"assert year() == {year}" in text
    assert text.count("\ndef test_") == 5
    assert passes(tmp_path)[0]


def test_functions_that_calls_return_properties_and_operators_are_called_as_one_writes_them(
    tmp_path: Path,
) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("bags"))
    (tmp_path / "bags.py").write_text(
        "class Bag:\n"
        "    def __init__(self):\n        self.items = []\n\n"
        "    def put(self, item):\n        self.items.append(item)\n\n"
        "    @property\n    def size(self):\n        return len(self.items)\n\n"
        "    def __getitem__(self, place):\n        return self.items[place]\n\n\n"
        "def make_adder(number):\n"
        "    def add(other):\n        return number + other\n\n"
        "    return add\n\n\n"
        "def logged(log):\n"
        "    def decorate(function):\n"
        "        def call(*args):\n            log.append(args)\n            return function(*args)\n\n"
        "        return call\n\n"
        "    return decorate\n"
    )
    (tmp_path / "app.py").write_text(
        "from bags import Bag, logged, make_adder\n"
        "bag = Bag()\nbag.put('x')\n"
        "print(bag.size, bag[0], make_adder(3)(4), logged([])(make_adder)(1)(2))\n"
    )
    run_process(tmp_path, "record", "--python", sys.executable, "--", "app.py")

    carved = run(tmp_path, "carve", "recording.testloom", "--out", "tests")

    assert "damaged" not in carved.out and "otherwise" not in carved.out
    text = (tmp_path / "tests" / "test_bags.py").read_text()
    for line in ("bag.size == 1", 'bag[0] == "x"', "make_adder(3)(4) == 7"):
        assert line in text
    assert passes(tmp_path)[0]


def test_a_password_is_in_no_test(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("access"))
    (tmp_path / "access.py").write_text(
        "class Access:\n"
        "    def __init__(self, user, password):\n        self.user, self.password = user, password\n\n"
        "    def header(self):\n        return f'{self.user}:{self.password}'\n\n\n"
        "def check(access, text):\n    return access.header() == text\n\n\n"
        "def login(user, *, token=None):\n    return {'user': user, 'token': token}\n"
    )
    (tmp_path / "app.py").write_text(
        "from access import Access, check, login\n"
        "access = Access('ann', 'hunter2-and-more')\n"
        "print(len(access.header()), check(access, 'ann:hunter2-and-more'))\n"
        "login('ann', token='hunter2-and-more')\n"
    )
    run_process(tmp_path, "record", "--python", sys.executable, "--", "app.py")

    run(tmp_path, "carve", "recording.testloom", "--out", "tests")

    text = (tmp_path / "tests" / "test_access.py").read_text()
    assert 'Access("ann", "redacted")' in text
    assert "hunter2" not in text
    assert passes(tmp_path)[0]


SALES = """
import dataclasses
import datetime


@dataclasses.dataclass
class Sale:
    day: datetime.date
    region: str
    amount: float


def total(sales):
    return sum(sale.amount for sale in sales if sale.region != "none")


class Till:
    def __init__(self, drawer):
        self._drawer = drawer

    def __enter__(self):
        self._drawer.is_open = True
        return self

    def __exit__(self, *error):
        self._drawer.is_open = False

    def take(self, amount):
        if not self._drawer.is_open:
            raise ValueError("closed")
        self._drawer.held += amount


class Drawer:
    def __init__(self):
        self.is_open, self.held = False, 0


def main():
    regions = ["north", "south", "east", "west", "middle"]
    print(total([Sale(datetime.date(2026, 1, 13), region, 20.25) for region in regions]))
    with Till(Drawer()) as till:
        till.take(3)


if __name__ == "__main__":
    main()
"""


def test_large_values_become_fewer_and_stay_real_and_a_with_stays_one(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("sales"))
    (tmp_path / "sales.py").write_text(SALES)
    run_process(tmp_path, "record", "--python", sys.executable, "--", "sales.py")

    carved = run(tmp_path, "carve", "recording.testloom", "--out", "tests")

    text = (tmp_path / "tests" / "test_sales.py").read_text()
    assert carved.status == 0 and passes(tmp_path)[0], text
    assert "Sale(day=date(2026, 1, 13), region=" in text and "amount=20.25" in text
    assert text.count("Sale(") < 5
    assert "    with till:\n        till.take(3)\n" in text and "drawer.held == 3" in text


def test_tests_are_not_written_through_a_link_out_of_the_project(people: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.rmtree(people / "tests")
    (people / "tests").symlink_to(elsewhere)
    (people / "recording.testloom").unlink()  # of the project that this one is a copy of
    recorded = run_process(people, "record", "--python", sys.executable, "--", "run_people.py")
    assert recorded.status == 0, recorded.err

    carved = run(people, "carve", "recording.testloom", "--python", sys.executable)

    assert carved.status == 1
    assert "leads out of" in carved.err
    assert list(elsewhere.iterdir()) == []
