"""Clocks and generators are replaced by lines that pytest alone can run."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, datetime
from selectors import DefaultSelector
from typing import Any

import pytest

from testloom.capabilities.django.database import DatabaseStatement
from testloom.capabilities.files.statement import FolderStatement
from testloom.capabilities.libraries import LibraryStatement
from testloom.capabilities.machine.statement import ARRAYS_DRAWN, ARRAYS_HELD, FactStatement
from testloom.capabilities.randomness import ArrayChanceStatement
from testloom.capabilities.settings import RestoreStatement
from testloom.capabilities.time_zone import ZoneStatement
from testloom.model.statements.environment import ClockStatement, ThreadsStatement
from testloom.writer import render
from testloom.writer.errors import UnwritableError

from .building import STYLE, SUBJECT, Case, built

MOMENT = 1_704_164_645.0
"""2024-01-02 03:04:05 UTC."""


@pytest.mark.parametrize(
    ("path", "name", "shown"),
    [
        ("random:Random", "random.Random", '"random.Random", lambda: Random(3)'),
        ("random:SystemRandom", "random.SystemRandom", '"random.SystemRandom", lambda: Random(3)'),
        ("shop.account:DICE", "generator", '"shop.account.DICE", Random(3)'),
    ],
)
def test_a_generator_is_replaced_by_one_with_a_seed(path: str, name: str, shown: str) -> None:
    case = Case("coupon").prepare(FactStatement, path, name, (3,))
    case.call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert f"    monkeypatch.setattr({shown})\n" in text
    assert "from random import Random\n" in text


def test_generators_of_numpy_are_replaced_and_its_functions_seeded() -> None:
    case = Case("coupon").prepare(ArrayChanceStatement, 3)
    case.prepare(FactStatement, "numpy.random:default_rng", ARRAYS_DRAWN, (4,))
    case.prepare(FactStatement, "shop.account:RNG", ARRAYS_HELD, (5,))
    case.call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    fresh = "Mock(return_value=np.random.default_rng(4))"
    assert "    np.random.seed(3)\n" in text
    assert f'"numpy.random.default_rng", {fresh}' in " ".join(text.split())
    assert '    monkeypatch.setattr("shop.account.RNG", np.random.default_rng(5))\n' in text
    assert "import numpy as np\n" in text


@pytest.mark.parametrize(
    ("name", "module", "shown"),
    [
        ("localtime", "time", "lambda *args: struct_time((2024, 1, 2, 3, 4, 5, 1, 2, 0))"),
        ("gmtime", "time", "lambda *args: struct_time((2024, 1, 2, 3, 4, 5, 1, 2, 0))"),
        ("strftime", "datetime", "lambda form: datetime(2024, 1, 2, 3, 4, 5).strftime(form)"),
    ],
)
def test_functions_of_time_read_a_moment_that_is_fixed(name: str, module: str, shown: str) -> None:
    case = Case("stamp").prepare(ClockStatement, MOMENT, ((f"time:{name}", name),))
    case.call("stamp")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert f'"time.{name}", {shown}' in text
    assert f"from {module} import {shown.partition(': ')[2].partition('(')[0]}\n" in text


def test_a_class_of_dates_that_is_checked_for_stays_a_class() -> None:
    names = (("shop.account:datetime", "datetime.isinstance"), ("shop.account:datetime", "datetime.now"))
    case = Case("stamp").prepare(ClockStatement, MOMENT, names)
    case.call("stamp")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    helper = text.partition("def stopped_clock")[2].partition("\ndef ")[0]
    scope: dict[str, Any] = {"datetime": datetime, "date": date}
    exec(f"def stopped_clock{helper}", scope)
    moment = datetime(2024, 1, 2)
    stopped = scope["stopped_clock"](datetime, now=lambda tz=None: moment)
    assert "stopped_clock(\n" in text or "stopped_clock(datetime" in text
    assert (stopped.now(), stopped(2024, 1, 2), type(stopped(2024, 1, 2))) == (moment, moment, datetime)
    assert isinstance(moment, stopped) and not isinstance(date(2024, 1, 2), stopped)
    assert (stopped.min, stopped.strptime("2024", "%Y")) == (datetime.min, datetime(2024, 1, 1))
    moved = type("Moved", (type,), {})("moved", (datetime,), {})  # as freezegun stands in for it
    assert scope["stopped_clock"](moved, now=lambda: moment).now() == moment


@pytest.mark.parametrize(
    ("path", "imports", "stays"),
    [
        ("datetime:date", ("datetime", "django.forms"), True),
        ("datetime:date", ("datetime", "shop.times"), False),
        ("shop.account:date", ("datetime", "django.forms"), False),
    ],
)
def test_a_class_that_is_replaced_for_all_stays_one_where_libraries_may_check_for_it(
    path: str, imports: tuple[str, ...], stays: bool
) -> None:
    case = Case("stamp").prepare(ClockStatement, MOMENT, ((path, "date.today"),))
    case.call("stamp")

    text = render(built(case.equals("a")), replace(SUBJECT, imports=imports), None, STYLE).text

    assert ("stopped_clock(date" in text, "Mock(wraps=date" in text) == (stays, not stays)


def test_a_pause_of_asyncio_still_lets_others_go_on() -> None:
    case = Case("stamp").prepare(ClockStatement, MOMENT, (("asyncio:sleep", "pause"),))
    case.call("stamp")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert 'monkeypatch.setattr("asyncio.sleep", lambda delay, sleep=asyncio.sleep: sleep(0))' in text
    assert "import asyncio\n" in text


def test_time_limits_are_over_at_once_in_the_order_of_their_times() -> None:
    names = (("asyncio:BaseEventLoop", "loop"), ("asyncio:sleep", "pause"))
    case = Case("stamp").prepare(ClockStatement, MOMENT, names)
    case.call("stamp")
    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text
    helper = text.partition("def skip_waiting")[2].partition("\ndef ")[0]
    scope: dict[str, Any] = {"DefaultSelector": DefaultSelector}
    exec(f"def skip_waiting{helper}", scope)
    ended = []

    async def end(name: str, seconds: float) -> None:
        try:
            await asyncio.wait_for(asyncio.sleep(seconds), 100)
            ended.append(name)
        except asyncio.TimeoutError:
            ended.append(f"{name} too late")

    async def race() -> None:
        await asyncio.gather(end("third", 500), end("second", 50), end("first", 10))

    with pytest.MonkeyPatch.context() as monkeypatch:
        scope["skip_waiting"](monkeypatch)
        asyncio.run(race())

    assert "    skip_waiting(monkeypatch)\n" in text and "asyncio.sleep" not in text
    assert "from selectors import DefaultSelector\n" in text
    assert ended == ["first", "second", "third too late"]


def test_threads_are_waited_for_before_anything_is_asserted() -> None:
    case = Case("Account.deposit")
    account = case.call("Account", "a")
    case.prepare(ThreadsStatement, ((account.id, "close"),))
    case.call("Account.deposit", 5, on=account)

    text = render(built(case.equals(5)), SUBJECT, None, STYLE).text

    assert (
        """
    account = Account("a")

    with joined_threads(account.close):
        deposit = account.deposit(5)

    assert deposit == 5
