from __future__ import annotations

import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from testloom.measurement import Laboratory, Request, check_tools, run_tests, runs, verification, verify
from testloom.model.errors import InterpreterError, MissingToolError

SUBJECT = """\
def size(number):
    if number > 10:
        return "large"
    return "small"
"""


def unguarded(python: Path, sandbox: Path) -> Sequence[str]:
    return [str(python), "-X", "utf8", "-B"]


@pytest.fixture
def laboratory(tmp_path: Path) -> Laboratory:
    (tmp_path / "shop").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "sizes.py").write_text(SUBJECT)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = "-x -p no:pytest-lsp -p no:asyncio -p no:hypothesispytest"\n'
    )
    (tmp_path / "tests" / "conftest.py").write_text(
        "import pytest\n\n@pytest.fixture\ndef eleven():\n    return 11\n"
    )
    subject = tmp_path / "shop" / "sizes.py"
    return Laboratory(Path(sys.executable), tmp_path, tmp_path, subject, unguarded)


def place(laboratory: Laboratory) -> Path:
    return laboratory.project / "tests" / "test_sizes.py"


def files(laboratory: Laboratory) -> list[Path]:
    return sorted(laboratory.project.rglob("*"))


def test_a_run_has_outcomes_and_the_coverage_of_the_subject(laboratory: Laboratory) -> None:
    text = """
import pytest
from shop.sizes import size

def test_small():
    assert size(1) == "small"

def test_wrong():
    assert size(1) == "large"

@pytest.mark.skip(reason="not today")
def test_skipped():
    pass
"""
    before = files(laboratory)

    run = run_tests(laboratory, place(laboratory), text)

    assert {name: case.outcome for name, case in run.cases.items()} == {
        "test_small": "passed",
        "test_wrong": "failed",
        "test_skipped": "skipped",
    }
    assert "assert 'small' == 'large'" in run.cases["test_wrong"].message
    assert run.coverage is not None
    assert run.coverage.missing_lines == (3,)
    assert run.coverage.missing_branches == ((2, 3),)
    assert run.coverage.percent == pytest.approx(100 * 4 / 6)
    assert files(laboratory) == before


def test_fixtures_and_options_of_the_project_are_in_force(laboratory: Laboratory) -> None:
    text = """
from shop.sizes import size

def test_large(eleven):
    assert size(eleven) == "large"
"""

    assert verify(laboratory, place(laboratory), text, ["test_large"]).rejected == {}


def test_options_of_a_project_around_temporary_files_are_not(
    laboratory: Laboratory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (laboratory.project / "pyproject.toml").write_text("")
    monkeypatch.setattr("tempfile.tempdir", str(other))

    found = verify(
        laboratory, laboratory.project / "tests" / "test_it.py", "def test_one():\n    pass\n", ["test_one"]
    )

    assert found.rejected == {}


def test_a_test_that_depends_on_its_surroundings_is_unstable(laboratory: Laboratory) -> None:
    text = """
import os

seen, counted = [], []

def test_first():
    seen.append(1)

def test_after_the_first():
    assert seen

def test_seed():
    assert os.environ["PYTHONHASHSEED"] == "0"

def test_zone():
    assert os.environ["TZ"] == "UTC"

def test_home():
    assert os.path.basename(os.environ["HOME"]) == "tester"

def test_locale():
    assert os.environ["LC_ALL"] == "C.UTF-8"

def test_once():
    counted.append(1)
    assert len(counted) == 1
"""

    found = verify(
        laboratory,
        place(laboratory),
        text,
        [
            "test_first",
            "test_after_the_first",
            "test_seed",
            "test_zone",
            "test_home",
            "test_locale",
            "test_once",
        ],
    )

    assert found.failed == {}
    assert found.unstable == {
        "test_after_the_first": "unstable: it ends differently in reversed order",
        "test_seed": "unstable: it ends differently with another hash seed",
        "test_zone": "unstable: it ends differently in another time zone",
        "test_home": "unstable: it ends differently in another directory or for another user",
        "test_locale": "unstable: it ends differently in another locale",
        "test_once": "unstable: it ends differently when it is repeated",
    }


def test_code_that_does_not_work_in_a_locale_costs_no_test(laboratory: Laboratory) -> None:
    text = """
import os

if os.environ["LC_ALL"] == "C":
    raise SystemExit("this program wants UTF-8")

def test_one():
    pass

def test_two():
    assert os.environ["TZ"] == "UTC"
"""

    found = verify(laboratory, place(laboratory), text, ["test_one", "test_two"])

    assert found.failed == {}
    assert found.unstable == {"test_two": "unstable: it ends differently in another time zone"}


def test_a_test_that_ends_the_process_does_not_take_the_others_with_it(laboratory: Laboratory) -> None:
    text = """
import os
import pytest
from shop.sizes import size

@pytest.mark.parametrize("number", [pytest.param(1, id="one: a")])
def test_small(number):
    assert size(number) == "small"

def test_exit():
    os._exit(3)
"""

    found = verify(laboratory, place(laboratory), text, ["test_small[one: a]", "test_exit"])

    assert found.rejected == {"test_exit": "failed: ended the process with status 3"}
    assert found.percent is not None


def test_a_test_that_hangs_is_named(laboratory: Laboratory) -> None:
    text = "import time\n\ndef test_hangs():\n    time.sleep(60)\n"

    run = run_tests(laboratory, place(laboratory), text, Request(timeout=5.0, measure=False))

    assert run.error == "test_hangs did not end within 5 s"
    assert run.culprit == "tests/test_sizes.py::test_hangs"


def test_a_test_that_hangs_until_no_time_is_left_does_not_take_the_others_with_it(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verification, "LEAST_SECONDS", 4.0)
    text = (
        "import time\nfrom shop.sizes import size\n\ndef test_hangs():\n    time.sleep(60)\n\n"
        "def test_large():\n    assert size(11) == 'large'\n"
    )

    found = verify(laboratory, place(laboratory), text, ["test_hangs", "test_large"], seconds=1.0)

    assert found.rejected == {"test_hangs": "failed: did not end within 4 s"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import nothing_here\n", "No module named 'nothing_here'"),
        ("def f(:\n", "SyntaxError"),
        ("x = 1\n", "pytest found no tests"),
    ],
)
def test_a_file_that_cannot_be_collected_says_why(laboratory: Laboratory, text: str, reason: str) -> None:
    found = verify(laboratory, place(laboratory), text, ["test_x"])

    assert reason in found.failed["test_x"]
    assert found.percent is None


