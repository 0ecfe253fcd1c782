"""What files, the console, the command line and variables might hold, and what the time might be."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from random import Random

from testloom.model.execution import CLOCK_START
from testloom.search.formats import FORMATS
from testloom.search.values import ValueSource

DAY = 86_400.0
FOLDER = 0.15
UNDECODABLE = b"\xff\xfe\xfa"
SUFFIX = re.compile(r"\*?(\.\w{1,8})")
FILE_NAME = re.compile(r"[\w.-]{1,40}\.\w{1,8}|\.?[A-Za-z][\w.-]{1,40}")
FLAGS = ("true", "1", "yes", "on", "0", "false", "a", "")
FORMAT_OF_SUFFIX = {
    ".json": "json",
    ".ini": "ini",
    ".cfg": "ini",
    ".conf": "ini",
    ".csv": "csv",
    ".toml": "toml",
    ".xml": "xml",
    ".html": "html",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".py": "python",
}
NAMES = ("a", "b", "file", "folder")


def content(path: str, values: ValueSource) -> str | bytes | None:
    """What a file might hold: by its suffix, by the formats and constants of the subject; None: a folder."""
    rng = values.rng
    suffix = PurePosixPath(path).suffix
    draw = rng.random()
    if draw < (0.03 if suffix else FOLDER):
        return None
    if draw > 0.97:
        return UNDECODABLE
    known = FORMATS.get(FORMAT_OF_SUFFIX.get(suffix, ""), values.formats)
    if known and rng.random() < 0.6:
        return rng.choice(known)
    if rng.random() < 0.5:
        return "".join(f"{line}\n" for line in lines(values))
    return values.text()


def lines(values: ValueSource) -> list[str]:
    """Up to four lines."""
    return [line(values) for _ in range(values.rng.choice((0, 1, 1, 1, 2, 3, 4)))]


def line(values: ValueSource) -> str:
    """One line: a text of the subject, a number, or several texts as a file might join them."""
    rng = values.rng
    draw = rng.random()
    if draw < 0.2:
        return str(values.integer())
    if draw < 0.35:
        return rng.choice((",", "=", ": ", " ")).join(values.piece() for _ in range(2)).replace("\n", " ")
    return values.piece().replace("\n", " ").replace("\r", " ")


def words(values: ValueSource) -> list[str]:
    """Up to three words of a command line, options of the subject among them."""
    options = [text for text in values.texts if text.startswith("-") and len(text) < 30]
    made = []
    for _ in range(values.rng.choice((0, 1, 1, 2, 3))):
        is_option = options and values.rng.random() < 0.5
        made.append(values.rng.choice(options) if is_option else line(values))
    return made


def variable(values: ValueSource) -> str | None:
    """The value of a variable, most often a text of the subject; None: not set."""
    draw = values.rng.random()
    if draw < 0.1:
        return None
    if draw < 0.3:
        return values.rng.choice(FLAGS)
    return str(values.integer()) if draw < 0.45 else values.piece().replace("\0", "")


def file_name(values: ValueSource) -> str:
    """The name of a file in a folder: one that the subject mentions, or one with a suffix of its."""
    rng = values.rng
    names = [text for text in values.texts if FILE_NAME.fullmatch(text)]
    suffixes = [match[1] for text in values.texts if (match := SUFFIX.fullmatch(text))]
    if names and rng.random() < 0.4:
        return rng.choice(names)
    return rng.choice(NAMES) + (rng.choice(suffixes) if suffixes and rng.random() < 0.8 else "")


def moment(rng: Random) -> float:
    """Seconds after the epoch: around the clock's start, on another day, at another hour."""
    return CLOCK_START + rng.choice((0, 1, -1, 30, 365, -365, 3650)) * DAY + rng.randrange(24) * 3600.0
