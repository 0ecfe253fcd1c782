from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from testloom.model.events.jobs import Finding, Unreached, decode_event, encode_event
from testloom.model.events.nearness import NearMiss
from testloom.model.progress.outcome import FileOutcome

FILE = Path("/shop/account.py")
TEXT = "def f(a):\n    if a > 3:\n        return 1\n\n\ndef g(b):\n    return b[0]\n"
MISSED = Unreached("f/1", 3, "a > 3 is true", "needs-value", decided=2, outcome=True)
FOUND = Finding("account:g", 7, "builtins:IndexError", "", "")
OUTCOME = FileOutcome(FILE, TEXT, (MISSED,), (FOUND,))


def test_what_is_left_open_moves_with_its_lines() -> None:
    moved = OUTCOME.shown_in("# one more\n" + TEXT)

    assert [(goal.decided, goal.line) for goal in moved.unreached] == [(3, 4)]
    assert [finding.line for finding in moved.findings] == [8]


def test_nothing_is_said_of_lines_that_have_changed() -> None:
    changed = OUTCOME.shown_in(TEXT.replace("a > 3", "a > 4"))

    assert changed.unreached == ()
    assert len(changed.findings) == 1


def test_a_run_renews_what_it_was_about_and_leaves_the_rest() -> None:
    run = FileOutcome(FILE, TEXT, (Unreached("g/1", 7, "g", "needs-type"),))

    about_g = OUTCOME.renewed(run, {"g/1"}, {"account:g"})
    about_f = OUTCOME.renewed(FileOutcome(FILE, TEXT), {"f/1"}, {"account:f"})

    assert [goal.goal for goal in about_g.unreached] == ["f/1", "g/1"]
    assert about_g.findings == ()
    assert (about_f.unreached, about_f.findings) == ((), (FOUND,))


def test_a_finding_that_a_run_has_again_is_there_once() -> None:
    again = FileOutcome(FILE, TEXT, (), (replace(FOUND, message="again"),))

    assert OUTCOME.renewed(again, (), ()).findings == again.findings


def test_findings_that_are_expected_are_none() -> None:
    assert OUTCOME.without_findings({("account:g", "builtins:IndexError")}).findings == ()
    assert OUTCOME.without_findings({("account:g", "builtins:KeyError")}).findings == (FOUND,)


def test_a_near_miss_survives_the_way_as_json() -> None:
    event = Unreached("f/1", 3, "a", "needs-value", closest=NearMiss("a > 3", "1 > 3", True, 2.0))

    assert decode_event(encode_event(event)) == event
