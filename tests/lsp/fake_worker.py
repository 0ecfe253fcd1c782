"""Stands in for a worker: reads a request and behaves as the name of the file to test says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any


def say(event: str, **fields: Any) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


def summary(**fields: Any) -> None:
    say("summary", goals=4, covered=3, **fields)


def works(file: Path, target: str) -> None:
    """Two tests, in a new file."""
    test_file = file.parent / "tests" / f"test_{file.stem}.py"
    source = "def test_one():\n    assert 1 == 1\n"
    say("progress", phase="load", fraction=0.1)
    say("progress", phase="search", fraction=0.5, goals=4, covered=2, executions_per_second=3400.2)
    say("goal", goal="g1", line=1, label="line 1")
    say(
        "candidate",
        id="c1",
        name="test_one",
        source=source,
        file=str(test_file),
        target=target,
        covers=["g1"],
        doubles=["works:Client"],
    )
    say("progress", phase="verify", fraction=0.4)
    say("file", path=str(test_file), text=source, created=True)
    summary(tests=1, files=[str(test_file)])


def shares(file: Path, target: str) -> None:
    """A test that asks for a fixture, in a new file."""
    test_file = str(file.parent / "tests" / f"test_{file.stem}.py")
    source = "def test_one(box):\n    assert box == [1]\n"
    text = f"import pytest\n\n\n@pytest.fixture\ndef box():\n    return [1]\n\n\n{source}"
    say("candidate", id="c1", name="test_one", source=source, file=test_file, target=target, covers=["g1"])
    say("file", path=test_file, text=text, created=True)
    summary(tests=1, files=[test_file])


def lines(file: Path, target: str) -> None:
    """A test for the line that it is asked for, and each time another one."""
    test_file, line = str(file.with_name("test_lines.py")), int(target.rpartition(":")[2])
    name = "test_head" if line == 1 else "test_one"
    source = f"def {name}():\n    assert {time.time()}\n"
    about = {"file": test_file, "target": "lines:f", "covers": ["g"], "lines": [1, line]}
    say("candidate", id="c1", name=name, source=source, **about)
    say("file", path=test_file, text=source, created=True)
    summary(tests=1, files=[test_file])


def drafts(file: Path, target: str) -> None:
    """Two drafts while the search goes on; the file `go` ends it, and one of the two has been verified."""
    test_file = str(file.parent / "tests" / f"test_{file.stem}.py")
    sources = {f"test_{name}": f"def test_{name}():\n    assert 1\n" for name in ("one", "two")}
    about = {"file": test_file, "target": "drafts:f"}
    for name, source in sources.items():
        reached = {"lines": [1, 2], "branches": [[2, "x is true"]]}
        say("draft", id=name, name=name, source=source, covers=[name], **about, **reached)
    text = "\n\n".join(sources.values())
    say("drafted", file=test_file, text=text, ids=list(sources))
    while not file.with_name("go").exists():
        time.sleep(0.01)
    kept = sources["test_one"].replace("assert 1", "assert 1 == 1")
    kills = ["line 2: a → b"]
    say("candidate", id="c1", name="test_one", source=kept, covers=["test_one"], kills=kills, **about)
    say("file", path=test_file, text=kept, created=True)
    summary(tests=1, files=[test_file])


def halting(file: Path, target: str) -> None:
    """A test that is verified while the search goes on, which is handed over once there is enough."""
    test_file = str(file.parent / "tests" / f"test_{file.stem}.py")
    source = "def test_one():\n    assert 1\n"
    say("progress", phase="search", fraction=0.2, goals=4, covered=2, verified=1)
    if sys.stdin.readline():
        say("candidate", id="c1", name="test_one", source=source, file=test_file, target=target, covers=["g"])
        say("file", path=test_file, text=source, created=True)
        if file.with_name("hangs").exists():
            sys.stdin.read()
        summary(tests=1, files=[test_file])


def extends(file: Path, target: str) -> None:
    """A test more in the file beside it."""
    test_file = file.with_name("test_extends.py")
    text = test_file.read_text(encoding="utf-8").replace("import os\n", "import os\nimport re\n")
    text = text.replace("import (\n    add\n)", "import (\n    add,\n    sub\n)")
    source = f"def test_two():\n    assert {'sub' if 'sub' in text else 're'}\n"
    say("candidate", id="c2", name="test_two", source=source, file=str(test_file), target=target, covers=[])
    say("file", path=str(test_file), text=f"{text.rstrip()}\n\n\n{source}", created=False)
    summary(tests=1, files=[str(test_file)])


def lacks(file: Path, target: str) -> None:
    """A test, in a new file that finds the project only with a setting of pytest."""
    test_file = file.parent / "tests" / "test_lacks.py"
    source = "def test_one():\n    assert 1\n"
    say("candidate", id="c1", name="test_one", source=source, file=str(test_file), target=target, covers=[])
    say("file", path=str(test_file), text=source, created=True, lacking=".")
    summary(tests=1, files=[str(test_file)])


def apart(file: Path, target: str) -> None:
    """A test, in a new file that pytest does not look into."""
    test_file = file.with_name("test_apart.py")
    source = "def test_one():\n    assert 1\n"
    say("candidate", id="c1", name="test_one", source=source, file=str(test_file), target=target, covers=[])
    say("file", path=str(test_file), text=source, created=True, apart=True)
    summary(tests=1, files=[str(test_file)])


def withholds(file: Path, target: str) -> None:
    """Nothing new, of code that read private files."""
    say("withheld", files=[".env", "/run/secrets/db"])
    summary(tests=0, files=[])


def known(file: Path, target: str) -> None:
    """Tests that are in their file already, or that its user has deleted."""
    test_file = file.parent / "tests" / f"test_{file.stem}.py"
    say("file", path=str(test_file), text=test_file.read_text(encoding="utf-8"), created=False, changed=False)
    summary(tests=3, files=[str(test_file)])


def uncounted(file: Path, target: str) -> None:
    """A test, in spite of those of the project, which took too long."""
    test_file = str(file.with_name("test_uncounted.py"))
    source = "def test_one():\n    assert 1\n"
    say("candidate", id="c1", name="test_one", source=source, file=test_file, target=target, covers=["g"])
    say("file", path=test_file, text=source, created=True)
    summary(tests=1, files=[test_file], uncounted=5.0)


def nothing(file: Path, target: str) -> None:
    """No test, with reasons."""
    summary(tests=0, unreached={"needs-value": 1})


def refuses(file: Path, target: str) -> None:
    """An error of the subject, said twice."""
    for _ in range(2):
        say(
            "error",
            code="missing-package",
            what="shop needs the package stripe.",
            advice="Install it: python -m pip install stripe",
            target=str(file),
            line=3,
        )
    summary()


def dies(file: Path, target: str) -> None:
    """A crash in the middle of it."""
    say("progress", phase="search", fraction=0.5)
    print("about to crash", file=sys.stderr, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)


def babbles(file: Path, target: str) -> None:
    """What is no event is no reason to stop."""
    print("Segmentation imminent", flush=True)
    say("song", title="?")
    summary(tests=0)


def stubborn(file: Path, target: str) -> None:
    """Never ends by itself, with a child that does not either."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    _endless(file, "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); time.sleep(60)")
    time.sleep(60)


