"""A worker gets its results whatever becomes of the agent; the agent here is a script that plays its part."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

from testloom.execution import Agent, AgentSettings
from testloom.execution.process import AgentProcess
from testloom.model.errors import AgentError, EnoughError, InterpreterError, SubjectError
from testloom.model.statements import LiteralStatement, TestCase

PREAMBLE = """#!{python}
import json, os, struct, sys, time

def receive():
    header = sys.stdin.buffer.read(5)
    if len(header) < 5:
        sys.exit()
    length, kind = struct.unpack(">IB", header)
    return chr(kind), json.loads(sys.stdin.buffer.read(length))

def answer(data, kind="="):
    body = json.dumps(data).encode()
    sys.stdout.buffer.write(struct.pack(">IB", len(body), ord(kind)) + body)
    sys.stdout.buffer.flush()

def run(test):
    return ["passed", 0, None, None]

def execute(tests):
    trace = {{"hits": [len(tests)], "distances": []}}
    answer({{"traces": [trace], "results": [run(test) for test in tests]}})

"""
SERVE = """
while True:
    kind, request = receive()
    answer({"module": "m"}) if kind == "L" else execute(request["tests"])
"""
EXIT_ON_7 = """
def run(test):
    if test[0][2] == 7:
        os._exit(5)
    return ["passed", 0, None, None]
"""

FakeAgent = Callable[..., Agent]
Told = TypeVar("Told")


@pytest.fixture
def fake(tmp_path: Path) -> FakeAgent:
    """Starts an agent that is this script."""

    def start(script: str, import_seconds: float = 5.0) -> Agent:
        program = tmp_path / "python"
        program.write_text(PREAMBLE.format(python=sys.executable) + script)
        program.chmod(0o755)
        return Agent.start(program, tmp_path / "subject.py", tmp_path, AgentSettings(import_seconds))

    return start


def literals(*values: int) -> list[TestCase]:
    return [TestCase((LiteralStatement(0, value),)) for value in values]


def ends(agent: Agent, *values: int) -> list[str]:
    return [result.end for result in agent.execute(literals(*values))]


def test_the_description_is_what_the_agent_said(fake: FakeAgent) -> None:
    with fake(SERVE) as agent:
        assert agent.description == {"module": "m"}


def test_what_describing_took_is_no_part_of_the_import(fake: FakeAgent) -> None:
    with fake(SERVE.replace('{"module": "m"}', '{"describing_seconds": 7.0}')) as agent:
        assert agent.import_seconds == agent.load_seconds - 7.0


def test_large_batches_are_split_and_keep_their_order(fake: FakeAgent) -> None:
    with fake(SERVE) as agent:
        results = agent.execute(literals(*range(450)))

    assert [len(results), results[0].trace.hits, results[-1].trace.hits] == [450, {200}, {50}]


def test_a_test_case_that_kills_the_agent_is_found_and_counts_as_killed(fake: FakeAgent) -> None:
    with fake(EXIT_ON_7 + SERVE) as agent:
        assert ends(agent, *range(10)) == ["passed"] * 7 + ["killed"] + ["passed"] * 2


def test_what_was_submitted_before_a_death_is_not_lost(fake: FakeAgent) -> None:
    with fake(EXIT_ON_7 + SERVE) as agent:
        agent.submit(literals(1, 7))
        agent.submit(literals(2, 3))

        assert [result.end for result in agent.collect()] == ["passed", "killed"]
        assert [result.end for result in agent.collect()] == ["passed", "passed"]


def test_who_waits_for_an_agent_that_is_stopped_waits_no_longer_and_it_is_gone(fake: FakeAgent) -> None:
    with fake("receive()\nanswer({})\ntime.sleep(600)\n") as agent:
        agent.stopped = lambda: True
        with pytest.raises(EnoughError):
            agent.execute(literals(1))

        # Not an OSError: its descriptors may be somebody else's by now.
        for ask in (agent.execute, agent.observe, agent.vary):
            with pytest.raises(EnoughError):
                ask(literals(1))


def test_an_agent_that_is_stopped_before_it_has_loaded_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    file = tmp_path / "endless.py"
    file.write_text("while True:\n    pass\n")

    with pytest.raises(EnoughError):
        Agent.start(Path(sys.executable), file, tmp_path, AgentSettings(stopped=lambda: True))

    assert list(tmp_path.iterdir()) == [file]


BESIDE = """
import sys, threading
from pathlib import Path
from testloom.execution import Agent