"""
        in text
    )
    assert "@contextlib.contextmanager\ndef joined_threads(*ends):\n" in text
    assert "import contextlib\nimport threading\n" in text


def test_a_call_that_starts_threads_in_a_time_zone_stands_within_both() -> None:
    case = Case("Account.deposit")
    case.prepare(ZoneStatement, "UTC")
    account = case.call("Account", "a")
    case.prepare(ThreadsStatement, ((account.id, "close"),))
    case.call("Account.deposit", 5, on=account)

    text = render(built(case.equals(5)), SUBJECT, None, STYLE).text

    assert (
        """
    with time_zone("UTC"):
        account = Account("a")

        with joined_threads(account.close):
            deposit = account.deposit(5)

    assert deposit == 5
"""
        in text
    )
    assert "@contextlib.contextmanager\ndef time_zone(name):\n" in text
    assert "import time\n" in text


def test_threads_of_a_call_that_raises_are_waited_for() -> None:
    case = Case("Account.deposit")
    account = case.call("Account", "a")
    case.prepare(ThreadsStatement, ())
    case.call("Account.deposit", -5, on=account)

    text = render(built(case.raises("builtins:ValueError")), SUBJECT, None, STYLE).text

    assert (
        """
    with joined_threads():
        with pytest.raises(ValueError):
            account.deposit(-5)
