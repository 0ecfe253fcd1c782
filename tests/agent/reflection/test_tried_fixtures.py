"""Fixtures are tried one by one, each as the first one of a test."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from testloom_agent.reflection.fixtures import usable_fixtures

CONFTEST = """
import pytest

@pytest.fixture
def store(tmp_path):
    (tmp_path / "store").mkdir()
    return tmp_path / "store"

@pytest.fixture
def shelf(store):
    return [store]
"""


def test_no_fixture_finds_the_files_of_another_trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    conftest = tmp_path / "conftest.py"
    conftest.write_text(CONFTEST)

    _, offered = usable_fixtures([str(conftest)], lambda: None)

    assert [one.name for one in offered] == ["store", "shelf"]