python, file = map(Path, sys.argv[1:])
threading.Thread(target=Agent.start, args=(python, file, file.parent)).start()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere it sees the closed pipe when it reads next")
def test_an_agent_that_a_thread_has_started_ends_with_a_program_that_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "endless.py"
    file.write_text("while True:\n    pass\n")
    program = subprocess.Popen([sys.executable, "-c", BESIDE, sys.executable, str(file)])
    try:
        [agent] = _eventually(lambda: _children(program.pid))
    finally:
        program.kill()
        program.wait()

    assert _eventually(lambda: not _command_of(agent))


def _children(process: int) -> list[str]:
    """The agents that a process has started; git is asked meanwhile."""
    told = (path.read_text() for path in Path(f"/proc/{process}/task").glob("*/children"))
    return [child for text in told for child in text.split() if b"testloom_agent" in _command_of(child)]


def _command_of(process: str) -> bytes:
    """Its command line; nothing of one that has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _eventually(ask: Callable[[], Told]) -> Told:
    end = time.monotonic() + 10.0
    while not (told := ask()) and time.monotonic() < end:
        time.sleep(0.05)
    return told


def test_an_agent_that_keeps_dying_is_an_error(fake: FakeAgent) -> None:
    with fake(EXIT_ON_7 + SERVE) as agent, pytest.raises(AgentError, match="exit status 5"):
        agent.execute(literals(*[7] * 40))


def test_executing_does_not_overtake_what_was_submitted(fake: FakeAgent) -> None:
    with fake(SERVE) as agent:
        agent.submit(literals(1))
        with pytest.raises(AgentError, match="still running"):
            agent.execute(literals(2))


def test_a_refused_batch_is_an_error(fake: FakeAgent) -> None:
    script = 'def execute(tests): answer({"what": "too odd"}, "!")\n'
    with fake(script + SERVE) as agent, pytest.raises(AgentError, match="too odd"):
        agent.execute(literals(1))


@pytest.mark.parametrize(
    "written", ["b'\\xff\\xff\\xff\\xff='", "struct.pack('>IB', (64 << 20) + 1, ord('='))"]
)
def test_an_answer_without_end_is_an_error(fake: FakeAgent, written: str) -> None:
    flood = f"""
sys.stdout.buffer.write({written})
while True:
    sys.stdout.buffer.write(bytes(1 << 16))
"""

    with pytest.raises(AgentError, match="announced an answer of"):
        fake(flood)

    with fake(SERVE.replace('execute(request["tests"])', "os.write(1, bytes([255] * 5))")) as agent:
        with pytest.raises(AgentError, match="announced an answer of"):
            ends(agent, 1)
        assert not agent._process.folder.exists()


def test_an_answer_that_is_no_text_is_an_error(fake: FakeAgent) -> None:
    garbled = "os.write(1, struct.pack('>IB', 1, ord('=')) + bytes([254]))"
    executing = SERVE.replace('execute(request["tests"])', garbled)

    with fake(executing) as agent, pytest.raises(AgentError, match="answer cannot be read"):
        ends(agent, 1)
    with pytest.raises(AgentError, match="answer cannot be read"):
        fake(SERVE.replace('answer({"module": "m"})', garbled))


def test_a_subject_that_cannot_be_loaded_is_an_error_with_advice(fake: FakeAgent) -> None:
    failure = {"code": "syntax", "what": "a.py, line 3: oops.", "advice": "Correct it.", "line": 3}

    with pytest.raises(SubjectError, match=r"oops\. Correct it\.") as caught:
        fake(f"receive(); answer({failure!r}, '!')")

    assert caught.value.code == "syntax"


def test_an_import_that_ends_the_process_is_the_subjects_fault(fake: FakeAgent) -> None:
    with pytest.raises(SubjectError, match="exit status 4") as caught:
        fake("receive(); os._exit(4)")

    assert caught.value.code == "import-exited"


def test_an_agent_that_fails_by_itself_says_why(fake: FakeAgent) -> None:
    with pytest.raises(AgentError, match="ZeroDivisionError"):
        fake("def testloom_agent(): 1 / 0\ntestloom_agent()")


@pytest.mark.parametrize("is_fatal", [False, True], ids=["in a fork", "itself"])
def test_what_an_agent_fails_with_is_logged_once(
    fake: FakeAgent, caplog: pytest.LogCaptureFixture, is_fatal: bool
) -> None:
    failing = f"""
