"""A small project in a folder of its own, and a laboratory that runs its tests."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from testloom.measurement import Laboratory

SUBJECT = """\
def size(number):
    if number > 10:
        return "large"
    return "small"
"""


def unguarded(python: Path, sandbox: Path) -> Sequence[str]:
    return [str(python), "-X", "utf8", "-B"]


@pytest.fixture
def laboratory(tmp_path: Path) -> Laboratory:
    (tmp_path / "shop").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "shop" / "__init__.py").write_text("")
    (tmp_path / "shop" / "sizes.py").write_text(SUBJECT)
    (tmp_path / "pyproject.toml").write_text(
        '[tool.pytest.ini_options]\naddopts = "-x -p no:pytest-lsp -p no:asyncio -p no:hypothesispytest"\n'
    )
    (tmp_path / "tests" / "conftest.py").write_text(
        "import pytest\n\n@pytest.fixture\ndef eleven():\n    return 11\n"
    )
    subject = tmp_path / "shop" / "sizes.py"
    return Laboratory(Path(sys.executable), tmp_path, tmp_path, subject, unguarded)
