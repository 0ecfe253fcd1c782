"""The agent's processes end when they should, and say why they could not begin."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from testloom.execution import Agent, AgentSettings
from testloom.model.errors import InterpreterError, SubjectError
from tests.processes import marked

SUBJECTS = Path(__file__).resolve().parents[2] / "subjects"
SERVER = Path(__file__).resolve().parents[3] / "server"
OLD_PYTHONS = sorted(
    path
    for minor in range(6, 10)
    for path in (Path.home() / ".pyenv/versions").glob(f"3.{minor}.*/bin/python3")
)

IMPORTS = {
    "import-exited": [
        "import sys; sys.exit(2)",
        "import os; os._exit(2)",
        "import faulthandler; faulthandler._sigsegv()",
    ],
    "import-timeout": ["while True: pass", "import time; time.sleep(60)"],
    "import-raised": ["1 / 0", "bytearray(64 << 30)"],
    "missing-package": ["import not_there_at_all"],
    "syntax": ["def ("],
    "encoding": ["name = '\udce4'"],
}


@pytest.mark.parametrize(("code", "source"), [(code, source) for code in IMPORTS for source in IMPORTS[code]])
def test_a_module_that_cannot_be_loaded_says_why(
    python: Path, tmp_path: Path, code: str, source: str
) -> None:
    file = tmp_path / "subject.py"
    file.write_bytes(source.encode("utf-8", "surrogateescape"))

    with pytest.raises(SubjectError) as caught:
        Agent.start(python, file, tmp_path, AgentSettings(import_seconds=0.5))

    assert (caught.value.code, "subject" in caught.value.what) == (code, True)
    assert caught.value.advice


def test_a_file_that_is_not_there_is_named(python: Path, tmp_path: Path) -> None:
    with pytest.raises(SubjectError, match=r"gone\.py") as caught:
        Agent.start(python, tmp_path / "gone.py", tmp_path)

    assert caught.value.code == "missing-file"


@pytest.mark.parametrize("old_python", OLD_PYTHONS, ids=lambda path: path.parts[-3])
def test_an_old_interpreter_is_refused_with_its_version(old_python: Path) -> None:
    with pytest.raises(InterpreterError, match=r"Python 3\.\d\.\d+ is too old"):
        Agent.start(old_python, SUBJECTS / "versions.py", SUBJECTS)


def test_an_import_that_leaves_a_thread_behind_is_no_obstacle(python: Path, tmp_path: Path) -> None:
    file = tmp_path / "subject.py"
    file.write_text("import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()\n")
    start = time.monotonic()

    with Agent.start(python, file, tmp_path) as agent:
        assert agent.execute([]) == []
    assert time.monotonic() - start < 30


WORKER = """
import sys
from pathlib import Path
from testloom.execution import Agent, AgentSettings
from testloom.model.statements import CallStatement, TestCase

python, subjects, module, function = sys.argv[1:]
file = Path(subjects) / f"{module}.py"
if function == "import":
    print("ready", flush=True)
agent = Agent.start(Path(python), file, Path(subjects), AgentSettings(60))
agent.submit([TestCase((CallStatement(0, f"{module}:{function}"),))] * 100)
print("ready", flush=True)
agent.collect()
"""


@pytest.mark.parametrize("function", ["swallow", "never_return", "fine", "import"])
def test_nothing_survives_a_worker_that_is_killed(python: Path, tmp_path: Path, function: str) -> None:
    (tmp_path / "stuck.py").write_text("import itertools\nsum(itertools.repeat(1, 10**13))\n")
    folder, module = (tmp_path, "stuck") if function == "import" else (SUBJECTS, "hazards")
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    worker = subprocess.Popen(
        [sys.executable, "-c", WORKER, str(python), str(folder), module, function],
        env={**os.environ, "PYTHONPATH": str(SERVER), "TESTLOOM_TEST": mark, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
    )
    assert worker.stdout is not None and worker.stdout.readline() == b"ready\n"
    time.sleep(0.3)

    worker.send_signal(signal.SIGKILL)
    worker.wait()
    worker.stdout.close()

    deadline = time.monotonic() + 20
    while (left := marked(mark)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert left == []
