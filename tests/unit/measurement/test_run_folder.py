"""What the sandbox of a run has of the project."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from testloom.execution import guarded_command
from testloom.measurement import TestEnvironment
from testloom.measurement.run_folder import UNICODE_DATA, empty_run_folder, run_folder
from testloom.model.properties import PLUGIN as HYPOTHESIS


def _a_folder(data: Path, _: Path) -> None:
    data.mkdir()
    (data / "charmap").touch()


def _a_folder_with_a_link(data: Path, elsewhere: Path) -> None:
    _a_folder(data, elsewhere)
    (data / "link").symlink_to(elsewhere, target_is_directory=True)


def _a_link(data: Path, elsewhere: Path) -> None:
    data.symlink_to(elsewhere, target_is_directory=True)


@pytest.mark.parametrize(
    ("plugins", "make", "expected"),
    [
        ({HYPOTHESIS}, _a_folder, ["charmap"]),
        ({HYPOTHESIS}, _a_folder_with_a_link, ["charmap", "link"]),
        ({HYPOTHESIS}, _a_link, []),
        (None, _a_folder, ["charmap"]),
        ({"xdist"}, _a_folder, []),
    ],
)
def test_a_run_has_what_hypothesis_knows_of_characters_but_nothing_that_lies_elsewhere(
    tmp_path: Path, plugins: set[str] | None, make: Callable[[Path, Path], None], expected: list[str]
) -> None:
    elsewhere, data = tmp_path / "elsewhere", tmp_path / "project" / UNICODE_DATA
    elsewhere.mkdir()
    (elsewhere / "huge").touch()
    data.parent.mkdir(parents=True)
    make(data, elsewhere)
    project = tmp_path / "project"
    known = None if plugins is None else frozenset(plugins)
    environment = TestEnvironment(Path("python"), project, project, project / "a.py", guarded_command, known)

    with empty_run_folder(environment) as place:
        copied = sorted(place.hypothesis.glob("*/*"))
        assert [file.name for file in copied] == expected
        assert all(file.is_symlink() == (file.name == "link") for file in copied)


@pytest.mark.parametrize("name", ["test_a.py", "conftest.py", "tests/test_a.py"])
def test_the_text_of_a_test_file_goes_into_a_copy_and_not_through_a_link_to_the_file(
    tmp_path: Path, name: str
) -> None:
    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_text("# saved\n")
    environment = TestEnvironment(Path("python"), tmp_path, tmp_path, file, guarded_command)

    with run_folder(environment, file, "# unsaved\n", list(tmp_path.iterdir())) as place:
        assert place.test_file.read_text() == "# unsaved\n"
        assert not place.test_file.is_symlink()
    assert file.read_text() == "# saved\n"
