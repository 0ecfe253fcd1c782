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
