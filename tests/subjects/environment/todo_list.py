"""A list of things to do in the user's home."""

from pathlib import Path


def todo_file():
    return Path.home() / ".todo"


def pending():
    try:
        lines = todo_file().read_text().splitlines()
    except FileNotFoundError:
        return []
    return [line for line in lines if line and not line.startswith("x ")]


def finish(item: str) -> bool:
    if item not in pending():
        return False
    lines = todo_file().read_text().splitlines()
    lines[lines.index(item)] = f"x {item}"
    todo_file().write_text("\n".join(lines))
    return True