"""
        in text
    )


def test_the_function_that_waits_for_threads_has_type_hints_where_tests_have_them() -> None:
    case = Case("coupon").prepare(ThreadsStatement, ())
    case.call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, replace(STYLE, type_hints=True)).text

    assert "def joined_threads(*ends: Callable[[], object]) -> Iterator[None]:\n" in text
    assert "from collections.abc import Callable, Iterator\n" in text


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("locale.setlocale", "setlocale, LC_ALL, setlocale(LC_ALL)"),
        ("decimal.setcontext", "setcontext, getcontext().copy()"),
        ("signal.signal:SIGINT", "signal, SIGINT, getsignal(SIGINT)"),
        ("socket.setdefaulttimeout", "setdefaulttimeout, getdefaulttimeout()"),
        ("sys.setrecursionlimit", "sys.setrecursionlimit, sys.getrecursionlimit()"),
        ("os.umask", "umask, umask(0o022)"),
        ("os.chdir", "chdir, getcwd()"),
        ("sys.setswitchinterval", "sys.setswitchinterval, sys.getswitchinterval()"),
        ("logging.disable", "disable, root.manager.disable"),
        ("logging.setLevel:shop", 'getLogger("shop").setLevel, getLogger("shop").level'),
        ("logging.setLevel:root", "getLogger().setLevel, getLogger().level"),
        ("sys.modules:a", 'sys.modules.pop, "a", None'),
    ],
)
def test_a_setting_of_the_process_is_put_back_behind_the_test(name: str, shown: str) -> None:
    case = Case("coupon").prepare(RestoreStatement, name)
    case.call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert f"    request.addfinalizer(partial({shown}))\n" in text
    assert "from functools import partial\n" in text


def test_handlers_that_the_code_adds_to_a_logger_are_gone_behind_the_test() -> None:
    case = Case("coupon").prepare(RestoreStatement, "logging.handlers:shop")
    case.call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert 'monkeypatch.setattr(getLogger("shop"), "handlers", list(getLogger("shop").handlers))' in text


def test_a_setting_that_nothing_puts_back_is_no_test() -> None:
    case = Case("coupon").prepare(RestoreStatement, "shop.setanything")
    case.call("coupon")

    with pytest.raises(UnwritableError):
        render(built(case.equals("a")), SUBJECT, None, STYLE)


def test_a_test_that_needs_a_database_is_marked() -> None:
    case = Case("coupon").prepare(DatabaseStatement)
    case.call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert "@pytest.mark.django_db\ndef test_coupon" in text


def test_a_test_that_needs_a_library_is_skipped_without_it() -> None:
    case = Case("coupon").prepare(LibraryStatement, "yaml")
    case.call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert '    pytest.importorskip("yaml")\n' in text


def test_a_part_of_a_library_that_is_needed_anyway_is_not_asked_for() -> None:
    case = Case("coupon").prepare(LibraryStatement, "rich.console").prepare(LibraryStatement, "rich")
    case.prepare(LibraryStatement, "yaml.nodes").call("coupon")

    text = render(built(case.equals("a")), SUBJECT, None, STYLE).text

    assert "rich.console" not in text
    assert '    pytest.importorskip("rich")\n    pytest.importorskip("yaml.nodes")\n' in text
    assert "import pytest\n" in text


def test_a_folder_that_code_makes_is_there_behind_the_call() -> None:
    case = Case("note").prepare(FolderStatement)
    case.call("note", "shelf", "a")

    text = render(built(case.leaves("shelf/", "")), SUBJECT, None, STYLE).text

    assert "def test_note_makes_shelf(monkeypatch, tmp_path):" in text
    assert '    assert (tmp_path / "shelf").is_dir()\n' in text
