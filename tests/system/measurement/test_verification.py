"""What fails or changes somewhere is told, test by test."""

from __future__ import annotations

import os
import platform
import shutil
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.execution import Agent, guarded_command
from testloom.measurement import (
    CaseOutcome,
    Request,
    TestEnvironment,
    TestRun,
    never,
    run_tests,
    verification,
    verify,
)
from testloom.measurement.conditions import BASE, CHANGED, SHUFFLED
from testloom.measurement.run_folder import RunFolder
from tests.agent.cases import call
from tests.system.measurement.places import place


def test_a_test_that_depends_on_its_conditions_is_unstable(environment: TestEnvironment) -> None:
    text = """
import os
import platform
import shutil
import sys
from pathlib import Path
from shop import sizes

seen, counted = [], []

def test_first():
    seen.append(1)

def test_after_the_first():
    assert seen

def test_seed():
    assert os.environ["PYTHONHASHSEED"] == "17"

def test_zone():
    assert os.environ["TZ"] == "UTC"

def test_home():
    assert os.path.basename(os.environ["HOME"]) == "tester"

def test_locale():
    assert os.environ["LC_ALL"] == "C.UTF-8"

def test_processors():
    assert os.cpu_count() == COUNT

def test_free_space():
    assert shutil.disk_usage("/").total == SPACE

def test_release():
    assert platform.release() == "RELEASE"

def test_version():
    assert sys.version == 'VERSION'

def test_configuration():
    assert os.sysconf("SC_NPROCESSORS_ONLN") == COUNT
    assert os.sysconf("SC_PAGE_SIZE")

def test_place():
    assert sizes.__file__ == "PLACE"

def test_length_of_the_resolved_place():
    assert len(str(Path(sizes.__file__).resolve())) == LENGTH

def test_files_that_are_found_from_there():
    folder = Path(sizes.__file__).resolve().parent
    assert (folder / "data" / "names.txt").read_text() == (folder.parent / "names.txt").read_text() == "a"

def test_mask(tmp_path):
    (tmp_path / "a").touch()
    assert (tmp_path / "a").stat().st_mode & 0o777 == MODE

def test_once():
    counted.append(1)
    assert len(counted) == 1
"""
    mask = os.umask(0)
    os.umask(mask)
    here = {
        "COUNT": os.cpu_count(),
        "SPACE": shutil.disk_usage("/").total,
        "RELEASE": platform.release(),
        "VERSION": sys.version,
        "MODE": 0o666 & ~mask,
        "PLACE": environment.subject,
        "LENGTH": len(str(environment.subject)),
    }
    (environment.subject.parent / "data").mkdir()
    for folder in (environment.project, environment.subject.parent / "data"):
        (folder / "names.txt").write_text("a")
    for name, number in here.items():
        text = text.replace(name, str(number))

    found = verify(
        environment,
        place(environment),
        text,
        [
            "test_first",
            "test_after_the_first",
            "test_seed",
            "test_zone",
            "test_home",
            "test_locale",
            "test_processors",
            "test_free_space",
            "test_release",
            "test_version",
            "test_configuration",
            "test_place",
            "test_length_of_the_resolved_place",
            "test_files_that_are_found_from_there",
            "test_mask",
            "test_once",
        ],
    )

    assert found.failed == {}
    assert found.unstable == {
        "test_after_the_first": "unstable: the outcome differs in reversed order",
        "test_seed": "unstable: the outcome differs with another hash seed",
        "test_zone": "unstable: the outcome differs in another time zone",
        "test_home": "unstable: the outcome differs in another directory or for another user",
        "test_locale": "unstable: the outcome differs in another locale",
        "test_processors": "unstable: the outcome differs on another machine",
        "test_free_space": "unstable: the outcome differs on another machine",
        "test_release": "unstable: the outcome differs on another machine",
        "test_version": "unstable: the outcome differs on another machine",
        "test_configuration": "unstable: the outcome differs on another machine",
        "test_place": "unstable: the outcome differs on another machine",
        "test_length_of_the_resolved_place": "unstable: the outcome differs on another machine",
        "test_mask": "unstable: the outcome differs on another machine",
        "test_once": "unstable: the outcome differs when it is repeated",
    }


@pytest.mark.parametrize(
    ("name", "is_private"), [("names.txt", False), ("names.py", False), (".names", True), ("local.py", True)]
)
def test_in_another_place_the_same_files_of_the_project_are_private(
    environment: TestEnvironment, name: str, is_private: bool
) -> None:
    environment.subject.with_name(name).write_text("a, b")
    text = f"""
from pathlib import Path
from shop import sizes

def test_names():
    assert Path(sizes.__file__).with_name({name!r}).read_text() == "a, b"
"""

    ignored = (str(environment.subject.resolve().with_name("local.py")),)
    guarded = replace(environment, guard=guarded_command, ignored=ignored)
    run = run_tests(guarded, place(environment), text, Request(CHANGED, measure=False))

    assert (run.is_private, [case.outcome for case in run.cases.values()]) == (is_private, ["passed"])


