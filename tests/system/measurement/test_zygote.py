"""Runs that are forked from a process which has loaded pytest are as those of fresh interpreters."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.execution import guarded_command
from testloom.measurement import (
    Conditions,
    Request,
    TestEnvironment,
    run_tests,
    runs,
    verify,
    with_zygote,
)
from testloom.measurement.conditions import BASE, CHANGED

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="it forks")
SUBJECT = "STATE = []\n\n\ndef half(n):\n    return n / 2 if n else 0\n"
TESTS = """\
import asyncio
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from datetime import datetime
from pathlib import Path

import pytest

import shop


@pytest.mark.parametrize("n", range(60))
def test_half(n):
    assert shop.half(n) == n / 2


@pytest.mark.parametrize("n", range(10))
def test_wrong_half(n):
    assert shop.half(n) == n


def test_where(tmp_path, monkeypatch):
    assert Path.cwd().name in ("work", "elsewhere")
    assert tempfile.gettempdir() == os.environ["TMPDIR"]
    assert Path.home() == Path(os.environ["HOME"])
    assert Path.home().name in ("tester", "someone")
    assert "PYTEST_DISABLE_PLUGIN_AUTOLOAD" not in os.environ


def test_zone():
    assert datetime.fromtimestamp(0).hour == (9 if os.environ["TZ"] == "Asia/Tokyo" else 0)


def test_order_of_a_set():
    assert list({"a", "b", "c"}) == list({"c", "b", "a"})


def test_state_of_the_module():
    shop.STATE.append(1)
    assert len(shop.STATE) == 1


def test_output(capsys):
    print("x")
    assert capsys.readouterr().out == "x\\n"


def test_standard_input():
    assert sys.stdin.read() == ""


def test_warning():
    with pytest.warns(UserWarning):
        warnings.warn("x")


def test_thread():
    done = []
    thread = threading.Thread(target=done.append, args=(1,))
    thread.start()
    thread.join()
    assert done == [1]


def test_loop():
    assert asyncio.run(asyncio.sleep(0, 3)) == 3


def test_writing_elsewhere():
    Path("/opt/testloom-x").write_text("x")


def test_starting_a_process():
    subprocess.run(["true"])


def test_exit():
    sys.exit(3)


def test_program():
    assert Path(sys.argv[0]).parts[-2:] == ("pytest", "__main__.py")
"""
ENDLESS = """\
def test_a():
    pass


def test_b():
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass
"""
FEW = """\
import sys

import shop


def test_half():
    assert shop.half(3) == 1.5


def test_state_of_the_module():
    shop.STATE.append(1)
    assert len(shop.STATE) == 1


def test_exit():
    sys.exit(3)
