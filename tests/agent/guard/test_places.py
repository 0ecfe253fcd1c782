"""Which files are private."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from testloom_agent.redaction.places import Places


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A project with its sources in a folder of their own."""
    folder = (tmp_path / "project").resolve()
    (folder / "src").mkdir(parents=True)
    (folder / "pyproject.toml").touch()
    return folder


def places(folder: Path, *ignored: str) -> Places:
    own = [str(folder / "src" / "subject.py")]
    return Places(str(folder / "src"), (str(folder.parent / "sandbox"),), ignored, own)


@pytest.mark.parametrize(
    ("name", "is_private"),
    [
        ("src/shop.py", False),
        ("data/prices.csv", False),
        (".env", True),
        (".pytest.ini", False),
        ("src/.pytest.ini", True),
        ("src/.secrets/key", True),
        ("src/../.env", True),
        ("build/settings.ini", True),
        ("src/local.py", True),
        ("build/lib/shop/_version.py", False),
        ("build/shop.egg-info/entry_points.txt", False),
        ("build/.cache/shop.egg-info/entry_points.txt", True),
        ("src/__pycache__/local.cpython-311.pyc", True),
        ("src/__pycache__/shop.cpython-311.pyc", False),
        ("build/blob.pyc", True),
        ("src/blob.pyc", False),
        ("/sys/devices/virtual/net/lo/address", True),
        ("/sys/devices/system/cpu/online", False),
        ("src/subject.py", False),
        ("../elsewhere", True),
        ("../sandbox/work/a.txt", False),
    ],
)
def test_hidden_ignored_and_foreign_files_are_private(folder: Path, name: str, is_private: bool) -> None:
    ignored = (f"{folder}/build/", str(folder / "src" / "local.py"), str(folder / "src" / "subject.py"))

    found = places(folder, *ignored).private(str(folder / name))

    assert (found is not None) == is_private


def test_the_way_to_a_folder_is_looked_up_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found, asked = places(folder), list[str]()
    lstat = os.lstat

    def noted(path: str) -> os.stat_result:
        asked.append(path)
        return lstat(path)

    monkeypatch.setattr(os, "lstat", noted)
    (folder / "src" / "a.csv").touch()
    found.private(str(folder / "src" / "a.csv"))
    asked.clear()

    (folder / "src" / "linked.csv").symlink_to(folder / ".env")
    assert found.private(str(folder / "src" / "a.csv")) is None
    assert asked == [str(folder / "src" / "a.csv")]
    assert found.private(str(folder / "src" / "linked.csv")) == str(folder / ".env")
    assert found.private(str(folder / "src" / ".." / ".env")) == str(folder / ".env")


@pytest.mark.parametrize("way", ["{}//data.csv", "{}/./data.csv", "{}/src/../data.csv", "/{}/data.csv"])
def test_another_way_of_writing_a_path_leads_to_the_same_private_file(folder: Path, way: str) -> None:
    (folder / "data.csv").touch()
    found = places(folder, str(folder / "data.csv"))
    for known in ("other.csv", "src/a.csv"):
        assert found.private(str(folder / known)) is None

    assert found.private(way.format(folder)) == str(folder / "data.csv")


def test_links_that_tests_put_into_their_scratch_folder_are_followed(folder: Path) -> None:
    sandbox, secret = folder.parent / "sandbox", folder / ".secrets" / "key"
    for inner in (sandbox / "inner", secret.parent):
        inner.mkdir(parents=True)
        (inner / "key").touch()
    found = places(folder)
    assert found.private(str(sandbox / "inner" / "key")) is None

    (sandbox / "inner").rename(sandbox / "before")
    (sandbox / "inner").symlink_to(secret.parent)

    assert found.private(str(sandbox / "inner" / "key")) == str(secret)


def test_a_link_leads_to_what_is_private(folder: Path) -> None:
    (folder / ".env").touch()
    (folder / "settings").symlink_to(folder / ".env")

    assert places(folder).private(str(folder / "settings")) == str(folder / ".env")


@pytest.mark.parametrize(
    "path",
    [os.__file__, os.devnull, sys.executable, "/usr/share/dict/words", "/proc/cpuinfo", "/proc/self/stat"],
)
def test_files_of_python_and_of_systems_are_not_private(folder: Path, path: str) -> None:
    assert places(folder).private(path) is None


def test_what_the_kernel_tells_of_other_processes_is_private(folder: Path) -> None:
    assert places(folder).private(f"/proc/{os.getppid()}/environ") is not None


@pytest.mark.parametrize("path", ["/proc/sys/kernel/hostname", "/sys/devices/virtual/dmi/id/product_serial"])
def test_what_names_this_machine_is_private(folder: Path, path: str) -> None:
    assert places(folder).private(path) == path


def test_an_environment_in_the_project_is_not_private(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.prefix", str(folder / ".venv"))

    assert places(folder).private(str(folder / ".venv" / "lib" / "a.py")) is None


def test_a_project_that_a_repository_around_it_ignores_is_not_private(folder: Path) -> None:
    assert places(folder, f"{folder.parent}/").private(str(folder / "src" / "shop.py")) is None


@pytest.mark.parametrize(
    ("path", "is_private"),
    [
        ("/usr/local/etc/shop.conf", True),
        ("/usr/etc/shop.conf", True),
        ("/dev/shm/key", True),
        ("/usr/share/words", False),
        ("/dev/null", False),
    ],
)
def test_what_is_set_up_on_a_machine_is_private_wherever_it_lies(
    folder: Path, path: str, is_private: bool
) -> None:
    assert (places(folder).private(path) is not None) == is_private
