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
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from ..environments.process import confined, run
from ..environments.subjects import Subject
from .court import Court

SECONDS_A_MUTANT = 10.0
LONGEST = 4 * 3600.0
QUIETLY = ("-x", "-q", "-p", "no:cacheprovider")
"""Options of pytest for a run that says whether a mutant is killed."""
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
class Session:
    """A session of cosmic-ray, an interpreter that has it, with the mutants of one file.

    `root` is where the tests are run, and its files are changed meanwhile; `place` is for the session itself.
    """

    cosmic_ray: Path
    root: Path
    place: Path
    variables: Mapping[str, str]

    def ends(self, file: Path, command: Sequence[str | Path], most: int) -> tuple[int, list[str]]:
        """The number of mutants, and how each of at most so many ends when a command runs the tests.

        Raises:
            RuntimeError: if cosmic-ray fails, or the tests do so without a mutant.
        """
        configuration, session = self.place / "cosmic-ray.toml", self.place / "session.sqlite"
        configuration.write_text(
            CONFIGURATION.format(
                module=json.dumps(str(file)),
                timeout=SECONDS_A_MUTANT,
                command=json.dumps(shlex.join(map(str, command))),
            )
        )
        self._run("init", configuration, session)
        number = keep_some(session, most)
        self._run("baseline", configuration)
        self._run("exec", configuration, session)
        return number, list(_ends(self._run("dump", session)))

    def _run(self, *arguments: str | Path) -> str:
        command = confined([self.cosmic_ray, "-m", "cosmic_ray.cli", *arguments])
        ended = run(command, self.root, LONGEST, PYTHONHASHSEED="0", **self.variables)
        if ended.status:
            raise RuntimeError(
                f"cosmic-ray {arguments[0]} ended with {ended.status}:\n{ended.output[-2000:]}"
            )
        return ended.output


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
        variables = {"PYTHONPATH": str(root), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        session = Session(self.cosmic_ray, self.place, self.place, variables)
        number, ends = session.ends(file, passing, self.most)
        return Kills(self.subject.module, tool, number, len(ends), killed(ends), lines)

    def _command(self, tests: Path, outcomes: dict[str, str]) -> list[str | Path]:
        """How to run the tests that pass on the subject as it is."""
        failing = [test for test, outcome in outcomes.items() if outcome == "failed"]
        left_out = [f"--deselect={_node(test)}" for test in failing]
        return [self.python, "-m", "pytest", tests, *QUIETLY, "--rootdir", tests, *left_out]


def killed(ends: Sequence[str]) -> int:
    """How many mutants did not survive."""
    return sum(end != "survived" for end in ends)


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
