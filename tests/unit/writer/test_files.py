from __future__ import annotations

from pathlib import Path

import pytest

from testloom.model.errors import OutputError
from testloom.writer import check_writable, read_existing, save


def test_a_file_and_the_folders_above_it_are_made(tmp_path: Path) -> None:
    path = tmp_path / "tests" / "unit" / "test_x.py"

    save(path, "x = 1\n")

    assert path.read_text() == "x = 1\n"
    assert [entry.name for entry in path.parent.iterdir()] == ["test_x.py"]


def test_the_mode_of_a_file_and_the_link_to_it_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "test_x.py", tmp_path / "link.py"
    path.write_text("x = 1\n")
    path.chmod(0o640)
    link.symlink_to(path)

    save(link, "x = 2\n")

    assert link.is_symlink()
    assert path.read_text() == "x = 2\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    folder.chmod(0o555)

    with pytest.raises(OutputError, match=r"tests is read-only.*--out"):
        save(folder / "test_x.py", "x = 1\n")

    assert list(folder.iterdir()) == []


def test_a_read_only_file_is_named_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_text("mine\n")
    path.chmod(0o444)

    with pytest.raises(OutputError, match="read-only"):
        save(path, "x = 1\n")

    assert path.read_text() == "mine\n"


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").mkdir()

    with pytest.raises(OutputError, match="is a folder"):
        check_writable(tmp_path / "test_x.py")


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "tests").write_text("")

    with pytest.raises(OutputError, match="is a file, not a folder"):
        save(tmp_path / "tests" / "test_x.py", "x = 1\n")


def test_the_encoding_of_a_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_bytes("# coding: latin-1\r\nx = 'é'\r\n".encode("latin-1"))

    text = read_existing(path)
    assert text is not None
    save(path, text)

    assert path.read_bytes() == "# coding: latin-1\r\nx = 'é'\r\n".encode("latin-1")


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_bytes(b"x = '\xff'\n")

    with pytest.raises(OutputError, match="UTF-8"):
        read_existing(path)


def test_a_missing_file_has_no_text(tmp_path: Path) -> None:
    assert read_existing(tmp_path / "test_x.py") is None
