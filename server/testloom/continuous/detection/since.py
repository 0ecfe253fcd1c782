"""The changes on a branch, according to git."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Collection, Iterator
from pathlib import Path

from testloom.continuous.project.scan import scan_project
from testloom.model.errors import UsageError
from testloom.repository import git

_READ = (".py", ".toml", ".cfg")
_FILE_MODES = ("100644", "100755")
"""The modes of regular files in git, as opposed to links and submodules."""


def units_since(folder: Path, revision: str, exclude: Collection[str] = ()) -> frozenset[str]:
    """Find the ids of the units in a folder that changed since its branch left a revision.

    Raises:
        UsageError: if the folder lies in no git repository, or there is no such revision in it.
    """
    base = _git(folder, "merge-base", "--", revision, "HEAD").decode().strip()
    before = _fingerprints_at(base, folder, exclude)
    now = scan_project(folder, exclude).units
    return frozenset(unit.id for unit in now if before.get(unit.id) != unit.fingerprint)


def _fingerprints_at(commit: str, folder: Path, exclude: Collection[str]) -> dict[str, str]:
    """Compute the fingerprints that the units of a folder had in a commit."""
    with tempfile.TemporaryDirectory(prefix="testloom-since-") as name:
        past = Path(name).resolve()
        for path, content in _files_at(commit, folder):
            file = (past / path).resolve()
            if file.is_relative_to(past):
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(content)
        return {unit.id: unit.fingerprint for unit in scan_project(past, exclude).units}


def _files_at(commit: str, folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files below a folder in a commit, unfiltered: no filter of the repository runs."""
    blobs = dict(_blobs(_git(folder, "ls-tree", "-r", "-z", commit).decode("utf-8", "surrogateescape")))
    wanted = "".join(f"{blob}\n" for blob in blobs.values())
    rest = memoryview(_git(folder, "cat-file", "--batch", given=wanted.encode()))
    for path in blobs:
        header, _, _ = bytes(rest[:100]).partition(b"\n")
        if header.endswith(b"missing"):
            raise UsageError(
                f"git has not fetched {path} as it was in {commit}.",
                "Fetch everything, for example with `git fetch --refetch --no-filter`.",
            )
        start, size = len(header) + 1, int(header.split()[2])
        yield path, bytes(rest[start : start + size])
        rest = rest[start + size + 1 :]


def _blobs(listing: str) -> Iterator[tuple[str, str]]:
    """Yield the paths of files that determine the units, each with the id of its content."""
    for entry in filter(None, listing.split("\0")):
        description, _, path = entry.partition("\t")
        mode, _, blob = description.split()
        if mode in _FILE_MODES and path.endswith(_READ):
            yield path, blob


def _git(folder: Path, *arguments: str, given: bytes = b"") -> bytes:
    try:
        return git(folder, *arguments, given=given)
    except FileNotFoundError:
        raise UsageError("--since needs git, which is not installed.", "Install git.") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines() or ["git failed"]
        raise UsageError(
            f"git cannot compare {folder} with a revision: {said[0]}.", "Pass a revision that git knows."
        ) from None
