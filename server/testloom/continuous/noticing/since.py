"""What a branch has changed, asked of git."""

from __future__ import annotations

import io
import subprocess
import tarfile
import tempfile
from collections.abc import Collection
from pathlib import Path

from testloom.continuous.project.scan import scan_project
from testloom.model.errors import UsageError


def units_since(folder: Path, revision: str, exclude: Collection[str] = ()) -> frozenset[str]:
    """The ids of the units in a folder that are not as they were where its branch left a revision.

    Raises:
        UsageError: if the folder lies in no git repository, or there is no such revision.
    """
    base = _git(folder, "merge-base", "--", revision, "HEAD").decode().strip()
    before = _fingerprints_at(base, folder, exclude) if _git(folder, "ls-tree", base) else {}
    now = scan_project(folder, exclude).units
    return frozenset(unit.id for unit in now if before.get(unit.id) != unit.fingerprint)


def _fingerprints_at(commit: str, folder: Path, exclude: Collection[str]) -> dict[str, str]:
    """The fingerprints that the units of a folder had in a commit."""
    archive = _git(folder, "archive", "--format=tar", commit)
    with tempfile.TemporaryDirectory(prefix="testloom-since-") as name:
        past = Path(name).resolve()
        with tarfile.open(fileobj=io.BytesIO(archive)) as files:
            for member in files.getmembers():
                if member.isfile() and member.name.endswith((".py", ".toml", ".cfg")):
                    _extract(files, member, past)
        return {unit.id: unit.fingerprint for unit in scan_project(past, exclude).units}


def _extract(files: tarfile.TarFile, member: tarfile.TarInfo, folder: Path) -> None:
    """Write one file of an archive, if it belongs below the folder."""
    path = (folder / member.name).resolve()
    content = files.extractfile(member)
    if content is not None and path.is_relative_to(folder):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.read())


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "-C", str(folder), *arguments]
    try:
        return subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout
    except FileNotFoundError:
        raise UsageError("--since needs git, which is not installed.", "Install git.") from None
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().splitlines() or ["git failed"]
        raise UsageError(
            f"git cannot compare {folder} with a revision: {said[0]}.", "Pass a revision that git knows."
        ) from None
