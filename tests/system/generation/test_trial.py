"""What keeps pytest from running a project's tests ends a search at once."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from threading import Timer

import pytest

from testloom.generation.file_job import FileJob
from testloom.generation.finding_tests import find_tests
from testloom.generation.job import generate
from testloom.generation.proving import trial
from testloom.generation.proving.trial import (
    LONGEST_TRIAL,
    Check,
    Workshop,
    check_collection,
    environment_for,
    lacking_path,
    open_workshop,
    try_tests,
)
from testloom.measurement import CaseOutcome, never
from testloom.model.errors import ProjectError
from testloom.model.events.jobs import Event, Failed, GoalCovered
from testloom.model.generation_request import GenerationRequest, Target
from testloom.model.settings import Settings
from tests.projects import pyproject

INSERTS = "import sys\nfrom pathlib import Path\nsys.path.append(str(Path(__file__).resolve().parents[1]))"
LOOPS = "[pytest]\nasyncio_default_fixture_loop_scope = function\n"
ENDLESS = "def half(n):\n    if hash(repr(n)) == 2**60 + 1:\n        return 0\n    return n / 2\n"
"""A search for all of its branches ends with its budget."""
BROKEN = {
    "conftest": (
        "tests/conftest.py",
        "import absent_package\n",
        ": tests/conftest.py, line 1: ModuleNotFoundError: No module named 'absent_package'.",
    ),
    "filter": (
        "pytest.ini",
        f"{LOOPS}filterwarnings =\n    error\n    ignore::absent.Warning\n",
        "absent",
    ),
    "option": ("pytest.ini", "[pytest]\naddopts = --no-such-option\n", "no-such-option"),
}


@pytest.mark.parametrize("kind", BROKEN)
def test_a_project_whose_tests_cannot_run_is_told_as_soon_as_it_is_known(tmp_path: Path, kind: str) -> None:
    name, text, what = BROKEN[kind]
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / name).write_text(text)
    (tmp_path / "shop.py").write_text(ENDLESS)
    events: list[Event] = []
    started = time.monotonic()

    request = GenerationRequest(
        (Target(tmp_path / "shop.py"),), Path(sys.executable), tmp_path, settings=Settings(budget=60)
    )
    generate(request, events.append)

    [failed] = [event for event in events if isinstance(event, Failed)]
    assert failed.what.startswith("pytest runs no test")
    assert what in failed.what
    if kind == "conftest":
        assert (failed.target, failed.line) == (str(tmp_path / name), 1)
    else:
        assert failed.advice == f"Run {sys.executable} -m pytest there, and mend what it says."
    assert time.monotonic() - started < 30


@pytest.mark.parametrize(
    ("name", "text", "line", "what"),
    [
        ("tests/conftest.py", "import os\n\nimport absent\n", 3, "No module named 'absent'"),
        ("conftest.py", "import os\n\nraise ValueError('closed')\n", 3, "ValueError: closed"),
        ("conftest.py", "import os\n\ndef open(:\n", 3, "SyntaxError: invalid syntax"),
        ("tests/__init__.py", "import os\n\ndef open(:\n", 3, "SyntaxError: invalid syntax"),
        ("stock.py", "\n1 / 0\n", 2, "ZeroDivisionError: division by zero"),
    ],
    ids=["missing package", "exception", "syntax", "package of tests", "helper"],
)
def test_the_line_that_keeps_tests_from_running_is_named(
    tmp_path: Path, name: str, text: str, line: int, what: str
) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "conftest.py").write_text("import stock\n")
    (tmp_path / "stock.py").write_text("SHELVES = 3\n")
    (tmp_path / name).write_text(text)
    (tmp_path / "shop.py").write_text(ENDLESS)
    request = GenerationRequest((), Path(sys.executable), tmp_path)

    with (
        open_workshop(request, tmp_path / "shop.py", tmp_path / "tests" / "test_shop.py", never) as shop,
        pytest.raises(ProjectError) as raised,
    ):
        shop.check.seconds()

    assert raised.value.what.startswith(f"pytest runs no test: {name}, line {line}: ")
    assert what in raised.value.what
    assert (raised.value.file, raised.value.line) == (tmp_path / name, line)


def test_tests_that_wait_fail_with_the_line_that_keeps_them_from_running(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "conftest.py").write_text("import os\n\nimport absent\n")
    (tmp_path / "shop.py").write_text("def half(n):\n    return n / 2\n")
    request = GenerationRequest((), Path(sys.executable), tmp_path)
    text = "def test_nothing():\n    pass\n"

    outcomes = try_tests(request, tmp_path / "shop.py", tmp_path / "test_shop.py", text, ["test_nothing"])

    told = "conftest.py, line 3: ModuleNotFoundError: No module named 'absent'"
    assert outcomes == {"test_nothing": CaseOutcome("failed", told)}


def test_a_search_begins_before_it_is_known_whether_tests_run(tmp_path: Path) -> None:
    (tmp_path / "shop.py").write_text("def half(n):\n    return n / 2\n")
    check: Future[float] = Future()
    events: list[Event] = []

    def emit(event: Event) -> None:
        events.append(event)
        if isinstance(event, GoalCovered) and not check.done():
            check.set_result(0.25)

    with patience_with(check):
        request = GenerationRequest(
            (), Path(sys.executable), tmp_path, settings=Settings(executions=50, seed=1)
        )
        job = FileJob(request, tmp_path / "shop.py", (Target(tmp_path / "shop.py"),), 10.0, emit=emit)
        shop = Workshop(environment_for(request, job.file), tmp_path / "test_shop.py", Check(check))
        found = find_tests(job, shop)

    assert found.deadlines.pytest_seconds == 0.25


def test_whoever_leaves_the_workshop_waits_for_no_check(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "conftest.py").write_text("import time\n\ntime.sleep(600)\n")
    request = GenerationRequest((), Path(sys.executable), tmp_path)
    started = time.monotonic()

    with open_workshop(request, tmp_path / "shop.py", tmp_path / "test_shop.py", never) as shop:
        pass

    assert shop.check.ran.done()
    assert time.monotonic() - started < LONGEST_TRIAL / 2


def test_an_interpreter_whose_plugins_are_known_is_not_asked_for_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    request = GenerationRequest((), Path(sys.executable), tmp_path)
    monkeypatch.setattr(trial, "installed", lambda *_: pytest.fail("it is asked"))
    known = frozenset({"xdist"})

    with open_workshop(request, tmp_path / "shop.py", tmp_path / "test_shop.py", never, known) as shop:
        assert shop.environment.plugins == known


@contextmanager
def patience_with(check: Future[float]) -> Iterator[None]:
    """Fail instead of waiting for ever."""

    def give_up() -> None:
        if not check.done():
            check.set_exception(TimeoutError())

    timer = Timer(20.0, give_up)
    timer.start()
    yield
    timer.cancel()


def test_of_what_keeps_tests_from_running_no_secret_is_told(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / ".env").write_text("opensesame")
    reads = "from pathlib import Path\n\nraise OSError(Path(__file__, '../../.env').resolve().read_text())\n"
    (tmp_path / "tests" / "conftest.py").write_text(reads)
    (tmp_path / "shop.py").write_text("def half(n):\n    return n / 2\n")
    events: list[Event] = []

    request = GenerationRequest(
        (Target(tmp_path / "shop.py"),), Path(sys.executable), tmp_path, settings=Settings(budget=60)
    )
    generate(request, events.append)

    [failed] = [event for event in events if isinstance(event, Failed)]
    assert failed.what.startswith("pytest runs no test: tests/conftest.py, line 3: ")
    assert "opensesame" not in failed.what


def test_a_filter_may_name_a_class_of_the_project(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "pytest.ini").write_text(f"{LOOPS}filterwarnings =\n    error\n    ignore::shop.Old\n")
    (tmp_path / "shop.py").write_text("class Old(Warning): ...\n\n\ndef half(n):\n    return n / 2\n")
    events: list[Event] = []

    targets, settings = (Target(tmp_path / "shop.py"),), Settings(executions=50, seed=1)
    generate(GenerationRequest(targets, Path(sys.executable), tmp_path, settings=settings), events.append)

    assert not any(isinstance(event, Failed) for event in events)
    assert (tmp_path / "tests" / "test_shop.py").exists()


@pytest.mark.parametrize("mode", ["prepend", "importlib"])
@pytest.mark.parametrize("there", ["other/test_shop.py", "tests/deep/test_shop.py", "test_shop.py"])
def test_a_file_that_cannot_be_collected_with_another_is_not_written(
    tmp_path: Path, there: str, mode: str
) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "pytest.ini").write_text(f"[pytest]\naddopts = --import-mode={mode}\n")
    (tmp_path / "shop.py").write_text("def half(n):\n    return n / 2\n")
    (tmp_path / there).parent.mkdir(parents=True, exist_ok=True)
    (tmp_path / there).write_text("def test_that_is_not_run():\n    assert False\n")
    (tmp_path / "conftest.py").touch()
    request = GenerationRequest((), Path(sys.executable), tmp_path)
    environment = environment_for(request, tmp_path / "shop.py")

    def check() -> None:
        check_collection(environment, tmp_path / "tests" / "test_shop.py", never)

    if mode == "importlib":
        check()
    else:
        with pytest.raises(ProjectError, match=rf"together with .*{there}: .*mismatch"):
            check()


def test_a_fixture_for_all_tests_that_fails_is_told(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "shop.py").write_text("def half(n):\n    return n / 2\n")
    connecting = 'socket.create_connection(("127.0.0.1", 9), timeout=1)'
    (tmp_path / "conftest.py").write_text(
        f"import pytest, socket\n\n@pytest.fixture(autouse=True)\ndef db():\n    return {connecting}\n"
    )
    environment = environment_for(GenerationRequest((), Path(sys.executable), tmp_path), tmp_path / "shop.py")

    with pytest.raises(ProjectError, match=r"does nothing fails in .*: .*use the network"):
        check_collection(environment, tmp_path / "tests" / "test_shop.py", never)


def test_a_file_of_the_same_name_that_is_broken_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(pyproject("shop"))
    (tmp_path / "shop.py").write_text("def half(n):\n    return n / 2\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "__init__.py").touch()
    (tmp_path / "other" / "test_shop.py").write_text("import no_such_package\n")
    environment = environment_for(GenerationRequest((), Path(sys.executable), tmp_path), tmp_path / "shop.py")

    check_collection(environment, tmp_path / "tests" / "test_shop.py", never)


@pytest.mark.parametrize(
    ("files", "subject", "root", "expected"),
    [
        ({}, "shop/tax.py", ".", "."),
        ({"conftest.py": ""}, "shop/tax.py", ".", ""),
        ({"tests/__init__.py": ""}, "shop/tax.py", ".", ""),
        ({"pytest.ini": "[pytest]\npythonpath = ."}, "lib/shop/tax.py", "lib", "lib"),
        ({"tests/conftest.py": INSERTS}, "shop/tax.py", ".", ""),
    ],
)
def test_pytest_says_what_its_path_lacks_for_a_test(
    tmp_path: Path, files: dict[str, str], subject: str, root: str, expected: str
) -> None:
    for name, text in {"pyproject.toml": "", **files, subject: ""}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    request = GenerationRequest((), Path(sys.executable), tmp_path / root)

    found = lacking_path(environment_for(request, tmp_path / subject), tmp_path / "tests" / "test_tax.py")

    assert found == expected
