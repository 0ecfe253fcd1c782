"""The sandbox is empty for each test, whatever the last one has left in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom_agent.execution.isolation.sandbox import Sandbox

DEEPER_THAN_THE_STACK = 1_500


@pytest.fixture
def sandbox(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """A sandbox that this process is in."""
    monkeypatch.chdir(tmp_path)
    sandbox = Sandbox(str(tmp_path / "sandbox"))
    sandbox.restore()
    return sandbox


def nest(depth: int) -> None:
    """Make folders in folders, each with a file; from inside out, since deep paths are slow."""
    Path("inner").mkdir()
    for _ in range(depth):
        Path("outer").mkdir()
        Path("inner").rename("outer/inner")
        Path("outer").rename("inner")
        Path("inner/file.txt").touch()


def remains(sandbox: Sandbox) -> list[Path]:
    """What is in the working folder after all was undone."""
    sandbox.restore()
    return list(Path(sandbox.work).iterdir())


def test_deeply_nested_folders_are_removed(sandbox: Sandbox) -> None:
    nest(DEEPER_THAN_THE_STACK)

    assert remains(sandbox) == []


def test_folders_named_like_those_moved_up_are_removed(sandbox: Sandbox) -> None:
    for name in ("emptied-0", "emptied-1/emptied-0/x", "a/b/c", "a/emptied-0/d"):
        Path(name).mkdir(parents=True)

    assert remains(sandbox) == []


def test_what_links_point_to_stays(sandbox: Sandbox, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "file.txt"
    kept.parent.mkdir()
    kept.touch()
    Path("a/b").mkdir(parents=True)
    for link in ("link", "a/link", "a/b/link"):
        Path(link).symlink_to(kept.parent)

    assert remains(sandbox) == []
    assert kept.exists()


def test_folders_without_permissions_are_removed(sandbox: Sandbox) -> None:
    Path("a/b/c").mkdir(parents=True)
    Path("a/b").chmod(0)
    Path("a").chmod(0)

    assert remains(sandbox) == []


def test_nothing_is_left_of_a_sandbox_that_is_removed(sandbox: Sandbox) -> None:
    nest(DEEPER_THAN_THE_STACK)

    sandbox.remove()

    assert not Path(sandbox.path).exists()


def test_what_a_link_in_place_of_the_working_folder_points_to_stays(sandbox: Sandbox, tmp_path: Path) -> None:
    kept = tmp_path / "kept" / "file.txt"
    kept.parent.mkdir()
    kept.touch()
    Path(sandbox.work).rmdir()
    Path(sandbox.work).symlink_to(kept.parent)

    assert remains(sandbox) == []
    assert kept.exists()