def test_an_interpreter_with_all_tools_is_accepted() -> None:
    check_tools(Path(sys.executable))


def test_an_interpreter_without_pytest_gets_advice(tmp_path: Path) -> None:
    import venv

    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / "bin" / "python"

    with pytest.raises(MissingToolError, match=r"pytest and coverage.py .* -m pip install pytest coverage"):
        check_tools(python)


def test_an_interpreter_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InterpreterError, match="does not run"):
        check_tools(tmp_path / "python")


def test_a_test_that_depends_on_the_date_is_unstable(laboratory: Laboratory) -> None:
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

    found = verify(laboratory, place(laboratory), text, names)

    assert found.failed == {}
    assert set(found.unstable.values()) == {"unstable: it ends differently on another date"}
    assert set(found.unstable) == {"test_date", "test_datetime", "test_time", "test_text_of_today"}


def test_a_test_that_needs_others_in_whichever_order_does_not_pass_alone(laboratory: Laboratory) -> None:
    text = """
seen = []

def test_before():
    seen.append(1)

def test_between():
    assert seen

def test_behind():
    seen.append(1)
"""

    found = verify(laboratory, place(laboratory), text, ["test_before", "test_between", "test_behind"])

    assert found.unstable == {"test_between": "unstable: it ends differently when it runs alone"}


def test_a_test_that_needs_any_other_before_it_does_not_pass_alone(laboratory: Laboratory) -> None:
    others = [f"test_{number}" for number in range(8)]
    each = "def {}():\n    seen.append(1)\n\n"
    around = [each.format(name) for name in others]
    text = "".join(["seen = []\n\n", *around[:4], "def test_among():\n    assert seen\n\n", *around[4:]])

    found = verify(laboratory, place(laboratory), text, [*others, "test_among"])

    assert found.rejected == {"test_among": "unstable: it ends differently when it runs alone"}


def test_a_test_runs_apart_with_all_its_fixtures_and_tells_how_it_ends(laboratory: Laboratory) -> None:
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

    run = run_tests(laboratory, place(laboratory), text, Request(measure=False, apart=True))

    assert {name: case.outcome for name, case in run.cases.items()} == {
        "test_fixture[1]": "passed",
        "test_fixture[2]": "passed",
        "test_again": "passed",
        "test_wrong": "failed",
        "test_gone": "failed",
    }


def test_tests_that_get_in_each_others_way_are_not_parallel(laboratory: Laboratory) -> None:
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

    found = verify(laboratory, place(laboratory), text, ["test_one", "test_other"])

    assert list(found.unstable.values()) == ["unstable: it ends differently in parallel with others"]


def test_a_test_that_takes_too_long_is_ended(laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runs, "SECONDS_A_TEST", 1.0)
    text = "import time\n\ndef test_slow():\n    time.sleep(30)\n\ndef test_quick():\n    pass\n"

    found = verify(laboratory, place(laboratory), text, ["test_slow", "test_quick"])

    assert list(found.rejected) == ["test_slow"]
    assert "longer than 1 s" in found.failed["test_slow"]


def test_verification_ends_soon_after_it_is_stopped(
    laboratory: Laboratory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "SECONDS_A_TEST", 120.0)
    wanted = threading.Event()
    threading.Timer(0.5, wanted.set).start()
    started = time.monotonic()

    verify(
        laboratory,
        place(laboratory),
        "import time\n\ndef test_slow():\n    time.sleep(90)\n",
        ["test_slow"],
        stopped=wanted.is_set,
    )

    assert time.monotonic() - started < 45
