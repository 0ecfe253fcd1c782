"""Notes in a compressed file."""

import gzip


def first_note(path: str = "notes.gz") -> str:
    try:
        with gzip.open(path, "rt") as file:
            line = file.readline().strip()
    except FileNotFoundError:
        return "none"
    except OSError:
        return "not compressed"
    if line.startswith("note:"):
        return line[5:].strip()
    return "no note"
