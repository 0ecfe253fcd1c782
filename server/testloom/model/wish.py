"""What a user asks for: one wish is one job of a worker."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testloom.model.errors import UsageError
from testloom.model.settings import Settings


@dataclass(frozen=True, slots=True)
class Target:
    """Code to write tests for: a file, or a class, method or function in it, or one of its lines.

    `qualname` is dotted (`Account.withdraw`) and None for the whole file; `line` counts from 1.
    """

    file: Path
    qualname: str | None = None
    line: int | None = None

    @classmethod
    def parse(cls, text: str) -> Target:
        """Read `FILE[::Class[.method] | ::function][:LINE]`, as pytest writes node ids.

        Raises:
            UsageError: if the text has no file or a line that is no positive number.
        """
        path, _, rest = text.partition("::")
        last = rest or path
        head, colon, number = last.rpartition(":")
        line = None
        if colon and number.isdigit():
            last, line = head, int(number)
        if (line is not None and line < 1) or not path:
            raise UsageError(
                f"{text!r} is not a target.", "Write FILE, FILE::Class.method, FILE::function or FILE:LINE."
            )
        if rest:
            return cls(Path(path), last.replace("::", ".") or None, line)
        return cls(Path(last), None, line)

    def __str__(self) -> str:
        qualname = f"::{self.qualname}" if self.qualname else ""
        line = f":{self.line}" if self.line else ""
        return f"{self.file}{qualname}{line}"


@dataclass(frozen=True, slots=True)
class Wish:
    """Generate tests for `targets`, which all lie in the project at `root`.

    `python` is the project's interpreter. `out` is the folder for test files; None means where the
    project keeps its tests. With `write` false nothing is written: the files come as `file` events.
    """

    targets: tuple[Target, ...]
    python: Path
    root: Path
    out: Path | None = None
    write: bool = True
    settings: Settings = field(default_factory=Settings)

    def encode(self) -> dict[str, Any]:
        """The wish as JSON, for a worker."""
        return {
            "targets": [str(target) for target in self.targets],
            "python": str(self.python),
            "root": str(self.root),
            "out": None if self.out is None else str(self.out),
            "write": self.write,
            "settings": self.settings.encode(),
        }

    @classmethod
    def decode(cls, data: Mapping[str, Any]) -> Wish:
        """The inverse of `encode`."""
        return cls(
            targets=tuple(Target.parse(target) for target in data["targets"]),
            python=Path(data["python"]),
            root=Path(data["root"]),
            out=None if data["out"] is None else Path(data["out"]),
            write=data["write"],
            settings=Settings.decode(data["settings"]),
        )
