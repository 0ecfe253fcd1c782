"""The calls that a project's own tests make."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from threading import Event
from typing import Any

import pytest

from testloom.generation.proving.trial import environment_for
from testloom.generation.suite_run import running, running_suite
from testloom.generation.suite_run.files import TestFile
from testloom.measurement import recorded_suite
from testloom.measurement.plugins.record import NICENESS
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.suites import SuiteCalls
from testloom.model.settings import Settings
from testloom.model.statements import CallStatement, LiteralStatement
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, open_store
from tests.projects import pyproject

SHOP = """
    import time


    class Cart:
        def __init__(self, owner):
            self.owner = owner

        def pay(self, code):
            return code


    def price(amount):
        return amount


    def parse(text):
        return text.strip()


    def age(born):
        return time.time() - born
    """


class Project:
    """A module and its tests."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.request = GenerationRequest(
            (), Path(sys.executable), folder, settings=Settings(seed=1), state=folder / "state.db"
        )
        self.write("pyproject.toml", pyproject("shop"))
        self.write("shop.py", SHOP)

    def write(self, name: str, text: str) -> Path:
        file = self.folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(dedent(text))
        return file

    def calls(
        self, seconds: float | None = None, emitted: EmittedTests | None = None, module: str = "shop"
    ) -> SuiteCalls:
        environment = environment_for(self.request, self.folder / f"{module}.py")
        with running_suite(self.request, environment, emitted, seconds) as run:
            return run.calls

    def prices(self, **options: Any) -> set[object]:
        """The values that tests call `price` with."""
        cases = self.calls(**options).own
        priced = [case for case in cases if called(case.statements[-1]) == "shop:price"]
        return {s.value for case in priced for s in case if isinstance(s, LiteralStatement)}


def called(statement: object) -> str:
    return statement.callable if isinstance(statement, CallStatement) else ""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


def test_calls_that_depend_on_fixtures_rows_and_computation_are_known(project: Project) -> None:
    project.write("tests/conftest.py", "import pytest\n\n@pytest.fixture\ndef factor():\n    return 7\n")
    project.write(
        "tests/test_shop.py",
        """
        import pytest
        from shop import price

        @pytest.mark.parametrize("amount", [int("30"), 1000])
        def test_price(amount, factor):
            if amount > 10:
                price(amount * factor)
        """,
    )

    assert project.prices() == {210, 7000}


def test_tests_that_fail_hang_or_cannot_be_collected_cost_the_others_nothing(project: Project) -> None:
    project.write("tests/test_broken.py", "import shop\nimport missing_module\n")
    project.write(
        "tests/test_shop.py",
        """
        import os, time
        from shop import price

        def test_wrong():
            assert price(1) == 2

        def test_denied():
            open("/somewhere", "w")

        def test_right():
            price(-20)

        def test_ends():
            time.sleep(0.5)
            os._exit(3)
        """,
    )

    assert project.prices() == {1, -20}


def test_what_was_recorded_before_a_run_is_ended_is_kept_and_a_longer_one_goes_further(
    project: Project,
) -> None:
    may_end = project.folder / "may_end"
    slow = f"def test_slow():\n    while not Path({str(may_end)!r}).exists():\n        time.sleep(0.1)\n\n"
    first, last = (
        f"def test_{n}():\n    [price(s * {n} * 10**i) for i in range(5) for s in (1, -1)]\n\n"
        for n in (1, 7)
    )
    begun = f"{first}def test_names():\n    [price('a' * n) for n in range(20)]\n\n"
    imports = "import time\nfrom pathlib import Path\nfrom shop import price\n\n"
    project.write("tests/test_shop.py", f"{imports}{begun}{slow}{last}")

    some = project.prices(seconds=4.0)
    may_end.touch()

    assert {1, 1000} <= some and 7 not in some
    assert project.prices(seconds=5.0) == some
    assert 7 in project.prices()


