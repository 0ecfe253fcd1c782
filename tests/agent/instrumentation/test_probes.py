"""Probes tell what ran, and how far away the other outcomes were."""

from __future__ import annotations

from typing import Any

import pytest

from testloom_agent.instrumentation.tracing import tracer
from testloom_agent.instrumentation.tracing.distances import measure
from tests.agent.instrumentation.instrumented import Subject


def test_distances_fall_as_the_branch_comes_closer() -> None:
    subject = Subject("""
        def run(a, b):
            if a == 42 and b > 10:
                return "both"
            return "no"
    """)
    label = "a == 42 and b > 10"

    measured = [
        subject.run("run", *arguments)[1][label]
        for arguments in [(0, 0), (40, 0), (42, -1000), (42, 0), (42, 9), (42, 11)]
    ]

    to_true = [distance for distance, _ in measured]
    assert to_true == sorted(set(to_true), reverse=True)
    assert to_true[-1] == 0
    assert [to_false > 0 for _, to_false in measured] == [False, False, False, False, False, True]


def test_an_outcome_is_at_zero_only_if_it_happened() -> None:
    subject = Subject("""
        def run(pairs):
            for a, b in pairs:
                if a and b:
                    return True
            return False
    """)

    assert subject.run("run", [(1, 0), (0, 1)])[1]["a and b"] == (0.5, 0)
    assert subject.run("run", [])[1] == {"for a, b in pairs": (1, 0)}
    assert subject.run("run", [(1, 1)])[1] == {"for a, b in pairs": (0, 1), "a and b": (0, 0.5)}


def test_negation_turns_distances_round() -> None:
    subject = Subject("def run(a):\n    if not a > 5:\n        return 1\n    return 2\n")

    assert subject.run("run", 9)[1] == {"not a > 5": (4, 0)}


def test_except_clauses_and_cases_have_distances() -> None:
    subject = Subject("""
        def run(value):
            try:
                int(value)
            except ValueError:
                return 1
            match value:
                case 10:
                    return 2
                case x if x > 20:
                    return 3
    """)

    measured = subject.run("run", 7)[1]
    assert measured["except ValueError"] == (1, 0)
    assert measured["case 10"] == (0.75, 0)
    assert measured["case x if x > 20"] == (14 / 15, 0)
    assert subject.run("run", "x")[1] == {"except ValueError": (0, 1)}


def test_only_wanted_predicates_are_measured() -> None:
    subject = Subject("def run(a):\n    if a > 5:\n        return 1\n    if a == 3:\n        return 2\n")
    subject.tracer.wanted = {1}

    assert subject.run("run", 1)[1] == {"a == 3": (2, 0)}


def test_what_follows_an_early_return_depends_on_the_condition() -> None:
    plan = Subject("""
        def run(a):
            if a is None:
                return 0
            b = a
            return b
    """).program.plan
    after = next(probe for probe in plan.probes if probe.line == 5)

    assert (after.kind, after.outcome, after.lines) == ("branch", False, [5, 6])


def test_what_follows_an_assert_depends_on_it() -> None:
    subject = Subject("def run(a):\n    assert a > 5\n    return a\n")

    assert subject.run("run", 1) == ({"run is called"}, {"a > 5": (5, 0)})
    assert subject.run("run", 9) == ({"run is called", "a > 5 is true"}, {"a > 5": (0, 4)})


def test_many_evaluations_keep_what_came_first_by_its_outcome() -> None:
    subject = Subject("""
        def run(a):
            if a == 5:
                return
            for n in range(5000):
                if n < 0:
                    return
    """)

    assert subject.run("run", 1)[1]["a == 5"] == (1, 0)


def test_dunder_debug_and_type_checking_have_no_probes() -> None:
    plan = Subject("""
        from typing import TYPE_CHECKING
        import typing
        if TYPE_CHECKING:
            import nowhere
        if typing.TYPE_CHECKING:
            import nowhere
        if __debug__:
            x = 1
    """).program.plan

    assert plan.predicates == []