failed = os.path.join(os.path.dirname(sys.argv[0]), "failed")

def run(test):
    if not os.path.exists(failed):
        open(failed, "w").close()
        print("ValueError: no such trace", file=sys.stderr, flush=True)
        {"os._exit(1)" if is_fatal else ""}
    return ["passed", 0, None, None]
"""
    with fake(failing + SERVE) as agent:
        assert [result.end for result in agent.execute(literals(1, 2))] == ["passed", "passed"]

    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert caplog.messages[0].endswith("ValueError: no such trace")


def test_a_program_that_is_no_python_is_named(fake: FakeAgent) -> None:
    with pytest.raises(InterpreterError, match="cannot run: unknown option -X"):
        fake("print('unknown option -X', file=sys.stderr)")


def test_an_import_that_does_not_end_is_killed(fake: FakeAgent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("testloom.execution.agent.LOAD_GRACE_SECONDS", 0.2)

    with pytest.raises(SubjectError) as caught:
        fake("receive(); time.sleep(60)", 0.2)

    assert caught.value.code == "import-timeout"


def test_an_interpreter_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(InterpreterError, match="nowhere/python"):
        Agent.start(Path("/nowhere/python"), tmp_path / "a.py", tmp_path)


def test_an_interpreter_that_is_too_old_is_named(fake: FakeAgent) -> None:
    failure = {"code": "interpreter", "what": "Python 3.8 is too old.", "advice": "Choose another."}

    with pytest.raises(InterpreterError, match="too old"):
        fake(f"receive(); answer({failure!r}, '!')")


def test_closing_ends_the_whole_process_group_and_leaves_no_folder(
    tmp_path: Path, fake: FakeAgent, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    script = 'child = os.fork()\nif child: receive(); answer({"child": child})\ntime.sleep(60)\n'

    agent = fake(script)
    child = agent.description["child"]
    agent.close()

    deadline = time.monotonic() + 20
    while _is_alive(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not _is_alive(child)
    assert list(temporary.iterdir()) == []


def test_a_pipe_that_is_full_does_not_block_the_sender(fake: FakeAgent, tmp_path: Path) -> None:
    sent = tmp_path / "sent"
    script = (
        f"receive(); answer({{}})\nwhile not os.path.exists({str(sent)!r}): time.sleep(0.01)\n"
        'while True: execute(receive()[1]["tests"])\n'
    )
    with fake(script) as agent:
        many = [TestCase(tuple(LiteralStatement(n, "x" * 1000) for n in range(30)))] * 100
        agent.submit(many)

        sent.touch()
        assert len(agent.collect()) == 100


def test_closing_twice_or_after_a_kill_is_harmless(tmp_path: Path, fake: FakeAgent) -> None:
    agent = fake(SERVE)

    agent.close()
    agent.close()


def _is_alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as status:
            return status.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_the_agent_lies_beside_this_package() -> None:
    from testloom.execution.process import AGENT_FOLDER

    assert (AGENT_FOLDER / "__main__.py").is_file()
    assert AgentProcess.__module__ == "testloom.execution.process" and os.sep in str(AGENT_FOLDER)
