"""Suites that grow, run after run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from .command import run

PARCEL = """\
class Parcel:
    def __init__(self) -> None:
        self.items: list[int] = []
        self.is_closed = False

    def put(self, weight: int) -> None:
        if self.is_closed:
            raise ValueError("the parcel is closed")
        self.items.append(weight)

    def close(self) -> None:
        self.is_closed = True

    def price(self) -> str:
        total = sum(self.items)
        if not self.is_closed:
            return "open"
        if total == 123_457 * 3:
            return "bulk"
        if total % 2 == 1 and total % 4 == 0:
            return "odd"
        return "heavy" if total > 1000 else "light"
"""


def summary(project: Path, executions: int) -> dict[str, Any]:
    options = ("--python", sys.executable, "--executor", "local:1", "--state", "../state.db", "--json")
    ended = run(project, "continuous", *options, "--executions", str(executions))
    assert ended.status == 0, ended.err
    return ended.events[-1]


def test_tests_stay_to_the_letter_while_others_join_them(project: Path) -> None:
    (project / "shop.py").write_text(PARCEL)
    file = project / "tests" / "test_shop.py"

    first = summary(project, 1)
    written = file.read_text().rstrip().split("\n\n\n")[1:]
    second = summary(project, 3_000)
    (project / "shop.py").write_text(PARCEL.replace('"odd"', '"even"'))
    third = summary(project, 5)

    assert first["covered"] < second["covered"] < second["goals"]
    assert written and all(block in file.read_text() for block in written)
    assert (third["units_run"], third["covered"]) == (1, second["covered"])
    assert third["files"] == []
