"""Safe reading of a project's files: links to devices, pipes without a writer, files of any size."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

MOST_BYTES = 5_000_000
"""The maximum size of source and configuration files, in bytes."""
_AT_ONCE = getattr(os, "O_NONBLOCK", 0)
"""The flag for opening without blocking: reading a kernel file may block, although it looks ordinary."""


def read_bytes(file: Path, most: int = MOST_BYTES) -> bytes:
    """Read the content of a regular file.

    Raises:
        OSError: if it cannot be read, is not a regular file, or is larger than `most` bytes.
    """
    mode = file.stat().st_mode
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(file))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "Not a regular file", str(file))
    with open(file, "rb", opener=lambda path, flags: os.open(path, flags | _AT_ONCE)) as stream:
        data = stream.read(most + 1) or b""
    if len(data) > most:
        raise OSError(errno.EFBIG, f"Larger than {most / 1_000_000:g} MB", str(file))
    return data


def read_text(file: Path, errors: str = "strict") -> str:
    """Read the text of a UTF-8 file, with a line feed at the end of each line.

    Raises:
        OSError: as of `read_bytes`.
        UnicodeDecodeError: if it is not in UTF-8, and `errors` are strict.
    """
    return read_bytes(file).decode("utf-8", errors).replace("\r\n", "\n").replace("\r", "\n")
