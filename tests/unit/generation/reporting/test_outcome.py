from __future__ import annotations

from pathlib import Path

from testloom.generation.earlier.expected import with_expected
from testloom.generation.reporting.outcome import OutcomeRecord
from testloom.model.events.jobs import Discarded, Event, Finding, Unreached
from testloom.store import ExpectedExceptions, FileOutcomes, open_store
from tests.unit.search.bank import bank

MISSED = Unreached("f/1", 1, "a is true", "needs-value")
FOUND = Finding("shop:g", 1, "builtins:IndexError", "", "")


def test_what_a_run_leaves_open_is_passed_on_and_kept(tmp_path: Path) -> None:
    file, state = tmp_path / "shop.py", tmp_path / "store.db"
    file.write_text("text\n")
    heard: list[Event] = []
    record = OutcomeRecord(file, heard.append)
    for event in (MISSED, Discarded("a test", "flaky"), FOUND):
        record(event)
    record.keep(state, {"f/1"}, ["shop:g"])

    assert heard == [MISSED, Discarded("a test", "flaky"), FOUND]
    with open_store(state) as database:
        outcome = FileOutcomes(database).of(file)
    assert outcome is not None
    assert (outcome.text, outcome.unreached, outcome.findings) == ("text\n", (MISSED,), (FOUND,))


def test_without_a_store_a_run_goes_on(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    record = OutcomeRecord(tmp_path / "shop.py", lambda event: None)
    record.keep(tmp_path / "file" / "store.db", (), ())

    assert with_expected(bank(), tmp_path / "bank.py", tmp_path / "file" / "store.db") == bank()


def test_an_expected_exception_is_announced_by_its_callable(tmp_path: Path) -> None:
    file, state = tmp_path / "bank.py", tmp_path / "store.db"
    with open_store(state) as database:
        ExpectedExceptions(database).add(file, "bank:transfer", "builtins:IndexError")
        ExpectedExceptions(database).add(file, "bank:gone", "builtins:IndexError")
    subject = with_expected(bank(), file, state)

    assert "builtins:IndexError" in subject.callables["bank:transfer"].raises
    assert subject.callables.keys() == bank().callables.keys()