def test_tests_meet_other_hash_seeds_than_the_agent_that_says_what_they_assert(
    environment: TestEnvironment,
) -> None:
    environment.subject.write_text("def place(text):\n    return hash(text)\n")
    with Agent.start(environment.python, environment.subject, environment.root) as agent:
        [[*_, observed]] = agent.observe([call("shop.sizes:place", "a")])
    text = f"""
from shop.sizes import place

def test_place():
    assert place("a") != {getattr(observed.value, "value", None)}
"""

    outcomes = [
        case.outcome
        for conditions in (BASE, CHANGED)
        for case in run_tests(environment, place(environment), text, Request(conditions)).cases.values()
    ]

    assert outcomes == ["passed", "passed"]
    assert isinstance(getattr(observed.value, "value", None), int)


def test_it_is_told_whether_an_assertion_failed_and_what_fails_in_any_order(
    environment: TestEnvironment,
) -> None:
    text = """
import warnings

import pytest

seen = []


def test_value():
    seen.append("value")
    assert seen.count("value") == 1


def test_warning():
    with pytest.warns(UserWarning):
        if "warning" not in seen:
            warnings.warn("once", UserWarning)
    seen.append("warning")


def test_spoilt():
    assert "value" not in seen


def test_wrong():
    assert int("x")


def test_right():
    pass
"""
    names = ["test_value", "test_warning", "test_spoilt", "test_wrong"]
    found = verify(environment, place(environment), text, [*names, "test_right"])

    assert set(found.rejected) == set(names)
    assert found.raising == {"test_warning"}
    assert {name for name in found.rejected if found.is_of_assertion(name)} == {"test_value", "test_spoilt"}
    assert found.hopeless == {"test_wrong"}


def test_code_that_does_not_work_in_a_locale_costs_no_test(environment: TestEnvironment) -> None:
    text = """
import os

if os.environ["LC_ALL"] == "C":
    raise SystemExit("this program wants UTF-8")

def test_one():
    pass

def test_two():
    assert os.environ["TZ"] == "UTC"
"""

    found = verify(environment, place(environment), text, ["test_one", "test_two"])

    assert found.failed == {}
    assert found.unstable == {"test_two": "unstable: the outcome differs in another time zone"}


def test_a_test_that_hangs_until_no_time_is_left_does_not_take_the_others_with_it(
    environment: TestEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "LEAST_RUNAWAYS", 0.8)
    text = (
        "import time\nfrom shop.sizes import size\n\ndef test_hangs():\n    time.sleep(60)\n\n"
        "def test_large():\n    assert size(11) == 'large'\n"
    )

    found = verify(environment, place(environment), text, ["test_hangs", "test_large"], seconds=1.0)

    assert found.rejected == {"test_hangs": "failed: did not finish within 4 s"}


def test_tests_that_are_slow_together_are_none_the_worse(
    environment: TestEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "RUN_SECONDS", 2.0)
    names = [f"test_{number}" for number in range(12)]
    body = "def {}():\n    time.sleep(0.25)\n"
    text = "import time\n\n" + "\n".join(body.format(name) for name in names)

    found = verify(environment, place(environment), text, names, seconds=60.0, alone=never)

    assert found.rejected == {}


def test_a_row_that_a_plugin_runs_several_times_runs_alone_as_well(environment: TestEnvironment) -> None:
    (environment.project / "tests" / "conftest.py").write_text(
        "import pytest\n\n@pytest.fixture(params=['asyncio', 'trio'], autouse=True)\n"
        "def backend(request):\n    return request.param\n"
    )
    text = """
import pytest

seen = []

def test_before():
    seen.append(1)

@pytest.mark.parametrize("least", [pytest.param(0, id="row 1"), pytest.param(1, id="row 2")])
def test_between(least):
    assert len(seen) >= least

def test_behind():
    seen.append(1)
"""
    names = ["test_before", "test_between[row 1]", "test_between[row 2]", "test_behind"]

    found = verify(environment, place(environment), text, names)

    assert found.rejected == {"test_between[row 2]": "unstable: the outcome differs when it runs alone"}


def test_a_test_that_depends_on_the_date_is_unstable(environment: TestEnvironment) -> None:
    year, month = time.gmtime()[:2]
    text = f"""
import datetime
import time
from datetime import date, datetime as moment, timezone

def test_date():
    assert date.today().year == {year} and date.today().month == {month}

def test_datetime():
    assert (moment.now(timezone.utc).year, moment.now().month) == ({year}, {month})

def test_time():
    assert time.gmtime(time.time())[:2] == ({year}, {month})

def test_text_of_today():
    assert time.strftime("%Y-%m") == "{year}-{month:02}"

def test_fixed_moments():
    given = moment(2024, 1, 2, tzinfo=timezone.utc)
    assert isinstance(given, datetime.datetime) and isinstance(given, date)
    assert repr(given) == "datetime.datetime(2024, 1, 2, 0, 0, tzinfo=datetime.timezone.utc)"
    assert time.gmtime(0).tm_year == 1970
    assert datetime.datetime.fromtimestamp(0, timezone.utc) == moment(1970, 1, 1, tzinfo=timezone.utc)

def test_what_only_the_plugin_changes():
    assert time.time.__module__ is None or time.time.__module__ == "time"
"""
    names = [line.split("(")[0].removeprefix("def ") for line in text.splitlines() if line[:4] == "def "]

    found = verify(environment, place(environment), text, names)

    assert found.failed == {}
    assert set(found.unstable.values()) == {"unstable: the outcome differs on another date"}
    assert set(found.unstable) == {"test_date", "test_datetime", "test_time", "test_text_of_today"}


