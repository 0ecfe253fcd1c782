"""A small project in a folder of its own, and a environment that runs its tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from testloom.measurement import TestEnvironment
from tests.projects import NO_PLUGINS

SUBJECT = """\
def size(number):
    if number > 10:
        return "large"
    return "small"
"""


def unguarded(python: Path, sandbox: Path) -> Sequence[str]:
    return [str(python), "-X", "utf8", "-B"]


@pytest.fixture
def environment(tmp_path: Path) -> TestEnvironment:
    (tmp_path / "shop").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "sizes.py").write_text(SUBJECT)
    (tmp_path / "pyproject.toml").write_text(f'[tool.pytest.ini_options]\naddopts = "-x {NO_PLUGINS}"\n')
    (tmp_path / "tests" / "conftest.py").write_text(
        "import pytest\n\n@pytest.fixture\ndef eleven():\n    return 11\n"
    )
    subject = tmp_path / "shop" / "sizes.py"
    return TestEnvironment(Path(sys.executable), tmp_path, tmp_path, subject, unguarded)
