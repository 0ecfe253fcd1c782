"""Test files on disk, never half-written, and never outside the folder that they belong in."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from testloom.model.errors import OutputError
from testloom.model.texts.encodings import EncodingError, decoded, encoded
from testloom.repository import read_bytes
from testloom.writer.project.layout import MOST_BYTES

_AWAY = "Rename it, or move it away."


def read_existing(path: Path) -> str | None:
    """Read a test file, with its line ends as they are; None if there is no such file.

    Raises:
        OutputError: if it cannot be read, or not in the encoding that it declares, or is too large.
    """
    try:
        data = _content(path)
        return None if data is None else decoded(data)
    except OSError as error:
        raise OutputError(f"{path} cannot be read: {_reason(error)}.", _AWAY) from None
    except EncodingError:
        raise OutputError(
            f"{path} cannot be read and written in the encoding that it declares.", "Save it as UTF-8."
        ) from None


def _content(path: Path) -> bytes | None:
    try:
        _check_size(path, path.stat().st_size)
        return read_bytes(path)
    except FileNotFoundError:
        return None


def _check_size(path: Path, size: int) -> None:
    if size > MOST_BYTES:
        raise OutputError(
            f"{path} is larger than {MOST_BYTES // 1_000_000} MB.",
            "Split it.",
        )


def place_inside(path: Path, folder: Path) -> Path:
    """Resolve a file's path, links followed, and check that it is inside the folder.

    Raises:
        OutputError: if that is not below the folder.
    """
    place, border = Path(os.path.realpath(path)), Path(os.path.realpath(folder))
    if not place.is_relative_to(border):
        raise OutputError(
            f"{path} leads out of {border}, to {place}.",
            "Remove the link.",
        )
    return place


def check_writable(path: Path, folder: Path) -> None:
    """Tell early whether `save` could write the file.

    Raises:
        OutputError: if it could not.
    """
    target = place_inside(path, folder)
    if target.is_dir():
        raise OutputError(f"{path} is a folder, not a file.", _AWAY)
    if target.exists():
        if not target.is_file():
            raise OutputError(f"{path} is not a regular file.", _AWAY)
        _check_size(path, target.stat().st_size)
        if not _may_write(target):
            raise OutputError(f"{path} is read-only.", "Make it writable.")
    above = next(parent for parent in target.parents if parent.exists())
    if not above.is_dir():
        raise OutputError(f"{path} cannot be written: {above} is a file, not a folder.", _AWAY)
    if not _may_write(above):
        raise OutputError(
            f"{path} cannot be written: the folder {above} is read-only.",
            "Make it writable.",
        )


def save(path: Path, text: str, folder: Path) -> None:
    """Write a file below a folder, as a whole or not at all; the folders between them are made.

    Raises:
        OutputError: if it cannot be written, or a link leads out of the folder.
    """
    check_writable(path, folder)
    target = place_inside(path, folder)
    try:
        data = encoded(text, _content(target) or b"")
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
    except EncodingError as error:
        raise OutputError(
            f"{path} cannot be written in the encoding that it declares: {error}.", "Save it as UTF-8."
        ) from None
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {_reason(error)}.", _AWAY) from None


def _replace(target: Path, data: bytes) -> None:
    """Write beside the target, then put it in its place in one step."""
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary = Path(name)
        temporary.chmod(_mode(target))
        temporary.replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _mode(target: Path) -> int:
    """The permission bits of an existing target, or those that a new file gets."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _may_write(path: Path) -> bool:
    """Whether the user can write here, and some write permission is set: root could write without one."""
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & 0o222)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower() or type(error).__name__
