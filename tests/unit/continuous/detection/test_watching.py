"""What changes while a project is watched."""

from __future__ import annotations

import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from testloom.continuous.detection.file_events import file_events
from testloom.continuous.detection.watching import Changes, Quiet

SHOP = "def price(n):\n    return n\n\n\ndef tax(n):\n    return price(n) + 1\n"


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def changes(tmp_path: Path, clock: Clock) -> Changes:
    (tmp_path / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    (tmp_path / "shop.py").write_text(SHOP)
    (tmp_path / "other.py").write_text("def other():\n    return 1\n")
    found = Changes(tmp_path, quiet=Quiet(1.0, clock))
    found.begin()
    return found


def test_what_happens_is_over_once_nothing_has_happened_for_a_while(clock: Clock) -> None:
    quiet = Quiet(1.0, clock)
    told = []
    for moment in (0.0, 0.9, 1.8):
        clock.now = moment
        told.append(quiet.take())
        quiet.note()
    clock.now = 2.7
    told.append(quiet.take())
    clock.now = 3.0
    told += [quiet.take(), quiet.take()]

    assert told == [False, False, False, False, True, False]


def test_units_with_other_code_are_changes_and_what_uses_them(changes: Changes, clock: Clock) -> None:
    (changes.folder / "shop.py").write_text(SHOP.replace("return n", "return n * 2"))
    changes.quiet.note()

    assert not changes.are_there()
    clock.now += 1
    assert changes.are_there()
    assert changes.names == {"shop:price", "shop:tax"}
    changes.begin()
    assert not changes.are_there()


@pytest.mark.parametrize("text", [f"# a shop\n{SHOP}\n", "def price(n:\n"])
def test_layout_and_files_that_are_half_typed_are_none(changes: Changes, clock: Clock, text: str) -> None:
    (changes.folder / "shop.py").write_text(text)
    changes.quiet.note()
    clock.now += 1

    assert not changes.are_there()


def test_units_that_are_gone_are_a_change(changes: Changes, clock: Clock) -> None:
    (changes.folder / "other.py").unlink()
    changes.quiet.note()
    clock.now += 1

    assert changes.are_there()
    assert (changes.names, changes.gone) == (frozenset(), True)


@pytest.mark.process
def test_nothing_is_looked_at_while_git_changes_files(changes: Changes, clock: Clock) -> None:
    subprocess.run(["git", "init", "-q", str(changes.folder)], check=True)
    lock = changes.folder / ".git" / "index.lock"
    lock.touch()
    (changes.folder / "shop.py").unlink()
    changes.quiet.note()
    clock.now += 5

    assert not changes.are_there()
    lock.unlink()
    clock.now += 1
    assert changes.are_there()


def test_the_system_tells_of_sources_also_in_new_folders_and_of_nothing_else(tmp_path: Path) -> None:
    for folder in ("pkg", "tests", ".venv", "node_modules"):
        (tmp_path / folder).mkdir()
    noted: list[None] = []

    def quiet() -> bool:
        time.sleep(0.5)
        return not noted

    def told() -> bool:
        end = time.monotonic() + 60
        while not noted and time.monotonic() < end:
            time.sleep(0.01)
        heard = bool(noted)
        while not quiet():
            noted.clear()
        return heard

    with file_events(tmp_path, lambda: noted.append(None)):
        assert quiet()
        for other in ("tests/a.py", ".venv/a.py", "node_modules/a.py", "pkg/test_a.py", "pkg/a.txt", "a.pyc"):
            (tmp_path / other).write_text("")
        assert quiet()
        (tmp_path / "pkg" / "a.py").write_text("")
        assert told()
        (tmp_path / "late").mkdir()
        assert told()
        (tmp_path / "late" / "b.py").write_text("")
        assert told()
        (tmp_path / "pkg" / "a.py").rename(tmp_path / "pkg" / "c.py")
        assert told()
