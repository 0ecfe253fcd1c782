"""Test files on disk, never half-written."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path

from testloom.model.errors import OutputError
from testloom.model.texts.encodings import EncodingError, decoded, encoded

_ELSEWHERE = "Choose another folder with --out."


def read_existing(path: Path) -> str | None:
    """The text of a test file, with the line ends that it has; None if there is no such file.

    Raises:
        OutputError: if it cannot be read, or not in the encoding that it declares.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise OutputError(f"{path} cannot be read: {_reason(error)}.", _ELSEWHERE) from None
    try:
        return decoded(data)
    except EncodingError:
        raise OutputError(
            f"{path} cannot be read and written in the encoding that it declares.", "Save it as UTF-8."
        ) from None


def check_writable(path: Path) -> None:
    """Tell early whether `save` could write the file.

    Raises:
        OutputError: if it could not.
    """
    target = path.resolve()
    if target.is_dir():
        raise OutputError(f"{path} is a folder, not a file.", _ELSEWHERE)
    if target.exists() and not _may_write(target):
        raise OutputError(f"{path} is read-only.", "Make it writable, or choose another folder with --out.")
    folder = next(parent for parent in target.parents if parent.exists())
    if not folder.is_dir():
        raise OutputError(f"{path} cannot be written: {folder} is a file, not a folder.", _ELSEWHERE)
    if not _may_write(folder):
        raise OutputError(
            f"{path} cannot be written: the folder {folder} is read-only.",
            "Make it writable, or choose another folder with --out.",
        )


def save(path: Path, text: str) -> None:
    """Write the file as a whole or not at all; folders above it are made.

    Raises:
        OutputError: if it cannot be written.
    """
    check_writable(path)
    target = path.resolve()
    try:
        data = encoded(text, target.read_bytes() if target.exists() else b"")
        target.parent.mkdir(parents=True, exist_ok=True)
        _replace(target, data)
    except EncodingError as error:
        raise OutputError(
            f"{path} cannot be written in the encoding that it declares: {error}.", "Save it as UTF-8."
        ) from None
    except OSError as error:
        raise OutputError(f"{path} cannot be written: {_reason(error)}.", _ELSEWHERE) from None


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
    """The mode of the file that is replaced, or that of a new file."""
    if target.exists():
        return stat.S_IMODE(target.stat().st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask


def _may_write(path: Path) -> bool:
    """Whether the user may and, even as root, is meant to write here."""
    return os.access(path, os.W_OK) and bool(path.stat().st_mode & 0o222)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower() or type(error).__name__
