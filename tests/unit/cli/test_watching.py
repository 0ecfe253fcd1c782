"""Runs follow changes, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from testloom.cli.commands.watching import watch
from testloom.cli.interrupt import Interrupt
from testloom.continuous import Changes, Order, Resources
from testloom.continuous.detection.watching import Quiet
from testloom.model.events.units import ProjectSummary


def summary(*files: str) -> ProjectSummary:
    return ProjectSummary(1, 1, {}, {"before": 0.0, "after": 0.0}, 1, 1, 1, files=files)


@dataclass
class Runs:
    """Answers with what is to happen during each run; the last one is interrupted."""

    folder: Path
    interrupt: Interrupt
    changes: Changes
    during: list[dict[str, str]]
    asked: list[Collection[str] | None] = field(default_factory=list)
    stopped: list[bool] = field(default_factory=list)

    def __call__(self, order: Order, stopped: Callable[[], bool]) -> ProjectSummary:
        self.asked.append(order.asked)
        for name, text in self.during.pop(0).items():
            (self.folder / name).write_text(text)
            self.changes.quiet.note()
        self.interrupt.wanted = not self.during
        self.stopped.append(stopped())
        return summary(f"test_{len(self.asked)}.py")


def runs(folder: Path, *during: dict[str, str]) -> tuple[Runs, list[str]]:
    (folder / "a.py").write_text("def f():\n    return 0\n")
    (folder / "b.py").write_text("def g():\n    return 0\n")
    interrupt, changes = Interrupt(), Changes(folder, quiet=Quiet(0.0))
    made = Runs(folder, interrupt, changes, list(during))
    files = watch(Order(folder, Path("python"), Resources(1, 60)), made, changes, interrupt)
    return made, files


def test_a_run_is_stopped_by_changes_and_what_it_owes_joins_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = {"a.py": "def f():\n    return 1\n"}, {"b.py": "def g():\n    return 1\n"}

    made, files = runs(tmp_path, first, second, {})

    assert made.asked == [None, None, None]
    assert made.stopped == [True, True, True]
    assert files == ["test_1.py", "test_2.py", "test_3.py"]
    assert capsys.readouterr().err == 2 * "testloom: The code has changed: starting over.\n"


def test_a_run_that_has_ended_is_followed_by_what_changes_then(tmp_path: Path) -> None:
    interrupt = Interrupt()
    (tmp_path / "a.py").write_text("def f():\n    return 0\n")
    (tmp_path / "b.py").write_text("def g():\n    return 0\n")

    @dataclass
    class Later(Changes):
        """Several files change while nothing runs, as when a branch is switched."""

        looks: int = 0

        def are_there(self) -> bool:
            self.looks += 1
            if self.looks == 3:
                for name in ("a", "b"):
                    (self.folder / f"{name}.py").write_text(f"def {name}2():\n    return 1\n")
                    self.quiet.note()
            return Changes.are_there(self)

    changes = Later(tmp_path, quiet=Quiet(0.0))
    made = Runs(tmp_path, interrupt, changes, [{}, {}])
    watch(Order(tmp_path, Path("python"), Resources(1, 60)), made, changes, interrupt)

    assert made.asked == [None, {"a:a2", "b:b2"}]
