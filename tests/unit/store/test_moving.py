from __future__ import annotations

from pathlib import Path

from testloom.model.suite import EmittedTest
from testloom.store import DiscardedTests, EmittedTests, KnownBugs, move_tests, open_store


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
