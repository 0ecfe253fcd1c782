from collections.abc import Iterator
from pathlib import Path

import pytest

from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.store import Database, MeasuredFiles, open_store

PROJECT = Path("/shop")
A, B = frozenset({"a"}), frozenset({"b"})


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    with open_store(tmp_path / "store.db") as database:
        yield database


def test_a_file_comes_back_as_it_was_measured(database: Database) -> None:
    entry = _measured("account.py", Reach({1: A | B, 2: frozenset()}, {(1, 2): B, (1, -1): frozenset()}))
    MeasuredFiles(database).remember(PROJECT, [entry], None)

    assert MeasuredFiles(database).of(entry.file) == entry
    assert MeasuredFiles(database).of(PROJECT / "other.py") is None


def test_only_a_run_of_all_tests_says_when_they_were_measured(database: Database) -> None:
    store, entry = MeasuredFiles(database), _measured("x.py", Reach({1: A}))
    store.remember(PROJECT, [entry], {"a"})
    [partly] = store.in_project(PROJECT)
    store.remember(PROJECT, [entry], None)
    [wholly] = store.in_project(PROJECT)
    store.remember(PROJECT, [entry], {"a"})
    [partly_again] = store.in_project(PROJECT)

    assert partly.at == 0.0 < wholly.at == partly_again.at


def test_what_changes_while_all_tests_run_has_changed_since_they_were_measured(database: Database) -> None:
    store = MeasuredFiles(database)
    store.remember(PROJECT, [_measured("x.py", Reach({1: A}))], None, at=12.0)

    assert [file.at for file in store.in_project(PROJECT)] == [12.0]


def test_a_run_of_some_tests_keeps_what_the_others_reach(database: Database) -> None:
    store = MeasuredFiles(database)
    store.remember(
        PROJECT, [_measured("x.py", Reach({1: A, 2: B})), _measured("y.py", Reach({1: A | B}))], None
    )
    store.remember(PROJECT, [_measured("x.py", Reach({1: frozenset(), 2: A}))], {"a"})

    assert store.in_project(PROJECT) == [
        _measured("x.py", Reach({1: frozenset(), 2: A | B})),
        _measured("y.py", Reach({1: B})),
    ]


def test_of_a_file_that_has_changed_the_lines_that_are_still_there_keep_what_reaches_them(
    database: Database,
) -> None:
    store = MeasuredFiles(database)
    store.remember(PROJECT, [_measured("x.py", Reach({1: A | B, 2: B, 3: B}), text="a\nb\nc\n")], None)
    fresh = Reach({1: A, 2: A, 3: frozenset(), 4: frozenset()})
    store.remember(PROJECT, [_measured("x.py", fresh, text="new\na\nB\nc\n")], {"a"})

    now = Reach({1: A, 2: A | B, 3: frozenset(), 4: B})
    assert store.in_project(PROJECT) == [_measured("x.py", now, text="new\na\nB\nc\n")]


def test_a_run_of_all_tests_keeps_what_those_reach_that_it_could_not_collect(database: Database) -> None:
    store = MeasuredFiles(database)
    old, gone, kept = (frozenset({name}) for name in ("test_a.py::t", "test_b.py::gone", "test_c.py::t"))
    store.remember(PROJECT, [_measured("x.py", Reach({1: old | gone, 2: kept, 3: gone}))], None, at=1.0)
    now = _measured("x.py", Reach({1: old, 2: frozenset(), 3: frozenset()}))
    store.remember(PROJECT, [now], None, at=2.0, broken={"test_c.py"})
    [measured] = store.in_project(PROJECT)
    store.remember(PROJECT, [now], None, at=3.0, broken={"test_d.py"})
    [without] = store.in_project(PROJECT)

    assert (measured, measured.at) == (_measured("x.py", Reach({1: old, 2: kept, 3: frozenset()})), 1.0)
    assert (without, without.at) == (now, 3.0)


def test_a_run_of_all_tests_forgets_files_that_are_gone(database: Database) -> None:
    store = MeasuredFiles(database)
    store.remember(PROJECT, [_measured("x.py", Reach({1: A}))], None)
    store.remember(PROJECT, [], None)

    assert store.in_project(PROJECT) == []


def _measured(name: str, reach: Reach, text: str = "x = 1\n") -> MeasuredFile:
    return MeasuredFile(PROJECT / name, text, reach)