def test_a_test_that_needs_others_in_whichever_order_does_not_pass_alone(
    environment: TestEnvironment,
) -> None:
    text = """
seen = []

def test_before():
    seen.append(1)

def test_between():
    assert seen

def test_behind():
    seen.append(1)
"""

    found = verify(environment, place(environment), text, ["test_before", "test_between", "test_behind"])

    assert found.unstable == {"test_between": "unstable: the outcome differs when it runs alone"}


def test_a_test_that_needs_any_other_before_it_does_not_pass_alone(environment: TestEnvironment) -> None:
    others = [f"test_{number}" for number in range(8)]
    each = "def {}():\n    seen.append(1)\n\n"
    around = [each.format(name) for name in others]
    text = "".join(["seen = []\n\n", *around[:4], "def test_among():\n    assert seen\n\n", *around[4:]])

    found = verify(environment, place(environment), text, [*others, "test_among"])

    assert found.rejected == {"test_among": "unstable: the outcome differs when it runs alone"}


def test_a_test_runs_apart_with_all_its_fixtures_and_tells_how_it_ends(environment: TestEnvironment) -> None:
    text = """
import os

import pytest

made = []

@pytest.fixture(scope="module")
def shared():
    made.append(1)
    yield len(made)
    assert made == [1]

@pytest.mark.parametrize("number", [1, 2])
def test_fixture(shared, number):
    assert shared == 1

def test_again(shared):
    assert shared == 1

def test_wrong():
    assert made

def test_gone():
    os._exit(3)
"""

    run = run_tests(environment, place(environment), text, Request(measure=False, apart=True))

    assert {name: case.outcome for name, case in run.cases.items()} == {
        "test_fixture[1]": "passed",
        "test_fixture[2]": "passed",
        "test_again": "passed",
        "test_wrong": "failed",
        "test_gone": "failed",
    }


def test_tests_that_get_in_each_others_way_are_not_parallel(environment: TestEnvironment) -> None:
    text = """
import os
import time

def held(seconds):
    handle = os.open("lock", os.O_CREAT | os.O_EXCL)
    time.sleep(seconds)
    os.close(handle)
    os.remove("lock")

def test_one():
    held(2.0)

def test_other():
    held(2.0)
"""

    found = verify(environment, place(environment), text, ["test_one", "test_other"])

    assert list(found.unstable.values()) == ["unstable: the outcome differs in parallel with others"]


def test_a_test_that_takes_too_long_is_ended_and_not_run_in_every_order(
    environment: TestEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "import time\n\ndef test_slow():\n    time.sleep(30)\n\ndef test_quick():\n    pass\n"
    left_out = []

    def run_watched(at: TestEnvironment, file: Path, text: str, request: Request) -> TestRun:
        if request.conditions == SHUFFLED:
            left_out.append(request.without)
        return run_tests(at, file, text, request)

    monkeypatch.setattr(verification, "run_tests", run_watched)

    found = verify(
        replace(environment, seconds_a_test=1.0), place(environment), text, ["test_slow", "test_quick"]
    )

    assert list(found.rejected) == ["test_slow"]
    assert "longer than 1 s" in found.failed["test_slow"]
    assert left_out == [("test_slow",)]


def test_a_run_of_tests_alone_ends_once_nobody_wants_to_wait_for_it(
    environment: TestEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([True])  # as long as the tests have not begun to run alone
    ended = []

    def passed(_at: TestEnvironment, _file: Path, _text: str, _request: Request) -> TestRun:
        return TestRun({"test_one": CaseOutcome("passed")})

    def broken_off(_place: RunFolder, _at: TestEnvironment, request: Request) -> TestRun:
        ended.append(request.stopped())
        return TestRun(error="it was stopped")

    monkeypatch.setattr(verification, "run_tests", passed)
    monkeypatch.setattr(verification, "run_at", broken_off)

    found = verify(
        environment, place(environment), "", ["test_one"], alone=lambda: next(answers, False), stopped=never
    )

    assert ended == [True]
    assert found.rejected == {}


def test_verification_ends_soon_after_it_is_stopped(environment: TestEnvironment) -> None:
    wanted = threading.Event()
    threading.Timer(0.5, wanted.set).start()
    started = time.monotonic()

    verify(
        replace(environment, seconds_a_test=120.0),
        place(environment),
        "import time\n\ndef test_slow():\n    time.sleep(90)\n",
        ["test_slow"],
        stopped=wanted.is_set,
    )

    assert time.monotonic() - started < 45
