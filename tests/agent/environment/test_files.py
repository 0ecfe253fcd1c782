"""Files that a test case prepares lie in its folders, whatever their paths say, with Landlock or without."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from testloom.capabilities.files.statement import PathStatement
from testloom.execution import Agent
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import AgeStatement, FileStatement
from testloom_agent.environment.files import HOME, PLACE, WORK, Files
from testloom_agent.guard import Guard

Agents = Callable[[str], Agent]


@pytest.fixture
def files(tmp_path: Path) -> tuple[Files, Guard]:
    folders = {WORK: "work", HOME: "home", PLACE: "place"}
    for folder in folders.values():
        (tmp_path / folder).mkdir()
    guard = Guard()
    return Files(guard, {prefix: str(tmp_path / folder) for prefix, folder in folders.items()}), guard


@pytest.mark.parametrize("path", ["../out", "a/../../out", "~/../out", "@/../out", "~/a/../../out"])
def test_a_file_outside_of_its_folder_is_denied(
    files: tuple[Files, Guard], tmp_path: Path, path: str
) -> None:
    folder, guard = files

    folder.put(path, "content")

    assert not (tmp_path / "out").exists()
    assert guard.take_denials() == [f"prepare {path!r} outside of its folder"]
    assert guard.paths == []


def test_a_file_at_an_absolute_path_is_denied_and_keeps_its_age(
    files: tuple[Files, Guard], tmp_path: Path
) -> None:
    folder, guard = files
    outside = tmp_path / "outside"
    outside.write_text("mine")
    before = outside.stat().st_mtime

    folder.put(str(tmp_path / "new"), "content")
    folder.set_age(str(outside), 5.0)

    assert not (tmp_path / "new").exists()
    assert (outside.read_text(), outside.stat().st_mtime) == ("mine", before)
    assert len(guard.take_denials()) == 2


def test_a_link_leads_to_no_other_place(files: tuple[Files, Guard], tmp_path: Path) -> None:
    folder, guard = files
    (tmp_path / "outside").mkdir()
    (tmp_path / "work" / "link").symlink_to(tmp_path / "outside")

    folder.put("link/new", "content")

    assert list((tmp_path / "outside").iterdir()) == []
    assert guard.take_denials() == ["prepare 'link/new' outside of its folder"]


def test_files_in_the_folders_are_put_there(files: tuple[Files, Guard], tmp_path: Path) -> None:
    folder, guard = files

    for path in ("a.txt", "b/c.txt", "~/d.txt", "@/e.txt", "b/./f.txt"):
        folder.put(path, "content")
        folder.set_age(path, 5.0)

    found = {str(place.relative_to(tmp_path)) for place in tmp_path.rglob("*.txt")}
    assert found == {"work/a.txt", "work/b/c.txt", "work/b/f.txt", "home/d.txt", "place/e.txt"}
    assert {(tmp_path / place).stat().st_mtime for place in found} == {5.0}
    assert guard.take_denials() == []


def test_a_test_case_that_prepares_what_is_outside_is_denied(agent_of: Agents, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.write_text("mine")
    before = outside.stat().st_mtime
    call = CallStatement(1, "touching:nothing")
    prepared = (
        FileStatement(0, f"{tmp_path}/new", "x"),
        AgeStatement(0, str(outside), 5.0),
        PathStatement(0, "touching:FOLDER", "@/../../.."),
    )

    results = agent_of("touching").execute([TestCase((entry, call)) for entry in prepared])

    assert all("outside of its folder" in str(result.denied) for result in results)
    assert outside.stat().st_mtime == before and not (tmp_path / "new").exists()