def patient(file: Path, target: str) -> None:
    """Ends with its child when its standard input ends."""
    child = _endless(file, "import sys; sys.stdin.read()")
    sys.stdin.read()
    child.kill()


def _endless(file: Path, code: str) -> subprocess.Popen[bytes]:
    child = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
    file.with_suffix(".pids").write_text(f"{os.getpid()} {child.pid}")
    say("progress", phase="search", fraction=0.2)
    return child


def busy(file: Path, target: str) -> None:
    """Never rests, until its standard input ends."""
    threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
    for step in range(10**6):
        say("progress", phase="search", fraction=0.2, goals=step, covered=step // 2)
        say("goal", goal=f"g{step}", line=step, label="x is true")
        time.sleep(0.005)


def echoes(file: Path, target: str) -> None:
    """Says the request itself, as an error."""
    say("error", code="echo", what=json.dumps(REQUEST), advice="")
    summary()


BEHAVIOURS = [
    works,
    shares,
    lines,
    drafts,
    halting,
    extends,
    lacks,
    apart,
    withholds,
    known,
    nothing,
    uncounted,
    refuses,
    dies,
    babbles,
    stubborn,
    patient,
    busy,
    echoes,
]
REQUEST = json.loads(sys.stdin.readline())


if __name__ == "__main__":
    wished = REQUEST["targets"][0]
    subject = Path(wished.partition("::")[0])
    next(behaviour for behaviour in BEHAVIOURS if behaviour.__name__ == subject.stem)(subject, wished)
