"""Possible contents of files, the console, the command line and variables."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from testloom.search.providers.inputs.documents import document
from testloom.search.providers.inputs.texts.formats import FORMATS
from testloom.search.providers.inputs.values import ValueSource

FOLDER = 0.15
PACKED = 0.75
UNDECODABLE = b"\xff\xfe\xfa"
SUFFIX = re.compile(r"\*?(\.\w{1,8})")
GLOB = re.compile(r"(?=.*\*)(?=.*\w)[\w.*?-]{1,40}")
"""A pattern of file names, such as `*.tar.gz`."""
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
    """Create the content of a file from its suffix and the subject's formats and constants.

    None stands for a folder.
    """
    rng = values.rng
    suffix = PurePosixPath(path).suffix
    draw = rng.random()
    if draw < (0.03 if suffix else FOLDER):
        return None
    if draw > (0.8 if values.is_ready_for_bytes else 0.97):
        return UNDECODABLE
    known = (FORMAT_OF_SUFFIX[suffix],) if suffix in FORMAT_OF_SUFFIX else _forms(values)
    if known and rng.random() < 0.7:
        form = rng.choice(known)
        made = document(form, values) if form in values.documents or rng.random() < 0.7 else None
        return rng.choice(FORMATS[form]) if made is None else made
    if rng.random() < 0.5:
        return "".join(f"{line}\n" for line in lines(values))
    return values.text()


def _forms(values: ValueSource) -> tuple[str, ...]:
    """The formats that the subject reads; most often those of which is known what it looks up."""
    return tuple(values.documents) if values.documents and values.rng.random() < 0.8 else values.format_names


def packing(values: ValueSource) -> tuple[str, str]:
    """Choose a compression for a file, and the name of its member if it is an archive.

    Both are empty unless the subject reads compressed files.
    """
    rng = values.rng
    if not values.packings or rng.random() > PACKED:
        return "", ""
    kind = rng.choice(values.packings)
    return kind, file_name(values) if kind == "zip" else ""


def lines(values: ValueSource) -> list[str]:
    """Create up to four lines."""
    return [line(values) for _ in range(values.rng.choice((0, 1, 1, 1, 2, 3, 4)))]


def line(values: ValueSource) -> str:
    """Create a line: a string of the subject, a number, or several strings as a file might join them."""
    rng = values.rng
    draw = rng.random()
    if draw < 0.2:
        return str(values.integer())
    if draw < 0.35:
        return rng.choice((",", "=", ": ", " ")).join(values.piece() for _ in range(2)).replace("\n", " ")
    return values.piece().replace("\n", " ").replace("\r", " ")


def variable(values: ValueSource) -> str | None:
    """Create the value of a variable, most often a string of the subject; None if it is not set."""
    draw = values.rng.random()
    if draw < 0.1:
        return None
    if draw < 0.3:
        return values.rng.choice(FLAGS)
    return str(values.integer()) if draw < 0.45 else values.piece().replace("\0", "")


def file_name(values: ValueSource) -> str:
    """Create the name of a file: one that the subject mentions or looks for, or one with its suffix."""
    rng = values.rng
    globs = [text for text in values.texts if GLOB.fullmatch(text)]
    if globs and rng.random() < 0.4:
        return re.sub(r"\*+|\?", lambda _: rng.choice("abc"), rng.choice(globs))
    names = [text for text in values.texts if FILE_NAME.fullmatch(text)]
    suffixes = [match[1] for text in values.texts if (match := SUFFIX.fullmatch(text))]
    if names and rng.random() < 0.4:
        return rng.choice(names)
    return rng.choice(NAMES) + (rng.choice(suffixes) if suffixes and rng.random() < 0.8 else "")
