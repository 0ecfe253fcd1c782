"""Tests that a measurement counts, although they are no longer there."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.measurement import gone_tests
from testloom.model.progress.reach import MeasuredFile, Reach


@pytest.mark.parametrize(
    ("text", "test", "is_gone"),
    [
        ("def test_a(): ...\n", "test_a", False),
        ("def test_b(): ...\n", "test_a[1]", True),
        ("class TestA:\n    def test_b(self): ...\n", "TestA::test_a", True),
        ("from base import Base\n\nclass TestA(Base):\n    pass\n", "TestA::test_a", False),
        ("class TestA(\n    Generic[int],\n    Base,\n): ...\n", "TestA::test_a", False),
        ("class TestA(unittest.TestCase): ...\n", "TestA::test_a", True),
        ("class TestB(Base): ...\n", "TestA::test_a", True),
    ],
    ids=[
        "there",
        "deleted",
        "deleted in a class",
        "inherited",
        "of several",
        "of unittest",
        "with its class",
    ],
)
def test_a_test_is_gone_if_its_changed_file_neither_names_nor_inherits_it(
    tmp_path: Path, text: str, test: str, is_gone: bool
) -> None:
    (tmp_path / "test_a.py").write_text(text)
    node = f"test_a.py::{test}"
    measured = MeasuredFile(tmp_path / "a.py", "", Reach({1: frozenset({node, ""})}))

    assert gone_tests(measured, tmp_path) == (frozenset({node}) if is_gone else frozenset())
