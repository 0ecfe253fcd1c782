from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from testloom.model.events.jobs import Finding, Unreached, decode_event, encode_event
from testloom.model.events.nearness import NearMiss
from testloom.model.progress.outcome import FileOutcome
from testloom.model.progress.reach import Branch, Reach

FILE = Path("/shop/account.py")
TEXT = "def f(a):\n    if a > 3:\n        return 1\n\n\ndef g(b):\n    return b[0]\n"
MISSED = Unreached("f/1", 3, "a > 3 is true", "needs-value", decided=2, outcome=True)
BELOW = Unreached("f/2", 2, "a > 3 is false", "needs-value", decided=2, outcome=False)
LINE = Unreached("f/3", 3, "line 3", "needs-value", decided=3)
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


@pytest.mark.parametrize(
    ("old", "new", "is_kept"),
    [
        ("return b[0]", "return b[1]", False),
        ("    return b[0]\n", "    b = b or [0]\n    return b[0]\n", False),
        ("@cached\n", "@uncached\n", False),
        ("a > 3", "a > 4", True),
        ("def f(a)", "import os\n\n\ndef f(a)", True),
    ],
    ids=["its body", "a line between", "its decorator", "another function", "lines above"],
)
def test_a_finding_stays_only_while_its_function_is_the_same(old: str, new: str, is_kept: bool) -> None:
    text = TEXT.replace("def g", "@cached\ndef g")
    outcome = FileOutcome(FILE, text, findings=(replace(FOUND, line=6),))

    changed = outcome.shown_in(text.replace(old, new))

    assert bool(changed.findings) is is_kept


@pytest.mark.parametrize(
    ("goal", "missed", "is_kept"),
    [
        (LINE, frozenset[Branch](), False),
        (replace(LINE, line=8), frozenset[Branch](), True),
        (MISSED, frozenset({(2, -1)}), False),
        (MISSED, frozenset({(2, 3)}), True),
        (BELOW, frozenset[Branch](), False),
        (BELOW, frozenset({(2, -1)}), True),
        (replace(BELOW, line=7, decided=7), frozenset[Branch](), True),
        (replace(MISSED, line=7, decided=6), frozenset[Branch](), False),
        (replace(MISSED, line=8, decided=6), frozenset[Branch](), True),
    ],
    ids=[
        "a line reached",
        "a line missed",
        "an outcome taken",
        "an outcome never taken",
        "an outcome without a line, where all are taken",
        "an outcome without a line, where one is not taken",
        "an outcome that coverage.py does not tell",
        "a clause without branches that ran",
        "a clause without branches that never ran",
    ],
)
def test_goals_that_tests_are_known_to_reach_are_not_open(
    goal: Unreached, missed: frozenset[Branch], is_kept: bool
) -> None:
    by, nobody = frozenset({"tests/test_f.py::test_f"}), frozenset[str]()
    branches = {way: nobody if way in missed else by for way in ((2, 3), (2, -1))}
    reach = Reach({2: by, 3: by, 7: by, 8: nobody}, branches)

    left = FileOutcome(FILE, TEXT, (goal,), (FOUND,)).without_reached(reach)

    assert left == FileOutcome(FILE, TEXT, (goal,) if is_kept else (), (FOUND,))


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