@pytest.mark.parametrize(
    ("condition", "matches"),
    [
        ("NUMBER.fullmatch(text)", True),
        ("found := NUMBER.match(text)", True),
        ("re.search(NUMBER, text)", True),
        ("not re.match('[0-9]', text)", True),
        ("NUMBER.match(text, 1)", False),
        ("NUMBER.match(text.strip())", False),
    ],
)
def test_the_text_and_the_pattern_of_a_match_are_kept(condition: str, matches: bool) -> None:
    source = f"""
        import re
        NUMBER = re.compile("[0-9]")
        def f(text):
            if ({condition}):
                return "yes"
            return "no"
    """
    subject = Subject(source)
    for text, outcome in (("a", False), ("1", True)):
        subject.tracer.begin(10_000)
        subject.names["f"](text)
        [(_, op, left, right, came_out)] = subject.tracer.comparisons()
        subject.tracer.end()
        if matches:
            assert (op, left, getattr(right, "pattern", right)) == ("matches", text, "[0-9]")
            assert came_out is outcome
        else:
            assert op == "truth"


def test_a_look_among_few_plain_items_is_measured_once(monkeypatch: pytest.MonkeyPatch) -> None:
    subject = Subject(
        """
        def known(word, words):
            if word in words:
                return 1
        """
    )
    measured: list[tuple[object, ...]] = []

    def counted(*comparison: Any) -> tuple[float, float]:
        measured.append(comparison)
        return measure(*comparison)

    monkeypatch.setattr(tracer, "measure", counted)
    words = ["abc", "xyz"]
    distances = [subject.run("known", "abd", container)[1] for container in (words, list(words))]
    distances += [subject.run("known", "abd", dict.fromkeys(words))[1]]
    assert distances == distances[:1] * 3 and len(measured) == 1
    words[0] = "quite another"
    assert subject.run("known", "abd", words)[1] != distances[0]
    measured.clear()
    for _ in range(2):
        subject.run("known", "abd", [*words, object()])
        subject.run("known", "abd", ["x"] * 65)
    assert len(measured) == 4


def test_what_all_and_any_ask_of_items_says_how_far_they_are() -> None:
    subject = Subject("""
        def run(items):
            if all(item > 10 for item in items):
                if any(item == 50 for item in items):
                    return "found"
    """)
    all_of_them, any_of_them = "all(item > 10 for item in items)", "any(item == 50 for item in items)"

    of_all = [subject.run("run", items)[1][all_of_them] for items in ([1], [9], [11, 9], [11])]
    of_any = [subject.run("run", items)[1][any_of_them] for items in ([11], [49], [50])]

    assert [to_true for to_true, _ in of_all] == sorted({to_true for to_true, _ in of_all}, reverse=True)
    assert [to_true for to_true, _ in of_any] == sorted({to_true for to_true, _ in of_any}, reverse=True)
    assert [to_true == 0 for to_true, _ in of_all] == [False, False, False, True]
    assert [to_true == 0 for to_true, _ in of_any] == [False, False, True]
    assert [to_false == 0 for _, to_false in of_any] == [True, True, False]


@pytest.mark.parametrize(
    "line",
    [
        "from operator import itemgetter as any",
        "from math import *",
        "def any(items): return [*items]",
        "match [list]:\n    case [any]: ...",
        "match [list]:\n    case [*any]: ...",
        "match {'list': list}:\n    case {**any}: ...",
        "try: ...\nexcept ValueError as any: ...",
    ],
)
def test_other_functions_of_these_names_get_their_items_as_they_are(line: str) -> None:
    source = f"{line}\ndef run(items):\n    if any(item or 0 for item in items):\n        return 1\n"

    measured = Subject(source).program.plan.predicates

    assert measured[-1].text == "any(item or 0 for item in items)"


@pytest.mark.parametrize("end", ['(".yml", ".yaml")', '"." + "yml"', "ends[0]"])
def test_an_end_that_is_written_as_an_expression_is_measured(end: str) -> None:
    subject = Subject(f"""
        def run(name, ends=(".yml",)):
            if name.endswith({end}):
                return "known"
    """)

    near, far = (subject.run("run", name)[1][f"name.endswith({end})"] for name in ("a.yxl", "abc"))

    assert 0 < near[0] < far[0]
    assert subject.run("run", "a.yml")[1][f"name.endswith({end})"][0] == 0
