from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Timer

import pytest

from testloom.model.errors import StoreError
from testloom.model.suite import EmittedTest
from testloom.store import EmittedTests, open_store

EVEN = EmittedTest("test_even", "def test_even():\n    assert even(2)\n", "shop:even", "(n)", was_seen=True)
ODD = EmittedTest("test_odd", "def test_odd():\n    assert not even(3)\n", "shop:even")
FILE = Path("tests/test_shop.py")


def test_what_is_remembered_is_there_when_the_store_is_opened_again(tmp_path: Path) -> None:
    with open_store(tmp_path / "data" / "store.db") as database:
        EmittedTests(database).remember(FILE, [ODD, EVEN])

    with open_store(tmp_path / "data" / "store.db") as database:
        assert EmittedTests(database).of(FILE) == [EVEN, ODD]
        assert EmittedTests(database).of(Path("tests/test_other.py")) == []


def test_remembering_replaces_what_was_known_of_a_file(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        emitted = EmittedTests(database)
        emitted.remember(FILE, [EVEN, ODD])
        emitted.remember(FILE, [ODD])

        assert emitted.of(FILE) == [ODD]


def test_a_store_that_another_process_has_just_begun_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    end = Timer(0.2, other.execute, ["COMMIT"])
    end.start()
    with open_store(path) as database:
        assert EmittedTests(database).of(FILE) == []
    end.join()
    other.close()


def test_the_store_lies_in_the_data_folder_of_the_user(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))

    with open_store():
        pass

    assert list(tmp_path.rglob("testloom.db"))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the store that nobody has named."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    with open_store():
        pass
    return next(tmp_path.rglob("testloom.db")).parent


def test_files_that_are_no_database_are_put_aside_each_under_a_name_of_its_own(data: Path) -> None:
    for number in range(3):
        (data / "testloom.db").write_text(f"shopping list {number}; " * 100)
        with open_store() as database:
            EmittedTests(database).remember(FILE, [EVEN])

    broken = {path.name: path.read_text()[:15] for path in data.glob("*.broken*")}
    assert broken == {
        "testloom.broken": "shopping list 0",
        "testloom.2.broken": "shopping list 1",
        "testloom.3.broken": "shopping list 2",
    }


def test_a_file_that_is_named_and_no_database_is_refused_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("a shopping list, for instance; " * 100)
    path.chmod(0o644)

    with pytest.raises(StoreError, match=r"notes\.txt is not a database\. .*--state"), open_store(path):
        pass

    assert [entry.name for entry in tmp_path.iterdir()] == ["notes.txt"]
    assert path.read_text().startswith("a shopping list")
    assert _mode(path) == 0o644


def _mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


posix = pytest.mark.skipif(os.name == "nt", reason="no modes")


@posix
def test_nobody_else_reads_the_store_or_its_logs(tmp_path: Path) -> None:
    path = tmp_path / "data" / "testloom" / "store.db"

    with open_store(path) as database:
        EmittedTests(database).remember(FILE, [EVEN])
        modes = {entry.name: _mode(entry) for entry in path.parent.iterdir()}

    assert modes == dict.fromkeys(("store.db", "store.db-wal", "store.db-shm"), 0o600)
    assert [_mode(path.parent), _mode(path.parent.parent)] == [0o700, 0o700]


@posix
def test_a_store_of_an_earlier_version_becomes_private(data: Path) -> None:
    data.chmod(0o755)
    (data / "testloom.db").chmod(0o644)

    with open_store() as database:
        EmittedTests(database).remember(FILE, [EVEN])
        modes = {_mode(entry) for entry in data.iterdir()}

    assert (modes, _mode(data)) == ({0o600}, 0o700)


@posix
def test_the_folder_of_a_store_that_is_named_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)

    with open_store(tmp_path / "store.db"):
        pass

    assert _mode(tmp_path) == 0o755


def test_a_file_of_a_newer_version_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()

    with pytest.raises(StoreError, match="newer Testloom"), open_store(path):
        pass

    assert path.exists()


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(StoreError, match="cannot be opened"), open_store(tmp_path / "file" / "store.db"):
        pass


KILLED = """
import os, signal, sys
from pathlib import Path
from testloom.store import open_store
with open_store(Path(sys.argv[1])) as database, database.transaction() as cursor:
    cursor.execute("DELETE FROM emitted_test")
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name == "nt", reason="no SIGKILL")
@pytest.mark.process
def test_a_process_that_is_killed_while_it_writes_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_store(path) as database:
        EmittedTests(database).remember(FILE, [EVEN])

    done = subprocess.run([sys.executable, "-c", KILLED, str(path)], check=False, timeout=60)

    assert done.returncode == -signal.SIGKILL
    with open_store(path) as database:
        assert EmittedTests(database).of(FILE) == [EVEN]
