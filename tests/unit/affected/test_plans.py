"""Runs of tests that are observed, and what is remembered of them."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from testloom.affected import ObservedRun, begin_to_observe, keep_records
from testloom.model.errors import StoreError
from testloom.store import FileDigests, open_store

pytestmark = pytest.mark.process


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a file of data, and a store of its own."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path / "user"))
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "prices.csv").write_text("tea,3\n")
    return tmp_path / "shop"


def test_tests_run_without_a_store_and_only_their_end_says_that_there_is_none(
    project: Path, tmp_path: Path
) -> None:
    (tmp_path / "user").write_text("no folder")

    begun = begin_to_observe(project, tmp_path)

    assert list(begun.data) == ["prices.csv"]
    with pytest.raises(StoreError):
        keep_records(project, Path(sys.executable), ObservedRun(project), begun)


def test_digests_of_data_files_are_kept_with_the_results_of_a_run(project: Path, tmp_path: Path) -> None:
    later = (project / "prices.csv").stat().st_mtime + 60
    begun = begin_to_observe(project, tmp_path)
    keep_records(project, Path(sys.executable), ObservedRun(project), replace(begun, at=later))

    with open_store() as database:
        assert FileDigests(database, project).all() == begun.data
