from __future__ import annotations

from pathlib import Path

from testloom.model.progress.offers import OfferedTest
from testloom.model.suite import EmittedTest
from testloom.store import DiscardedTests, EmittedTests, KnownBugs, OfferedTests, move_tests, open_store


def test_what_was_decided_goes_with_a_file_and_with_a_folder(tmp_path: Path) -> None:
    file, other = tmp_path / "tests" / "test_shop.py", tmp_path / "tests_of_till" / "test_till.py"
    test = EmittedTest("test_shop", "def test_shop(): ...", "shop:f", "", was_seen=True)
    with open_store(tmp_path / "store") as database:
        EmittedTests(database).remember(file, [test])
        EmittedTests(database).remember(other, [test])
        DiscardedTests(database).add(file, ["mark"])
        KnownBugs(database).add(file, "test_shop", "f() was 1")
        move_tests(database, file, file.with_name("test_cart.py"))
        move_tests(database, file.parent, tmp_path / "checks")

        moved = tmp_path / "checks" / "test_cart.py"
        assert EmittedTests(database).files() == [moved, other]
        assert EmittedTests(database).of(moved) == [test]
        assert DiscardedTests(database).of(moved) == {"mark"}
        assert KnownBugs(database).of(moved) == {"test_shop": "f() was 1"}


def test_a_waiting_test_knows_where_its_code_has_gone(tmp_path: Path) -> None:
    test = OfferedTest(tmp_path / "test_f.py", "test_f", "", tmp_path / "src" / "f.py", "f:f", (), "")
    with open_store(tmp_path / "store") as database:
        OfferedTests(database).add([test])
        move_tests(database, tmp_path / "src", tmp_path / "lib")

        [moved] = OfferedTests(database).all()
        assert (moved.id, moved.file, moved.subject) == (test.id, test.file, tmp_path / "lib" / "f.py")