"""
DRAWING = "import random\n\n\ndef test_draw():\n    assert random.random() == 0\n"


@pytest.fixture
def environment(tmp_path: Path) -> TestEnvironment:
    (tmp_path / "shop.py").write_text(SUBJECT)
    python = Path(sys.executable)
    return TestEnvironment(python, tmp_path, tmp_path, tmp_path / "shop.py", guarded_command, frozenset())


@pytest.fixture
def forking(environment: TestEnvironment) -> Iterator[TestEnvironment]:
    with with_zygote(environment) as found:
        assert found.zygote is not None
        yield found


@pytest.mark.parametrize("fresh", [True, False])
def test_a_run_in_the_background_leaves_the_processor_to_others(
    forking: TestEnvironment, fresh: bool
) -> None:
    text = f"import os\n\ndef test_nice():\n    assert os.nice(0) == {min(19, os.nice(0) + 10)}\n"
    request = Request(measure=False, fresh=fresh)

    assert outcomes(replace(forking, in_background=True), text, request) == {"test_nice": ("passed", "")}
    assert outcomes(forking, text, request)["test_nice"][0] == "failed"


@pytest.mark.parametrize("fresh", [True, False])
def test_a_run_that_nobody_wants_any_more_ends_before_it_has_begun(
    forking: TestEnvironment, fresh: bool
) -> None:
    endless = "import time\n\ntime.sleep(600)\n"
    request = Request(measure=False, fresh=fresh, stopped=lambda: True)

    run = run_tests(forking, forking.root / "test_shop.py", endless, request)

    assert run.error is not None
    assert run.error.startswith("pytest did not finish")
    assert not run.cases


def outcomes(environment: TestEnvironment, text: str, request: Request) -> dict[str, tuple[str, str]]:
    run = run_tests(environment, environment.root / "test_shop.py", text, request)
    assert run.error is None
    return {name: (ended.outcome, ended.message) for name, ended in run.cases.items()}


@pytest.mark.parametrize(
    "request_",
    [
        Request(),
        Request(Conditions(time_zone="Asia/Tokyo", directory="elsewhere", user="someone", order="reversed")),
        Request(Conditions(days=403, repeat=2), measure=False),
        Request(measure=False, apart=True),
    ],
    ids=["base", "elsewhere", "another date", "apart"],
)
def test_forks_end_as_fresh_interpreters_do(
    environment: TestEnvironment, forking: TestEnvironment, request_: Request
) -> None:
    fresh, forked = (outcomes(place, TESTS, request_) for place in (environment, forking))

    assert len(fresh) > 80 and {outcome for outcome, _ in fresh.values()} == {"passed", "failed"}
    assert forked == fresh


@pytest.mark.parametrize("conditions", [BASE, CHANGED], ids=["base", "changed"])
def test_an_interpreter_that_has_waited_ends_as_one_that_is_started(
    environment: TestEnvironment,
    forking: TestEnvironment,
    conditions: Conditions,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = Request(conditions, measure=False, fresh=True)
    started = outcomes(environment, TESTS, request)
    assert forking.zygote is not None
    forking.zygote.prepare()
    monkeypatch.setattr(runs, "run_process", lambda *_, **__: pytest.fail("it is started only now"))

    assert outcomes(forking, TESTS, request) == started


@pytest.mark.parametrize("conditions", [BASE, CHANGED], ids=["base", "changed"])
def test_an_interpreter_forks_before_and_after_it_has_become_a_run_itself(
    environment: TestEnvironment,
    forking: TestEnvironment,
    conditions: Conditions,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started = outcomes(environment, TESTS, Request(conditions, measure=False))
    assert forking.zygote is not None
    forking.zygote.prepare()
    monkeypatch.setattr(runs, "run_process", lambda *_, **__: pytest.fail("it is started only now"))

    for fresh in (False, True, False, False):
        assert outcomes(forking, TESTS, Request(conditions, measure=False, fresh=fresh)) == started


def test_the_first_fresh_run_is_the_process_that_was_started(forking: TestEnvironment) -> None:
    assert forking.zygote is not None
    text = f"import os\n\ndef test_process():\n    assert os.getpid() == {forking.zygote.base.process.pid}\n"

    ended = [
        outcomes(forking, text, Request(measure=False, fresh=fresh))["test_process"][0]
        for fresh in (False, True, True)
    ]

    assert ended == ["failed", "passed", "failed"]


def test_a_fresh_run_takes_another_interpreter_while_a_fork_is_under_way(forking: TestEnvironment) -> None:
    assert forking.zygote is not None
    begun, is_over = threading.Event(), threading.Event()

    def stopped() -> bool:
        begun.set()
        return is_over.is_set()

    with ThreadPoolExecutor(1) as pool:
        endless = "import time\n\ntime.sleep(600)\n"
        request = Request(measure=False, stopped=stopped)
        under_way = pool.submit(run_tests, forking, forking.root / "test_other.py", endless, request)
        begun.wait()
        fresh = outcomes(forking, "def test_c():\n    pass\n", Request(measure=False, fresh=True))
        is_over.set()

    assert fresh["test_c"][0] == "passed"
    assert under_way.result().error is not None


def test_an_interpreter_that_ended_while_it_waited_is_not_missed(forking: TestEnvironment) -> None:
    assert forking.zygote is not None
    ended = forking.zygote.base.process
    ended.kill()
    ended.wait()

    assert outcomes(forking, "def test_c():\n    pass\n", Request(fresh=True))["test_c"][0] == "passed"


def test_an_interpreter_that_becomes_a_run_is_ended_with_it(forking: TestEnvironment) -> None:
    request = Request(timeout=2.0, measure=False, fresh=True)

    stuck = run_tests(forking, forking.root / "test_shop.py", ENDLESS, request)

    assert stuck.culprit is not None and stuck.culprit.endswith("test_b")


def test_a_forked_run_measures_what_a_fresh_one_does(
    environment: TestEnvironment, forking: TestEnvironment
) -> None:
    fresh, forked = (run_tests(place, place.root / "test_shop.py", TESTS) for place in (environment, forking))

    assert fresh.coverage == forked.coverage and fresh.coverage is not None


def test_forks_do_not_draw_alike(forking: TestEnvironment) -> None:
    drawn = [outcomes(forking, DRAWING, Request(measure=False))["test_draw"][1] for _ in range(2)]

    assert drawn[0] != drawn[1]


def test_a_run_that_does_not_end_is_ended_and_others_go_on(forking: TestEnvironment) -> None:
    request = Request(timeout=2.0, measure=False)

    stuck = run_tests(forking, forking.root / "test_shop.py", ENDLESS, request)

    assert stuck.culprit is not None and stuck.culprit.endswith("test_b")
    assert outcomes(forking, "def test_c():\n    pass\n", Request())["test_c"][0] == "passed"


def test_runs_go_on_without_the_process_if_that_is_lost(forking: TestEnvironment) -> None:
    assert forking.zygote is not None
    ended = forking.zygote.base.process
    ended.kill()
    ended.wait()

    assert outcomes(forking, "def test_c():\n    pass\n", Request())["test_c"][0] == "passed"


def test_a_run_cannot_write_into_the_place_of_another(forking: TestEnvironment) -> None:
    assert forking.zygote is not None
    other = forking.zygote.folder / "testloom-other"
    other.mkdir()
    text = f"from pathlib import Path\n\n\ndef test_a():\n    Path({str(other)!r}, 'x').write_text('x')\n"

    outcome, message = outcomes(forking, text, Request())["test_a"]

    assert outcome == "failed" and "PermissionError" in message
    assert list(other.iterdir()) == []


def test_tests_are_verified_by_forks(forking: TestEnvironment) -> None:
    names = ["test_half", "test_state_of_the_module", "test_exit"]

    rejected = verify(forking, forking.root / "test_shop.py", FEW, names).rejected

    assert rejected == {
        "test_state_of_the_module": "unstable: the outcome differs when it is repeated",
        "test_exit": "failed: SystemExit: 3",
    }
