"""Testloom as it is at a commit, ready to run."""

from __future__ import annotations

import compileall
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from .cache import locked
from .checkout import ROOT
from .errors import BenchError
from .packages import shared_environment

WORK_TREE = "."
LOCK = "requirements.txt"
_RUNS_FROM = ("server", LOCK)
_NOBODY = {
    f"GIT_{role}_{what}": value
    for role in ("AUTHOR", "COMMITTER")
    for what, value in (("NAME", "bench"), ("EMAIL", "bench@localhost"), ("DATE", "@0 +0000"))
}


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit, and how its user calls it."""

    name: str
    commit: str

    def __str__(self) -> str:
        return f"{self.name} ({self.commit[:8]})"


@dataclass(frozen=True, slots=True)
class Program:
    """Testloom at a commit: the folder of its code, and the interpreter with what that needs."""

    server: Path
    python: Path


def resolve(name: str, repository: Path = ROOT) -> Revision:
    """Find a commit; `.` is the work tree, of which a commit is made that no branch has.

    Raises:
        BenchError: if there is no such commit.
    """
    if name == WORK_TREE:
        return Revision("work tree", _snapshot(repository))
    try:
        return Revision(name, _git(repository, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}"))
    except BenchError:
        advice = "`git log` lists them, and `.` is the work tree"
        raise BenchError(f"{name} is no commit of {repository}: {advice}.") from None


def check_out(revision: Revision, cache: Path, repository: Path = ROOT) -> Program:
    """Put a commit into a folder of its own, unless it is there, with an environment of what it pins.

    Raises:
        BenchError: if git fails.
        subprocess.CalledProcessError: if pip does.
    """
    folder = cache / "checkouts" / revision.commit
    with locked(folder):
        if not _is_whole(folder):
            shutil.rmtree(folder, ignore_errors=True)
            _git(repository, "worktree", "prune")
            _git(repository, "worktree", "add", "--force", "--detach", str(folder), revision.commit)
        compileall.compile_dir(folder / "server", quiet=1)  # as an installed program is
    return Program(folder / "server", _python(revision, folder, cache, repository))


def _python(revision: Revision, folder: Path, cache: Path, repository: Path) -> Path:
    """The interpreter that runs us, if the commit needs the same packages, else one that has them."""
    if (folder / LOCK).read_bytes() == (repository / LOCK).read_bytes():
        return Path(sys.executable)
    print(
        f"{revision} pins other packages than this checkout: it gets an environment of its own.",
        file=sys.stderr,
    )
    return shared_environment(folder / LOCK, cache)


def _is_whole(folder: Path) -> bool:
    """Whether the commit lies there as it is: making it may have been interrupted."""
    if not folder.is_dir():
        return False
    command = ["git", "-C", str(folder), "diff", "--quiet", "HEAD"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _snapshot(repository: Path) -> str:
    """A commit of what the work tree runs from; the same for the same code on the same commit."""
    with tempfile.TemporaryDirectory(prefix="quality-") as folder:
        index = {"GIT_INDEX_FILE": str(Path(folder) / "index")}
        _git(repository, "read-tree", "HEAD", **index)
        _git(repository, "add", "--all", "--", *_RUNS_FROM, **index)
        tree = _git(repository, "write-tree", **index)
    if tree == _git(repository, "rev-parse", "HEAD^{tree}"):
        return _git(repository, "rev-parse", "HEAD")
    return _git(repository, "commit-tree", tree, "-p", "HEAD", "-m", "Work tree", **_NOBODY)


def _git(repository: Path, *words: str, **variables: str) -> str:
    command = ["git", "-C", str(repository), *words]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **variables}
    )
    if done.returncode:
        raise BenchError(f"`{shlex.join(command)}` failed: {done.stderr.strip()}")
    return done.stdout.strip()
