"""Keeps notes where there may be no room, and no permission."""

import errno
import os
from pathlib import Path


def save(name: str, text: str) -> str:
    try:
        with open(name, "w") as file:
            file.write(text)
    except PermissionError:
        return "not allowed"
    except OSError as error:
        if error.errno == errno.ENOSPC:
            return "disk full"
        return "failed"
    return "saved"


def load(name: str, default: str = "") -> str:
    path = Path(name)
    if not path.exists():
        return default
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return "not text"
    except OSError as error:
        return f"unreadable: {error.strerror}"


def clear(folder: str) -> int:
    removed = 0
    for name in sorted(os.listdir(folder)):
        try:
            os.remove(os.path.join(folder, name))
        except IsADirectoryError:
            continue
        except PermissionError:
            return -1
        removed += 1
    return removed
