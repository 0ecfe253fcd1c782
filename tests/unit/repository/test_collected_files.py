"""What pytest looks into if it is told nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.repository.pytest_settings import pytest_settings


@pytest.mark.parametrize(
    ("testpaths", "collected"),
    [
        ("", ["app/test_a.py", "tests/test_a.py"]),
        ("tests", ["tests/test_a.py"]),
        ("a*", ["app/test_a.py"]),
        (".", ["app/test_a.py", "tests/test_a.py"]),
        ("gone", ["app/test_a.py", "tests/test_a.py"]),
    ],
)
def test_pytest_looks_below_testpaths_unless_there_is_nothing(
    tmp_path: Path, testpaths: str, collected: list[str]
) -> None:
    files = [tmp_path / "app" / "test_a.py", tmp_path / "tests" / "test_a.py"]
    for file in files:
        file.parent.mkdir()
    (tmp_path / "pytest.ini").write_text(f"[pytest]\ntestpaths = {testpaths}\n")
    settings = pytest_settings(tmp_path)

    found = [file.relative_to(tmp_path).as_posix() for file in files if settings.collects(file)]

    assert found == collected


@pytest.mark.parametrize(
    ("testpaths", "file", "is_collected"),
    [
        ("packages/*/tests", "packages/b/tests/deep/test_x.py", True),
        ("packages/*/tests", "packages/b/deep/tests/test_x.py", False),
        ("packages/a/tests/test_*.py", "packages/a/tests/test_new.py", True),
        ("packages/a/tests/test_*.py", "packages/a/tests/new_test.py", False),
        ("**/tests", "packages/b/tests/deep/test_x.py", True),
        ("**/tests", "tests/test_x.py", True),
        ("**/tests", "packages/b/test_x.py", False),
        ("packages/**/tests/test_*.py", "packages/b/deep/tests/test_x.py", True),
        ("packages/**/tests", "other/tests/test_x.py", False),
    ],
)
def test_a_file_that_is_not_there_yet_is_looked_into_where_a_pattern_will_mean_it(
    tmp_path: Path, testpaths: str, file: str, is_collected: bool
) -> None:
    (tmp_path / "packages" / "a" / "tests").mkdir(parents=True)
    (tmp_path / "packages" / "a" / "tests" / "test_a.py").touch()
    (tmp_path / "pytest.ini").write_text(f"[pytest]\ntestpaths = {testpaths}\n")

    assert pytest_settings(tmp_path).collects(tmp_path / file) == is_collected
