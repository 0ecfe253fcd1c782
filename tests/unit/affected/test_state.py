"""What a project is at a time."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.affected import state as states
from testloom.affected.state import CODE, DATA, SETTINGS, WHOLE, Beginning, begin, present_state
from testloom.model.errors import ProjectError


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project in which git ignores `made.json`."""
    monkeypatch.setattr(states, "ignored_files", lambda project: [str(project / "shop" / "made.json")])
    for name in ("shop/cart.py", "shop/made.json", "shop/texts/de.txt", "shop/.hidden", "shop/cart.pyc"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("x = 1\n")
    return tmp_path


@pytest.mark.parametrize(
    ("file", "part", "is_changed"),
    [
        ("shop/texts/de.txt", ("shop", DATA), True),
        ("shop/made.json", ("shop", DATA), False),
        ("shop/.hidden", ("shop", DATA), False),
        ("shop/cart.py", ("shop", DATA), False),
        ("shop/cart.py", ("", CODE), True),
        ("shop/texts/de.txt", ("", CODE), False),
        ("shop/cart.py", ("shop/cart.py", WHOLE), True),
        ("pytest.ini", ("", SETTINGS), True),
    ],
)
def test_a_part_changes_with_its_files(
    project: Path, file: str, part: tuple[str, str], is_changed: bool
) -> None:
    before = present_state(project).digest(*part)
    (project / file).write_text("x = 2\n")

    assert (present_state(project).digest(*part) != before) == is_changed


def test_what_has_changed_meanwhile_is_equal_to_nothing(project: Path) -> None:
    file = project / "shop" / "cart.py"
    os.utime(file, (2_000_000_000, 2_000_000_000))
    state, now = present_state(project, since=Beginning(1_999_999_999.0)), present_state(project)

    for part in (("shop/cart.py", WHOLE), ("shop/cart.py", ""), ("", CODE)):
        assert state.digest(*part) != now.digest(*part)
    assert state.digest("shop/texts/de.txt", WHOLE) == now.digest("shop/texts/de.txt", WHOLE)


@pytest.mark.parametrize(("content", "is_settled"), [("x = 1\n", True), ("x = 2\n", False)])
def test_data_that_is_put_back_meanwhile_has_not_changed(
    project: Path, content: str, is_settled: bool
) -> None:
    begun, before = begin(project, at=1_999_999_999.0), present_state(project).digest("shop", DATA)
    file = project / "shop" / "texts" / "de.txt"
    file.write_text(content)
    os.utime(file, (2_000_000_000, 2_000_000_000))

    assert (present_state(project, begun).digest("shop", DATA) == before) == is_settled


def test_only_files_of_another_size_or_time_are_read(project: Path) -> None:
    (project / "shop" / "texts" / "en.txt").write_text("x = 1\n")
    known = begin(project, at=time.time() + 10).settled()
    (project / "shop" / "texts" / "de.txt").write_text("x = 2\n")
    state = present_state(project, digests=known)
    files: list[str] = []

    def read(path: str) -> bytes:
        files.append(path)
        return state.read(path)

    digest = replace(state, read=read).digest("shop", DATA)

    assert files == ["shop/texts/de.txt"]
    assert digest == present_state(project).digest("shop", DATA)


def test_the_digest_of_a_file_that_has_just_changed_is_not_kept(project: Path) -> None:
    (project / "shop" / "texts" / "de.txt").touch()

    assert begin(project, at=time.time()).settled() == {}


def test_if_git_cannot_tell_what_it_ignores_it_counts(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Path) -> list[str]:
        raise ProjectError("Git is too slow.", "")

    monkeypatch.setattr(states, "ignored_files", fail)

    assert "shop/made.json" in present_state(project).paths
