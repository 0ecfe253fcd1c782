"""Files of a project are read to an end, whatever they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from testloom.repository import MOST_BYTES, read_bytes, read_text
from tests.odd_files import KINDS, Kind, in_time


@pytest.mark.parametrize("kind", KINDS)
def test_what_has_no_end_cannot_be_read(tmp_path: Path, kind: Kind) -> None:
    kind(tmp_path / "odd")

    with in_time(), pytest.raises(OSError, match=r"Not a regular file|Larger than 5 MB"):
        read_bytes(tmp_path / "odd")


def test_a_folder_and_nothing_at_all_are_told_as_ever(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        read_bytes(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path / "nothing")


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"x" * MOST_BYTES)

    assert len(read_bytes(tmp_path / "large")) == MOST_BYTES


def test_all_kinds_of_line_ends_become_one(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"a\r\nb\rc\n")

    assert read_text(tmp_path / "text") == "a\nb\nc\n"
