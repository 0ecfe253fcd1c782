"""How the project writes its code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from testloom.writer.configuration import Table, toml_table

DEFAULT_LINE_LENGTH = 88


@dataclass(frozen=True, slots=True)
class ProjectStyle:
    """What a new test file follows.

    Attributes:
        line_length: of the project's formatter, black's default without one.
        single_quotes: strings are written in single quotes.
        first_party: the top-level modules and packages that lie in the project; imports of them form
            the last group.
    """

    line_length: int = DEFAULT_LINE_LENGTH
    single_quotes: bool = False
    first_party: frozenset[str] = frozenset()


def project_style(root: Path) -> ProjectStyle:
    """Read the style from the project's pyproject.toml and ruff.toml; what they don't say is black's."""
    black = toml_table(root / "pyproject.toml", "tool", "black")
    ruff = _ruff(root)
    length = black.get("line-length", ruff.get("line-length", DEFAULT_LINE_LENGTH))
    formatting = ruff.get("format")
    quotes = formatting.get("quote-style") if isinstance(formatting, dict) else None
    return ProjectStyle(
        line_length=length if isinstance(length, int) and 20 <= length <= 320 else DEFAULT_LINE_LENGTH,
        single_quotes=quotes == "single" or black.get("skip-string-normalization") is True,
        first_party=frozenset(_modules(root)) | frozenset(_modules(root / "src")),
    )


def _ruff(root: Path) -> Table:
    for name in (".ruff.toml", "ruff.toml"):
        if table := toml_table(root / name):
            return table
    return toml_table(root / "pyproject.toml", "tool", "ruff")


def _modules(folder: Path) -> Iterator[str]:
    """The names that can be imported from a folder."""
    if folder.name in ("site-packages", "dist-packages") or not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.suffix == ".py" or (entry.is_dir() and entry.name.isidentifier()):
            yield entry.stem
