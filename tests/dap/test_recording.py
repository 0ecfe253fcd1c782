"""Debug sessions over the Debug Adapter Protocol while calls are recorded."""

from __future__ import annotations

import os
import socket
import subprocess
import textwrap
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from testloom.execution import recorded_environment
from testloom.lsp.recording.debugging import completed, recorded
from testloom.lsp.recording.recordings import how_to_record
from testloom.recording import Stop, note_end, note_stop, read_recording, recorded_functions
from tests.agent.pythons import PYTHONS, on_chosen_pythons
from tests.cli.command import run
from tests.dap.client import Debugger, Message
from tests.projects import pyproject

SHOP = """
    class Cart:
        def __init__(self, owner):
            self.owner = owner
            self.prices = []

        def add(self, price):
            self.prices.append(price)

        def total(self):
            return sum(self.prices)


    def double(price):
        twice = 2 * price
        return twice


    def label(owner, total):
        return f"{owner}: {total}"
"""
APP = """
    from shop import Cart, double, label

    first = double(1)


    def fill(owner, *prices):
        cart = Cart(owner)
        for price in prices:
            cart.add(double(price))
        return cart


    print(label("ann", fill("ann", 3, 4).total()))
    print(label("bob", fill("bob", 5).total()))
"""
CALL, TWICE, ADDED = 3, 15, 10
"""Lines: the first call in the program, the return in `double`, and the return in `fill`."""
TOOLS = ("pytest", "_pytest", "py", "pluggy", "iniconfig", "packaging", "pygments", "coverage")
"""What pytest and coverage.py need, all of it Python."""


class Session:
    """A debug session on a program of two files, and what the editor notes of its stops."""

    def __init__(self, folder: Path, python: Path, **configuration: Any) -> None:
        self.app, self.shop = folder / "app.py", folder / "shop.py"
        self.app.write_text(textwrap.dedent(APP).lstrip())
        self.shop.write_text(textwrap.dedent(SHOP).lstrip())
        (folder / "pyproject.toml").write_text(pyproject("shop"))
        how = how_to_record(self.app, folder, python)
        self.agent, self.journal = how.agent, how.journal
        plain = {"type": "testloom", "request": "launch", "program": str(self.app), **configuration}
        self.configuration = recorded(completed(plain, how.python, how.folder), how)
        self.debugger = Debugger(self._notice)
        self._stopped = 0.0
        self._is_by_hand = False

    def run(self, breakpoints: Mapping[Path, Sequence[int]]) -> None:
        self.debugger.begin(self.configuration, breakpoints)

    def end(self) -> None:
        self.debugger.end()
        note_end(self.journal, "session", time.time())

    def _notice(self, message: Message, is_sent: bool) -> None:
        """What the editor's adapter tracker does."""
        if message.get("event") == "stopped":
            self._stopped, self._is_by_hand = time.time(), False
        elif is_sent and message["command"] in ("setVariable", "setExpression"):
            self._is_by_hand = True
        elif is_sent and message["command"] == "evaluate":
            self._is_by_hand |= message["arguments"]["context"] == "repl"
        elif is_sent and message["command"] in ("continue", "next", "stepIn", "stepOut"):
            stop = Stop(self._stopped, time.time(), self._is_by_hand)
            note_stop(self.journal, "session", stop)

    @property
    def calls(self) -> Counter[str]:
        return Counter(call.callable for call in read_recording(self.journal).calls)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    on_chosen_pythons(metafunc, least="3.11")  # what debugpy needs


@pytest.fixture(scope="session")
def python(request: pytest.FixtureRequest) -> Path:
    """Each interpreter that is chosen."""
    return PYTHONS[request.param]


