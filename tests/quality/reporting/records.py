"""Results that are kept one a line, so that a measurement goes on where it was stopped."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Record = TypeVar("Record", bound="DataclassInstance")


def read(path: Path, kind: type[Record]) -> list[Record]:
    """The records of a file, if there is one."""
    if not path.is_file():
        return []
    return [kind(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def append(path: Path, record: DataclassInstance) -> None:
    """Add a record to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(asdict(record)) + "\n")
