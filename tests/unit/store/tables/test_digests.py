"""What is remembered of data files."""

from __future__ import annotations

import os
from pathlib import Path

from testloom.model.progress.records import StampedDigest
from testloom.store import FileDigests, open_store

OLD, NEW = StampedDigest("6 1 1", "a"), StampedDigest("6 2 2", "b")


def test_the_last_digests_of_a_project_come_back_and_those_of_files_that_are_gone_do_not(
    tmp_path: Path,
) -> None:
    with open_store(tmp_path / "store.db") as database:
        shop, other = FileDigests(database, Path("/shop")), FileDigests(database, Path("/other"))
        for store in (shop, other):
            store.remember({"de.txt": OLD, "en.txt": OLD, "fr.txt": OLD})
        shop.remember({"de.txt": OLD, "en.txt": NEW})

        assert shop.all() == {"de.txt": OLD, "en.txt": NEW}
        assert set(other.all().values()) == {OLD}


def test_a_file_whose_name_is_no_utf_8_is_read_again_each_time(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        digests = FileDigests(database, Path("/shop"))
        digests.remember({"de.txt": OLD, os.fsdecode(b"\xff.txt"): OLD})

        assert digests.all() == {"de.txt": OLD}