def test_tests_run_again_only_if_something_that_they_depend_on_has_changed(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    project.write("tests/test_shop.py", "from shop import price\n\ndef test_it(amount):\n    price(amount)\n")
    fixture = "import pytest\n\n@pytest.fixture\ndef amount():\n    return {}\n"
    project.write("tests/conftest.py", fixture.format(1))
    runs = list[str]()

    @contextmanager
    def counted(environment: Any, request: Any) -> Any:
        runs.append(request.module)
        with recorded_suite(environment, request) as run:
            yield run

    monkeypatch.setattr(running, "recorded_suite", counted)

    assert project.prices() == project.prices() == {1}
    assert len(runs) == 1
    project.write("tests/conftest.py", fixture.format(-50))
    assert project.prices() == {-50}
    project.write("shop.py", SHOP.replace("return amount", "return amount + 1"))
    project.prices()
    assert len(runs) == 3


def test_what_testloom_wrote_is_not_run_even_if_it_was_edited(project: Project) -> None:
    values = {"test_a": 1, "test_edited": 300, "test_by_hand": -4}
    body = "".join(f"def {name}():\n    price({value})\n\n\n" for name, value in values.items())
    file = project.write("tests/test_shop.py", "from shop import price\n\n\n" + body)
    written = [EmittedTest(name, f"def {name}():\n    price(1)\n") for name in ("test_a", "test_edited")]
    with open_store(project.folder / "other.db") as database:
        emitted = EmittedTests(database)
        emitted.remember(file, written)

        assert project.prices(emitted=emitted) == {-4}


def test_what_private_files_hold_is_not_among_the_calls_nor_what_is_made_of_it(project: Project) -> None:
    secret = "carrots8"
    project.write(".env", f"STREET={secret}\n")
    project.write(
        "tests/test_shop.py",
        """
        from pathlib import Path
        from shop import parse

        def test_private():
            text = Path(".env").read_text()
            parse(text)
            parse(text[7:11])
            parse(text[::-1])

        def test_token():
            parse("ghp_0123456789abcdefghijABCDEFGHIJ012345")
        """,
    )
    subprocess.run(["git", "init", "-q"], cwd=project.folder, check=True)

    calls = project.calls()

    told = "".join(case.wire for case in calls.own)
    assert len(calls.own) > 2
    assert not any(part in told for part in (secret, secret[:4], secret[::-1], "ghp_"))


def test_calls_say_neither_when_the_tests_ran_nor_where_their_files_were(project: Project) -> None:
    project.write(
        "tests/test_shop.py",
        """
        from shop import age, parse

        def test_age():
            age(3)

        def test_path(tmp_path):
            parse(str(tmp_path))
        """,
    )

    [case] = project.calls().own

    assert [type(statement) for statement in case] == [LiteralStatement, CallStatement]


def test_the_same_tests_give_the_same_calls(project: Project, tmp_path: Path) -> None:
    lines = "\n".join(f"    Cart({str(n)!r} * {n % 7}).pay({n})\n    price({n})" for n in range(300))
    project.write("tests/test_shop.py", f"from shop import Cart, price\n\ndef test_all():\n{lines}\n")

    once = project.calls()
    project.request = replace(project.request, state=tmp_path / "fresh.db")

    assert project.calls() == once
    assert len(once.own) > 20


def test_a_run_that_is_waited_for_ends_when_that_is_cancelled(project: Project) -> None:
    project.write("tests/test_shop.py", "import time, shop\n\ntime.sleep(50)\n")
    environment, began = environment_for(project.request, project.folder / "shop.py"), time.monotonic()

    with running_suite(project.request, environment, None, None, lambda: time.monotonic() > began + 2) as run:
        assert run.calls.own == ()
    assert time.monotonic() < began + 25


def test_a_search_beside_the_tests_has_the_right_of_way(project: Project) -> None:
    project.write("tests/test_shop.py", "import os, shop\n\ndef test_it():\n    shop.price(os.nice(0))\n")

    assert project.prices() == {os.nice(0) + NICENESS}


def test_calls_of_other_modules_lend_the_objects_that_they_make(project: Project) -> None:
    project.write("orders.py", "from shop import Cart\n\n\ndef order(cart):\n    return cart\n")
    project.write(
        "tests/test_orders.py",
        "import orders\nfrom shop import Cart\n\ndef test_it():\n    Cart('ann').pay(1)\n",
    )

    calls = project.calls(module="orders")

    assert calls.own == ()
    assert [[called(s) for s in case if called(s)] for case in calls.lent] == [["shop:Cart", "shop:Cart.pay"]]


@pytest.mark.parametrize("changes", [{"settings": Settings(without=("seeds",))}, {"runs_suite": False}])
def test_nothing_is_run_where_that_is_not_wanted(project: Project, changes: dict[str, Any]) -> None:
    project.write("tests/test_shop.py", "from shop import price\n\ndef test_it():\n    price(1)\n")
    project.request = replace(project.request, **changes)

    assert project.calls() == SuiteCalls()


def test_tests_are_looked_for_beside_whatever_else_there_is_to_do(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_waited_for, seen = Event(), []

    def slowly(*given: Any) -> dict[Path, TestFile]:
        seen.append(is_waited_for.wait(20.0))
        return {}

    monkeypatch.setattr(running, "files_about", slowly)
    environment = environment_for(project.request, project.folder / "shop.py")

    with running_suite(project.request, environment, None) as run:
        assert run.calls_by_now is None
        is_waited_for.set()
        assert run.calls.own == ()
    assert seen == [True]
