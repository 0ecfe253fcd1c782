from __future__ import annotations

from pathlib import Path

import pytest

from testloom.model.errors import OutputError
from testloom.writer import check_writable, read_existing, save
from testloom.writer.project.layout import MOST_BYTES


def test_a_file_and_the_folders_above_it_are_made(tmp_path: Path) -> None:
    path = tmp_path / "tests" / "unit" / "test_x.py"

    save(path, "x = 1\n", tmp_path)

    assert path.read_text() == "x = 1\n"
    assert [entry.name for entry in path.parent.iterdir()] == ["test_x.py"]


def test_the_mode_of_a_file_and_the_link_to_it_are_kept(tmp_path: Path) -> None:
    path, link = tmp_path / "test_x.py", tmp_path / "link.py"
    path.write_text("x = 1\n")
    path.chmod(0o640)
    link.symlink_to(path)

    save(link, "x = 2\n", tmp_path)

    assert link.is_symlink()
    assert path.read_text() == "x = 2\n"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_read_only_folder_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    folder.chmod(0o555)

    with pytest.raises(OutputError, match=r"tests is read-only.*Make it writable"):
        save(folder / "test_x.py", "x = 1\n", tmp_path)

    assert list(folder.iterdir()) == []


def test_a_read_only_file_is_named_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_text("mine\n")
    path.chmod(0o444)

    with pytest.raises(OutputError, match="read-only"):
        save(path, "x = 1\n", tmp_path)

    assert path.read_text() == "mine\n"


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").mkdir()

    with pytest.raises(OutputError, match="is a folder"):
        check_writable(tmp_path / "test_x.py", tmp_path)


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "tests").write_text("")

    with pytest.raises(OutputError, match="is a file, not a folder"):
        save(tmp_path / "tests" / "test_x.py", "x = 1\n", tmp_path)


def test_the_encoding_of_a_file_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_bytes("# coding: latin-1\r\nx = 'é'\r\n".encode("latin-1"))

    text = read_existing(path)
    assert text is not None
    save(path, text, tmp_path)

    assert path.read_bytes() == "# coding: latin-1\r\nx = 'é'\r\n".encode("latin-1")


def test_a_file_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_bytes(b"x = '\xff'\n")

    with pytest.raises(OutputError, match="UTF-8"):
        read_existing(path)


def test_a_missing_file_has_no_text(tmp_path: Path) -> None:
    assert read_existing(tmp_path / "test_x.py") is None


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project beside a folder that is none of it, with a file of somebody else."""
    (tmp_path / "project" / "tests").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "theirs.py").write_text("theirs\n")
    return tmp_path / "project"


@pytest.mark.parametrize("target", ["new.py", "theirs.py"])
def test_a_link_out_of_the_project_is_named_with_where_it_leads(project: Path, target: str) -> None:
    path, place = project / "tests" / "test_x.py", project.parent / "elsewhere" / target
    path.symlink_to(place)

    with pytest.raises(OutputError) as refused:
        check_writable(path, project)
    with pytest.raises(OutputError, match="leads out of"):
        save(path, "x = 1\n", project)

    assert str(path) in str(refused.value) and str(place) in str(refused.value)
    assert {entry.name: entry.read_text() for entry in place.parent.iterdir()} == {"theirs.py": "theirs\n"}


def test_a_folder_that_is_a_link_out_of_the_project_is_refused(project: Path) -> None:
    (project / "tests").rmdir()
    (project / "tests").symlink_to(project.parent / "elsewhere")

    with pytest.raises(OutputError, match=r"tests/unit/test_x\.py leads out of .*elsewhere/unit/test_x\.py"):
        save(project / "tests" / "unit" / "test_x.py", "x = 1\n", project)

    assert [entry.name for entry in (project.parent / "elsewhere").iterdir()] == ["theirs.py"]


def test_a_path_that_climbs_out_of_the_project_is_refused(project: Path) -> None:
    with pytest.raises(OutputError, match="leads out of"):
        save(project / "tests" / ".." / ".." / "elsewhere" / "test_x.py", "x = 1\n", project)


def test_links_lead_to_other_places_of_the_project_and_to_the_project(project: Path) -> None:
    (project / "unit").symlink_to(project / "tests")
    (project.parent / "mine").symlink_to(project)

    save(project / "unit" / "test_x.py", "x = 1\n", project.parent / "mine")

    assert (project / "tests" / "test_x.py").read_text() == "x = 1\n"


def test_a_link_that_leads_in_circles_is_told(project: Path) -> None:
    path = project / "tests" / "test_x.py"
    path.symlink_to(path)

    with pytest.raises(OutputError, match="cannot be written"):
        save(path, "x = 1\n", project)

    assert path.is_symlink()


def test_a_byte_order_mark_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_bytes(b"\xef\xbb\xbfx = 1\r\n")

    assert read_existing(path) == "x = 1\r\n"
    save(path, "x = 2\r\n", tmp_path)

    assert path.read_bytes() == b"\xef\xbb\xbfx = 2\r\n"


def test_a_codec_that_turns_lines_into_escapes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_text("# coding: unicode_escape\nx = 1\n")

    with pytest.raises(OutputError, match=r"test_x.py cannot be read and written in the encoding.*UTF-8"):
        read_existing(path)


def test_a_file_that_is_too_large_is_refused_before_it_is_parsed(tmp_path: Path) -> None:
    path = tmp_path / "test_x.py"
    path.write_text("\n" * (MOST_BYTES + 1))

    with pytest.raises(OutputError, match=r"larger than 1 MB\. Split it"):
        read_existing(path)
    with pytest.raises(OutputError, match=r"larger than 1 MB\. Split it"):
        check_writable(path, tmp_path)
