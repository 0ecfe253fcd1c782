from __future__ import annotations

from pathlib import Path

import pytest

from testloom.subject import importable_name, namesakes
from testloom.subject.project import location


def found(folder: Path, file: str, here: Path) -> list[str]:
    name = importable_name(folder / file)
    assert name is not None
    return [other.relative_to(folder).as_posix() for other in namesakes(folder / file, name, here)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for path in ("a/helpers.py", "a/other.py", "b/helpers.py", "deep/c/helpers.py", "tests/helpers.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("VALUE = 1\n")
    return tmp_path


def test_files_of_a_project_that_are_imported_by_one_name_are_found(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[project]\nname = 'shop'\n")

    assert found(folder, "a/helpers.py", folder.parent) == ["b/helpers.py", "deep/c/helpers.py"]
    assert found(folder, "a/other.py", folder.parent) == []


def test_a_module_of_a_package_is_no_namesake(folder: Path) -> None:
    (folder / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    for name in ("b", "deep/c"):
        (folder / name / "__init__.py").write_text("")

    assert found(folder, "a/helpers.py", folder.parent) == []


def test_folders_that_nothing_marks_are_run_together_where_pytest_is_run_above_them(folder: Path) -> None:
    assert found(folder, "a/helpers.py", folder) == ["b/helpers.py"]
    assert found(folder, "a/helpers.py", folder.parent) == []


def test_no_file_is_asked_for_its_name_whose_path_cannot_have_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pyproject.toml").write_text("[project]\nname = 'shop'\n")
    for path in ("shop/__init__.py", "old/shop/__init__.py", "other/__init__.py"):
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("VALUE = 1\n")
    asked: list[Path] = []
    find_root = location.find_root

    def noting(file: Path) -> Path:
        asked.append(file.relative_to(folder))
        return find_root(file)

    monkeypatch.setattr(location, "find_root", noting)
    assert found(folder, "shop/__init__.py", folder.parent) == ["old/shop/__init__.py"]
    assert Path("other/__init__.py") not in asked
