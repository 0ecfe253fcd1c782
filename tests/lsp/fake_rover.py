"""Stands in for `testloom continuous --offer`: offers a test for each module, once.

With a file `patient` in the project, it does not come to an end by itself; with `polite`, being asked to end
is a reason to say what it has.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any


def say(event: str, **fields: Any) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


def offer(source: Path, project: Path) -> None:
    test_file = str(project / "tests" / f"test_{source.stem}.py")
    text = f"def test_{source.stem}():\n    assert 1\n"
    about = {"name": f"test_{source.stem}", "source": text, "file": test_file, "target": f"{source.stem}:f"}
    say("candidate", id=source.stem, **about)
    say("file", path=test_file, text=text, created=True)
    numbers = {"goals": 1, "covered": 1, "before": 0, "tests": 1, "seconds": 1.0}
    say("unit", unit=f"{source.stem}:f", file=str(source), status="new", outcome="accepted", **numbers)
    say("progress", phase="project", fraction=1.0)


def main() -> None:
    project = Path(sys.argv[2])
    with (project / "rounds").open("a") as stream:
        stream.write(f"{os.getpid()} {' '.join(sys.argv[1:])}\n")
    if (project / "polite").exists():
        signal.signal(signal.SIGTERM, lambda *_: (project / "patient").unlink())
    while (project / "patient").exists():
        time.sleep(0.01)
    sources = [file for file in sorted(project.glob("*.py")) if not (project / f"{file.stem}.done").exists()]
    for source in sources:
        offer(source, project)
        (project / f"{source.stem}.done").touch()
    say("summary", units=1, units_run=len(sources), coverage={"before": 0.0, "after": 100.0})


main()