@pytest.fixture(scope="session")
def equipped(python: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of this interpreter that has pytest and coverage.py: those that run this test."""
    place = tmp_path_factory.mktemp("equipped")
    subprocess.run([python, "-m", "venv", "--without-pip", place], check=True)
    [packages] = place.glob("lib/python*/site-packages")
    for name in TOOLS:
        spec = find_spec(name)
        assert spec is not None and spec.origin is not None
        origin = Path(spec.origin)
        source = origin.parent if origin.name == "__init__.py" else origin
        (packages / source.name).symlink_to(source)
    return place / "bin" / "python"


@pytest.fixture
def just_my_code() -> bool:
    return True


@pytest.fixture
def session(tmp_path: Path, python: Path, just_my_code: bool) -> Iterator[Session]:
    session = Session(tmp_path.resolve(), python, justMyCode=just_my_code)
    with session.debugger:
        yield session


def test_breakpoints_are_hit_values_are_shown_and_all_calls_are_recorded(session: Session) -> None:
    session.run({session.shop: [TWICE]})
    twice = []
    for _ in range(4):
        stop = session.debugger.stop()
        assert (stop.reason, stop.place) == ("breakpoint", ("shop.py", TWICE))
        twice.append(stop.locals["twice"])
        stop.go()
    session.end()

    assert twice == ["2", "6", "8", "10"]
    assert "ann: 14" in session.debugger.output
    assert session.calls == {
        "shop:Cart": 2,
        "shop:Cart.add": 3,
        "shop:Cart.total": 2,
        "shop:double": 4,
        "shop:label": 2,
        "app:fill": 2,
    }


def test_what_was_recorded_before_a_stop_is_there_and_no_thread_of_ours_is_shown(session: Session) -> None:
    session.run({session.app: [ADDED]})
    session.debugger.stop()

    threads = session.debugger.ask("threads")["threads"]
    assert [thread["name"] for thread in threads] == ["MainThread"]
    until(lambda: session.calls == {"shop:double": 3, "shop:Cart": 1, "shop:Cart.add": 2})


@pytest.mark.parametrize("just_my_code", [True, False])
def test_stepping_goes_through_the_program_and_never_through_the_recorder(session: Session) -> None:
    session.run({session.app: [CALL]})
    stop = session.debugger.stop()
    places = []
    for step in ("stepIn", "next", "next", "next", "next", "stepIn", "stepIn", "next", "stepIn"):
        assert not [file for file in stop.files if file.startswith(str(session.agent))]
        stop.go(step)
        stop = session.debugger.stop()
        places.append(stop.place)
    stop.go()
    session.end()

    assert places == [
        ("shop.py", 14),
        ("shop.py", 15),
        ("app.py", 3),
        ("app.py", 6),
        ("app.py", 13),
        ("app.py", 7),
        ("shop.py", 3),
        ("shop.py", 4),
        ("app.py", 7),
    ]


def test_a_console_call_is_no_test_and_taints_what_it_touches(session: Session) -> None:
    session.run({session.app: [ADDED]})
    stop = session.debugger.stop()
    assert stop.evaluate("cart.add(double(100))") == ""
    assert stop.evaluate("cart.prices", "watch") == "[6, 8, 200]"
    stop.go()
    session.debugger.stop().go()
    session.end()

    assert "ann: 214" in session.debugger.output
    assert session.calls == {
        "shop:Cart": 2,
        "shop:Cart.add": 3,
        "shop:Cart.total": 1,
        "shop:double": 4,
        "shop:label": 2,
        "app:fill": 1,
    }
    lost = {each.callable: dict(each.lost) for each in recorded_functions(session.journal) if each.lost}
    assert lost.keys() == {"shop:double", "shop:Cart.add", "shop:Cart.total", "app:fill"}


def test_the_calls_of_a_session_become_tests_and_a_console_call_does_not(
    tmp_path: Path, equipped: Path
) -> None:
    session = Session(tmp_path.resolve(), equipped)
    with session.debugger:
        session.run({session.app: [ADDED]})
        stop = session.debugger.stop()
        assert stop.evaluate("label('console', 1)") == "'console: 1'"
        stop.go()
        session.debugger.stop().go()
        session.end()

    carved = run(tmp_path, "carve", str(session.journal), "--out", "tests", "--python", str(equipped))

    assert carved.status == 0, carved.err
    text = (tmp_path / "tests" / "test_shop.py").read_text()
    assert "def test_label" in text and "double(" in text
    assert "console" not in text


def test_a_process_that_was_started_with_it_can_be_attached_to(tmp_path: Path, python: Path) -> None:
    session = Session(tmp_path.resolve(), python)
    port = _free_port()
    debugpy = str(Path(str(find_spec("debugpy").origin)).parent)  # type: ignore[union-attr]
    listening = [str(python), debugpy, "--listen", f"127.0.0.1:{port}", "--wait-for-client", str(session.app)]
    env = {**os.environ, **recorded_environment(session.journal, tmp_path)}
    with session.debugger, subprocess.Popen(listening, cwd=tmp_path, env=env):
        how = how_to_record(session.app, tmp_path.resolve(), python)
        attached = recorded({"request": "attach", "justMyCode": False}, how)
        with Debugger(port=port) as debugger:
            debugger.begin(attached, {session.shop: [TWICE]})
            stop = debugger.stop()
            assert stop.place == ("shop.py", TWICE)
            assert not [file for file in stop.files if file.startswith(str(session.agent))]
            for _ in range(3):
                stop.go()
                stop = debugger.stop()
            stop.go()
            debugger.end()

    until(lambda: session.calls["shop:double"] == 4)
    assert session.calls.keys() == {
        "shop:double",
        "shop:Cart",
        "shop:Cart.add",
        "shop:Cart.total",
        "shop:label",
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_what_a_set_variable_reaches_is_not_the_programs_own(session: Session) -> None:
    session.run({session.shop: [TWICE]})
    stop = session.debugger.stop()
    stop.go()
    stop = session.debugger.stop()
    session.debugger.ask("setVariable", variablesReference=stop.scope, name="twice", value="1000")
    for _ in range(2):
        stop.go()
        stop = session.debugger.stop()
    stop.go()
    session.end()

    assert "ann: 1008" in session.debugger.output
    assert session.calls["shop:double"] == 3
    assert session.calls["app:fill"] == 1


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)
