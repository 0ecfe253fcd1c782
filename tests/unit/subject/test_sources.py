from __future__ import annotations

import os
from pathlib import Path

import pytest

from testloom.repository import MOST_BYTES
from testloom.subject import OwnFiles, is_excluded, source_files


def make(folder: Path, *files: str) -> None:
    for name in files:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("" if path.name == "__init__.py" else "x = 1\n")


def names(folder: Path, files: list[Path]) -> list[str]:
    return [file.relative_to(folder).as_posix() for file in files]


def test_a_project_is_made_of_its_packages_and_of_all_below_src(tmp_path: Path) -> None:
    make(tmp_path, "shop/__init__.py", "shop/__main__.py", "shop/tax.py", "src/space/till.py", "src/one.py")
    make(tmp_path, "setup.py", "noxfile.py", "docs/conf.py", "shop/test_tax.py", "tests/__init__.py")
    make(tmp_path, "env/pyvenv.cfg", "env/lib/__init__.py", ".hidden/__init__.py", "build/lib/__init__.py")

    assert names(tmp_path, OwnFiles(tmp_path).packaged()) == [
        "shop/__init__.py",
        "shop/__main__.py",
        "shop/tax.py",
        "src/one.py",
        "src/space/till.py",
    ]


def test_loose_modules_in_its_folder_are_a_part_of_a_project_without_src(tmp_path: Path) -> None:
    make(tmp_path, "shop/__init__.py", "tax.py", "setup.py", "noxfile.py", "conftest.py", "test_tax.py")
    make(tmp_path, "docs/conf.py", "tools/release.py")

    assert names(tmp_path, OwnFiles(tmp_path).packaged()) == ["shop/__init__.py", "tax.py"]


def test_tests_may_be_written_for_all_files_with_code_but_scripts_of_packaging(tmp_path: Path) -> None:
    make(tmp_path, "shop/__init__.py", "shop/__main__.py", "shop/tax.py", "setup.py", "noxfile.py")

    assert names(tmp_path, source_files(tmp_path)) == ["noxfile.py", "shop/tax.py"]


def test_what_is_no_regular_file_or_too_large_is_no_source(tmp_path: Path) -> None:
    make(tmp_path, "shop/__init__.py", "shop/tax.py")
    os.mkfifo(tmp_path / "shop" / "pipe.py")
    with (tmp_path / "shop" / "large.py").open("wb") as stream:
        stream.truncate(MOST_BYTES + 1)

    assert names(tmp_path, source_files(tmp_path)) == ["shop/tax.py"]
    assert names(tmp_path, OwnFiles(tmp_path).packaged()) == ["shop/__init__.py", "shop/tax.py"]


def test_what_only_the_settings_of_pytest_name_as_a_test_is_no_source(tmp_path: Path) -> None:
    make(tmp_path, "shop/__init__.py", "shop/tax.py", "shop/spec_tax.py", "till/__init__.py", "till/old.py")
    (tmp_path / "pytest.ini").write_text("[pytest]\npython_files = spec_*.py\n")
    (tmp_path / "till" / "pytest.ini").write_text("[pytest]\npython_files = old.py\n")
    own = OwnFiles(tmp_path)

    assert names(tmp_path, source_files(tmp_path)) == ["shop/tax.py"]
    assert names(tmp_path, source_files(tmp_path / "shop")) == ["shop/tax.py"]
    assert [own.has(tmp_path / "shop" / name) for name in ("tax.py", "spec_tax.py")] == [True, False]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/helper.py", False),
        ("shop/test/data.py", False),
        ("shop/tests.py", False),
        ("shop/test_tax.py", False),
        ("shop/tax_test.py", False),
        ("conftest.py", False),
        ("shop/testing.py", True),
        ("shop/update.py", True),
        ("test.py", True),
        ("old/tax.py", False),
        ("../shop/tax.py", False),
    ],
)
def test_tests_and_what_is_excluded_are_not_a_projects_own_source(path: str, expected: bool) -> None:
    assert OwnFiles(Path("/project"), ["old"]).has((Path("/project") / path).resolve()) is expected


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("shop", True),
        ("shop/", True),
        ("shop/old/*", True),
        ("*/tax.py", True),
        ("old", False),
        ("sho", False),
    ],
)
def test_a_pattern_means_files_and_folders(pattern: str, expected: bool) -> None:
    assert is_excluded("shop/old/tax.py", [pattern]) is expected
