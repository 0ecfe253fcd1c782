"""A program in a folder, to run with and without the recorder."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import textwrap
from contextlib import closing
from pathlib import Path
from typing import Any

from testloom.execution import recorded_command

SECONDS = 30


class Project:
    """A folder with a program and modules, to run with and without the recorder."""

    def __init__(self, folder: Path, python: Path) -> None:
        self.folder, self.python = folder, python
        self.journal = folder / "calls.testloom"
        self.ignored = folder / "ignored.json"
        self.variables: dict[str, str] = {}
        self._tells_ignored = False

    def write(self, **modules: str) -> None:
        for name, source in modules.items():
            (self.folder / f"{name}.py").write_text(textwrap.dedent(source))

    def ignore(self, *places: str) -> None:
        """Have the recorder told that git ignores files, or folders with a slash at the end."""
        self.ignored.write_text(json.dumps(places))
        self._tells_ignored = True

    def start(self, *program: str) -> subprocess.Popen[str]:
        ignored = self.ignored if self._tells_ignored else None
        command = recorded_command(self.python, self.journal, self.folder, name="app", ignored=ignored)
        return subprocess.Popen(
            [*command, *(program or ("app.py",))],
            cwd=self.folder,
            env={**os.environ, **self.variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *program: str) -> tuple[str, str, int]:
        """Output, errors and exit status of the recorded program."""
        with self.start(*program) as process:
            out, err = process.communicate(timeout=SECONDS)
        return out, err, process.returncode

    def plainly(self) -> tuple[str, str, int]:
        """The same without the recorder."""
        command = [str(self.python), "app.py"]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={**os.environ, **self.variables},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
        return done.stdout, done.stderr, done.returncode

    @property
    def calls(self) -> list[tuple[str, dict[str, Any]]]:
        with closing(sqlite3.connect(self.journal)) as connection:
            rows = connection.execute("select callable, data from calls order by id").fetchall()
        return [(path, json.loads(data)) for path, data in rows]

    @property
    def lost(self) -> list[tuple[str, str]]:
        with closing(sqlite3.connect(self.journal)) as connection:
            return connection.execute("select callable, reason from lost").fetchall()

    def steps(self, path: str) -> list[list[Any]]:
        """The steps of the only call of a function."""
        [data] = [data for known, data in self.calls if known == path]
        return list(data["steps"])
