"""The pinned commits of public projects, and their packages as they were then."""

from __future__ import annotations

import functools
import hashlib
import io
import json
import shutil
import subprocess
import tarfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PINS = Path(__file__).with_name("histories.json")


@dataclass(frozen=True, slots=True)
class History:
    """Consecutive commits of a repository, oldest first, and the folder of the package in it."""

    repository: str
    package: str
    commits: tuple[str, ...]


@functools.cache
def histories() -> Mapping[str, History]:
    """The pinned histories, by project."""
    pins = json.loads(PINS.read_text(encoding="utf-8"))
    return {
        name: History(pin["repository"], pin["package"], tuple(pin["commits"])) for name, pin in pins.items()
    }


def check_out(repository: Path, commit: str, path: str, project: Path) -> str:
    """Put a package as it was at a commit into a project, in place of what is there; returns its digest.

    Tests that the package brings are left out, as they are no subject.

    Raises:
        subprocess.CalledProcessError: if the clone has no such commit.
    """
    command = ["git", "-C", str(repository), "archive", "--format=tar", f"{commit}:{path}"]
    archive = subprocess.run(command, check=True, capture_output=True).stdout
    package = project / path.rpartition("/")[2]
    shutil.rmtree(package, ignore_errors=True)
    digest = hashlib.sha256()
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in sorted(files.getmembers(), key=lambda member: member.name):
            content = files.extractfile(member) if member.isfile() else None
            parts = Path(member.name).parts
            if content is not None and not {"..", "tests"}.intersection(parts):
                file, data = package.joinpath(*parts), content.read()
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
                digest.update(member.name.encode() + b"\0" + data + b"\0")
    return digest.hexdigest()[:16]
