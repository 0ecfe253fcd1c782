"""Mutants of a module by cosmic-ray, and how many of them tests kill.

cosmic-ray changes a copy of the module, one place at a time, and runs pytest; a mutant is killed if a test
that passes without it fails, or if there is no end to it.
"""

from __future__ import annotations

import json
import random
import shlex
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..environments.process import confined, run
from ..environments.subjects import Subject
from .court import Court

SECONDS_A_MUTANT = 10.0
LONGEST = 4 * 3600.0
CONFIGURATION = """\
[cosmic-ray]
module-path = {module}
timeout = {timeout}
excluded-modules = []
test-command = {command}

[cosmic-ray.distributor]
name = "local"
"""


@dataclass(frozen=True, slots=True)
class Kills:
    """What one tool's tests for one module are worth.

    Of the module's `mutants` some were `tried`; `lines` are those of the test files.
    """

    module: str
    tool: str
    mutants: int = 0
    tried: int = 0
    killed: int = 0
    lines: int = 0

    def of_none(self, tool: str) -> Kills:
        """What no tests are worth on the same mutants."""
        return Kills(self.module, tool, self.mutants, self.tried)


@dataclass(frozen=True, slots=True)
class Trial:
    """Tests on a copy of their subject below `place`, and the interpreters of the subject and of cosmic-ray.

    At most `most` mutants are tried, chosen at random, but the same ones for all tests of a module.
    """

    subject: Subject
    tests: Path
    place: Path
    python: Path
    cosmic_ray: Path
    most: int

    def kills(self, tool: str) -> Kills:
        """Try the tests on the mutants.

        Raises:
            RuntimeError: if cosmic-ray fails, or the tests do so without a mutant.
        """
        root, tests = self.place / "root", self.place / "tests"
        file = self.subject.copy_to(root)
        shutil.copytree(self.tests, tests)  # away from this project and its settings of pytest
        lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in test_files(tests))
        passing = self._command(tests, Court(self.python, file, root, self.place).outcomes(tests))
        configuration, session = self.place / "cosmic-ray.toml", self.place / "session.sqlite"
        configuration.write_text(
            CONFIGURATION.format(
                module=json.dumps(str(file)), timeout=SECONDS_A_MUTANT, command=json.dumps(passing)
            )
        )
        self._run("init", configuration, session)
        number = keep_some(session, self.most)
        self._run("baseline", configuration)
        self._run("exec", configuration, session)
        ends = list(_ends(self._run("dump", session)))
        killed = sum(end != "survived" for end in ends)
        return Kills(self.subject.module, tool, number, len(ends), killed, lines)

    def _command(self, tests: Path, outcomes: dict[str, str]) -> str:
        """How to run the tests that pass on the subject as it is."""
        failing = [test for test, outcome in outcomes.items() if outcome == "failed"]
        options = ["-x", "-q", "-p", "no:cacheprovider", "--rootdir", str(tests)]
        left_out = [f"--deselect={_node(test)}" for test in failing]
        return shlex.join([str(self.python), "-m", "pytest", str(tests), *options, *left_out])

    def _run(self, *arguments: str | Path) -> str:
        usual = {
            "PYTHONHASHSEED": "0",
            "PYTHONPATH": str(self.place / "root"),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        }
        ended = run(
            confined([self.cosmic_ray, "-m", "cosmic_ray.cli", *arguments]), self.place, LONGEST, **usual
        )
        if ended.status:
            raise RuntimeError(
                f"cosmic-ray {arguments[0]} ended with {ended.status}:\n{ended.output[-2000:]}"
            )
        return ended.output


def keep_some(session: Path, most: int) -> int:
    """Strike mutants from a session so that `most` are left; returns how many there were."""
    with closing(sqlite3.connect(session)) as database:
        order = "start_pos_row, start_pos_col, operator_name, occurrence"
        jobs = [job for (job,) in database.execute(f"SELECT job_id FROM mutation_specs ORDER BY {order}")]
        struck = random.Random(0).sample(range(len(jobs)), max(0, len(jobs) - most))
        for table in ("mutation_specs", "work_items"):
            database.executemany(f"DELETE FROM {table} WHERE job_id = ?", [(jobs[n],) for n in struck])
        database.commit()
    return len(jobs)


def test_files(tests: Path) -> list[Path]:
    """The test files below a folder."""
    return sorted(tests.rglob("test_*.py"))


def _ends(dump: str) -> Iterator[str]:
    """How each mutant ended: `survived`, `killed` or `incompetent`."""
    for line in dump.splitlines():
        if line.startswith("["):
            _, result = json.loads(line)
            yield result["test_outcome"]


def _node(test: str) -> str:
    """The node id of a test in a JUnit file, as `--deselect` takes it."""
    module, _, name = test.partition("::")
    return f"{module.replace('.', '/')}.py::{name}"
