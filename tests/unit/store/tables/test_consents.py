from __future__ import annotations

from pathlib import Path

from testloom.store import Consents, open_store


def test_an_answer_is_for_one_project_and_one_set_of_wishes(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        consents = Consents(database)
        consents.remember(tmp_path / "shop", ["run:git", "write:~/x"], agreed=True)
        consents.remember(tmp_path / "shop", ["run:sh"], agreed=False)

    with open_store(tmp_path / "store.db") as database:
        consents = Consents(database)
        assert consents.answer(tmp_path / "shop", ["write:~/x", "run:git"]) is True
        assert consents.answer(tmp_path / "shop", ["run:sh"]) is False
        for requests in (["run:git"], [], ["run:git", "write:~/x", "run:sh"], ["run:git, write:~/x"]):
            assert consents.answer(tmp_path / "shop", requests) is None
        assert consents.answer(tmp_path / "other", ["run:sh"]) is None


def test_the_last_answer_counts(tmp_path: Path) -> None:
    with open_store(tmp_path / "store.db") as database:
        consents = Consents(database)
        for agreed in (True, False):
            consents.remember(tmp_path, ["run:git"], agreed=agreed)
        assert consents.answer(tmp_path, ["run:git"]) is False
