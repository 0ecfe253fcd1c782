from __future__ import annotations

from pathlib import Path

import pytest

from testloom.subject import is_excluded, is_test, packaged_files, source_files


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

    assert names(tmp_path, packaged_files(tmp_path)) == [
        "shop/__init__.py",
        "shop/__main__.py",
        "shop/tax.py",
        "src/one.py",
        "src/space/till.py",
    ]


def test_tests_may_be_written_for_all_files_with_code_but_scripts_of_packaging(tmp_path: Path) -> None:
    make(tmp_path, "shop/__init__.py", "shop/__main__.py", "shop/tax.py", "setup.py", "noxfile.py")

    assert names(tmp_path, source_files(tmp_path)) == ["noxfile.py", "shop/tax.py"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/helper.py", True),
        ("shop/test/data.py", True),
        ("shop/tests.py", True),
        ("shop/test_tax.py", True),
        ("shop/tax_test.py", True),
        ("conftest.py", True),
        ("shop/testing.py", False),
        ("shop/contest.py", False),
        ("test.py", False),
    ],
)
def test_files_of_tests_are_told_by_their_names(path: str, expected: bool) -> None:
    assert is_test(Path(path)) is expected


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
