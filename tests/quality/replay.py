"""Replay the history of a project: what each strategy of `testloom continuous` spends, and what it covers.

Each strategy gets a project and a state file of its own. Version after version of the package is put into
the project, the tests that Testloom wrote stay there, and `testloom continuous` runs for the same minutes.
At the end, once `history` has nothing left to try, the package gets another line length and nothing else:
what does that cost?

The versions are the pinned releases of a package of the evolution test, or, with `--repository`, the last
commits of a git repository that change its package.

python -m tests.quality.replay [--package NAME] [--versions N] [--minutes M] [--publish]
python -m tests.quality.replay --repository FOLDER --package PATH_IN_IT [--versions N] [--minutes M]
"""

from __future__ import annotations

import argparse
import io
import json
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import black
from black.parsing import InvalidInput

from testloom.model.history import STALE_AFTER

from .environments import ROOT
from .evolution import releases
from .process import run
from .report import markdown, put_on_page

STRATEGIES = ("simple", "history")
SHORT_LINES = 60
HEADER = (
    "strategy",
    "versions",
    "seconds",
    "of simple",
    "units run",
    "mean coverage",
    "last coverage",
    "formatting",
)
IMPORTS = {"python-dotenv": "dotenv"}
"""The packages that are not imported by the name of their project."""


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the package: what it is called, and what puts its files into a folder."""

    name: str
    put: Callable[[Path], None]


@dataclass(frozen=True, slots=True)
class Run:
    """One run: its seconds, the units that it ran, and percent of goals covered afterwards."""

    seconds: float
    units: int
    coverage: float


@dataclass(slots=True)
class Replay:
    """The runs of one strategy, and the one after the formatting."""

    strategy: str
    runs: list[Run] = field(default_factory=list)
    formatting: Run = Run(0, 0, 0)

    @property
    def seconds(self) -> float:
        """What all versions took."""
        return sum(run.seconds for run in self.runs)

    def cells(self, simple: Replay) -> tuple[str, ...]:
        """The replay as a row of the table; the formatting in percent of the first run."""
        return (
            self.strategy,
            str(len(self.runs)),
            f"{self.seconds:.0f}",
            f"{100 * self.seconds / simple.seconds:.0f} %",
            str(sum(run.units for run in self.runs)),
            f"{statistics.mean(run.coverage for run in self.runs):.1f}",
            f"{self.runs[-1].coverage:.1f}",
            f"{100 * self.formatting.seconds / self.runs[0].seconds:.2f} %",
        )


def main() -> int:
    """Run it; exit 1 if `history` spends more than `simple`, covers less, or pays for formatting."""
    options = _options()
    versions = list(_versions(options))
    with tempfile.TemporaryDirectory(prefix="testloom-replay-") as folder:
        replays = [
            replay(strategy, versions, options.minutes, Path(folder, strategy).resolve())
            for strategy in STRATEGIES
        ]
    simple, history = replays
    rows = [entry.cells(simple) for entry in replays]
    for row in (HEADER, *rows):
        print("  ".join(text.ljust(13) for text in row).rstrip())
    if options.publish:
        put_on_page(ROOT / "docs" / "benchmarks.md", "replay", [markdown(HEADER, rows)])
    saves = history.seconds < simple.seconds and history.runs[-1].coverage >= simple.runs[-1].coverage
    return 0 if saves and history.formatting.seconds < 0.01 * history.runs[0].seconds else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--package", default="python-dotenv")
    parser.add_argument("--repository", type=Path, help="a git repository instead of releases")
    parser.add_argument("--versions", type=int, default=60, help="the last ones, at most so many")
    parser.add_argument("--minutes", type=float, default=1.0, help="for each run")
    parser.add_argument("--publish", action="store_true", help="put the table into docs/benchmarks.md")
    return parser.parse_args()


def _versions(options: argparse.Namespace) -> Iterator[Version]:
    """The versions to replay, oldest first."""
    if options.repository is None:
        name = IMPORTS.get(options.package, options.package)
        for release in releases(options.package)[-options.versions :]:
            yield Version(release.version, partial(_copy, release.folder / name))
        return
    path = options.package.strip("/")
    last = ["log", f"-{options.versions}", "--first-parent", "--format=%h", "--", path]
    for commit in reversed(_git(options.repository, *last).decode().split()):
        yield Version(commit, partial(_check_out, options.repository, commit, path))


def replay(strategy: str, versions: Sequence[Version], minutes: float, folder: Path) -> Replay:
    """Run all versions, one after the other, then the last one with other line lengths."""
    project = folder / "project"
    (project / "tests").mkdir(parents=True)
    (project / "pyproject.toml").write_text("[project]\nname = 'replayed'\nversion = '1'\n", encoding="utf-8")
    found = Replay(strategy)
    for version in versions:
        _clear(project)
        version.put(project)
        found.runs.append(_run(strategy, project, minutes))
        print(f"{strategy} {version.name}: {found.runs[-1]}", flush=True)
    if strategy == "history":
        for _ in range(STALE_AFTER):
            if not _run(strategy, project, minutes).units:
                break
    for file in project.rglob("*.py"):
        if "tests" not in file.relative_to(project).parts:
            _format(file)
    found.formatting = _run(strategy, project, minutes)
    print(f"{strategy} formatted: {found.formatting}", flush=True)
    return found


def _run(strategy: str, project: Path, minutes: float) -> Run:
    command: list[str | Path] = [sys.executable, "-m", "testloom", "continuous", project, "--json"]
    command += ["--budget", str(minutes), "--strategy", strategy, "--python", sys.executable]
    command += ["--state", project.parent / "state.db"]
    ended = run(command, project.parent, minutes * 120 + 120, PYTHONPATH=str(ROOT / "server"))
    lines = [line for line in ended.output.splitlines() if line.startswith('{"event": "summary"')]
    if not lines:
        raise RuntimeError(f"testloom continuous ended with {ended.status}:\n{ended.output[-2000:]}")
    summary = json.loads(lines[-1])
    return Run(ended.seconds, summary["units_run"], summary["coverage"]["after"])


def _clear(project: Path) -> None:
    """Remove the package, and keep the tests."""
    for entry in project.iterdir():
        if entry.is_dir() and entry.name != "tests":
            shutil.rmtree(entry)


def _copy(source: Path, place: Path) -> None:
    shutil.copytree(source, place / source.name, ignore=shutil.ignore_patterns("__pycache__"))


def _check_out(repository: Path, commit: str, path: str, place: Path) -> None:
    """The files of a folder of a repository at a commit, as a package below `place`."""
    archive = _git(repository, "archive", "--format=tar", f"{commit}:{path}")
    package = place / path.rpartition("/")[2]
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files.getmembers():
            content = files.extractfile(member) if member.isfile() else None
            if content is not None and ".." not in Path(member.name).parts:
                file = package / member.name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content.read())


def _git(repository: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(repository), *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def _format(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    try:
        file.write_text(black.format_str(source, mode=black.Mode(line_length=SHORT_LINES)), encoding="utf-8")
    except InvalidInput:
        print(f"{file.name} stays as it is")


if __name__ == "__main__":
    sys.exit(main())
