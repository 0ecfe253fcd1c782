from __future__ import annotations

from pathlib import Path

import pytest

from testloom.model.errors import StoreError
from testloom.recording import forget_functions, recorded_functions, recorded_root
from testloom_agent.recording.journal import Journal


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    file = tmp_path / "calls.testloom"
    journal = Journal(str(file), {"root": str(tmp_path), "python": "python3"})
    for name in ("shop", "cart"):
        journal.note_module(name, str(tmp_path / f"{name}.py"))
    for path in ("shop:open", "cart:Cart.__init__", "cart:Cart.add", "cart:Cart.add"):
        journal.note_call(path, {"steps": []})
    journal.note_lost("cart:Cart.add", "a lambda")
    journal.note_lost("shop:close", "a time zone")
    journal.close()
    return file


def test_functions_come_by_module_with_their_calls_and_what_was_lost(journal: Path, tmp_path: Path) -> None:
    found = [
        (each.callable, each.file.name, each.calls, dict(each.lost)) for each in recorded_functions(journal)
    ]

    assert found == [
        ("cart:Cart", "cart.py", 1, {}),
        ("cart:Cart.add", "cart.py", 2, {"a lambda": 1}),
        ("shop:open", "shop.py", 1, {}),
        ("shop:close", "shop.py", 0, {"a time zone": 1}),
    ]
    assert recorded_root(journal) == tmp_path


def test_what_is_forgotten_is_gone_and_the_rest_stays(journal: Path) -> None:
    forget_functions(journal, ["cart:Cart", "cart:Cart.add", "shop:close"])

    assert [each.callable for each in recorded_functions(journal)] == ["shop:open"]


def test_without_a_recording_there_is_nothing(tmp_path: Path) -> None:
    assert recorded_functions(tmp_path / "none.testloom") == []
    assert recorded_root(tmp_path / "none.testloom") is None


def test_a_file_that_is_no_recording_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "broken.testloom"
    file.write_text("this is no database at all " * 100)

    with pytest.raises(StoreError, match=r"The recording .* cannot be used"):
        recorded_functions(file)
    assert recorded_root(file) is None
