"""Where the settings of pytest stand, or belong."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.repository.pytest_settings import place_of_settings, pytest_settings


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, ("pytest.ini", "pytest")),
        ({"tox.ini": "[tox]\n", "setup.cfg": "[metadata]\n"}, ("pytest.ini", "pytest")),
        ({"pyproject.toml": "[project]\n"}, ("pyproject.toml", "tool.pytest.ini_options")),
        ({"pyproject.toml": "[tool.pytest]\nx = 1\n"}, ("pyproject.toml", "tool.pytest")),
        ({"pyproject.toml": "", "tox.ini": "[pytest]\nx = 1\n"}, ("tox.ini", "pytest")),
        ({"pyproject.toml": "", "setup.cfg": "[tool:pytest]\nx = 1\n"}, ("setup.cfg", "tool:pytest")),
        ({"pyproject.toml": "", "pytest.ini": ""}, ("pytest.ini", "pytest")),
    ],
)
def test_settings_of_pytest_belong_where_it_reads_them(
    files: dict[str, str], expected: tuple[str, str], tmp_path: Path
) -> None:
    for name, text in files.items():
        (tmp_path / name).write_text(text)

    assert place_of_settings(tmp_path) == expected


@pytest.mark.parametrize(
    ("options", "known"),
    [("-q", True), ("-p no:warnings", False), ("-q -pno:warnings", False), ("-p no:cacheprovider", True)],
)
def test_the_mark_for_warnings_is_known_unless_that_part_is_off(
    tmp_path: Path, options: str, known: bool
) -> None:
    (tmp_path / "pytest.ini").write_text(f"[pytest]\naddopts = {options}\n")

    assert pytest_settings(tmp_path).filters_warnings is known
