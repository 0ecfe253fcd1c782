"""Jobs for other machines: a request with everything that it needs there, and its results.

The other machine chooses the location of the project there. Paths in a parcel are those of this machine; the
recipient unpacks it into folders of its own, and reports their names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testloom.model.generation_request import GenerationRequest
from testloom.repository import MOST_BYTES, read_bytes

_STAYS = frozenset({"__pycache__", "node_modules", "site-packages", "build", "dist"})


@dataclass(frozen=True, slots=True)
class Parcel:
    """A job to be sent to another machine.

    Attributes:
        request: as JSON.
        folders: of this machine, each with its name in the parcel.
        fresh: files that were written since the project was packed, by name in the parcel.
        test_file: where the tests go, on this machine.
        known: the entries of the store for the files of the job.
    """

    request: Mapping[str, Any]
    folders: Mapping[str, str]
    fresh: Mapping[str, bytes]
    test_file: str
    known: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Delivered:
    """The results of a job: its events and the new store entries, with the names of `folders` there."""

    events: list[dict[str, Any]]
    folders: Mapping[str, str]
    known: Mapping[str, Any]


def contents(folder: Path, name: str) -> dict[str, bytes]:
    """Read the files of a project by their names in a parcel: `name` and the path below the folder.

    Hidden folders, environments, build output, and files that are too large to be source are left out.
    """
    return {f"{name}/{file.relative_to(folder).as_posix()}": read_bytes(file) for file in _files(folder)}


def _files(folder: Path) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()) if folder.is_dir() else ():
        if entry.name.startswith(".") or entry.is_symlink():
            continue
        if entry.is_dir():
            if entry.name not in _STAYS and not (entry / "pyvenv.cfg").exists():
                yield from _files(entry)
        elif entry.is_file() and entry.stat().st_size <= MOST_BYTES:
            yield entry


def unpack(files: Mapping[str, bytes], place: Path) -> None:
    """Write the files of a parcel below a folder.

    Raises:
        ValueError: if one would lie elsewhere.
    """
    for name, content in files.items():
        file = place / name
        if not file.resolve().is_relative_to(place.resolve()):
            raise ValueError(f"{name} is outside {place}")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def moved_request(request: GenerationRequest, folders: Mapping[str, str], state: Path) -> GenerationRequest:
    """Move a request to another machine: rename its folders as `folders` says, and replace its store."""
    return replace(
        request,
        targets=tuple(replace(t, file=moved_path(t.file, folders)) for t in request.targets),
        root=moved_path(request.root, folders),
        out=None if request.out is None else moved_path(request.out, folders),
        state=state,
    )


def moved_path(path: Path, folders: Mapping[str, str]) -> Path:
    """Translate a path in or below one of the folders to the new name of the folder."""
    for before, after in folders.items():
        if path.is_relative_to(before):
            return Path(after, path.relative_to(before))
    return path


def renamed(value: Any, folders: Mapping[str, str]) -> Any:
    """Encode data as JSON, with other names for the folders wherever a string mentions them."""
    match value:
        case str():
            for before, after in folders.items():
                value = value.replace(before, after)
            return value
        case list() | tuple():
            return [renamed(item, folders) for item in value]
        case dict():
            return {name: renamed(item, folders) for name, item in value.items()}
    return value
