"""The measure of single functions: which are whole, which are drawn, and what is said of all."""

from __future__ import annotations

import json

import pytest

from tests.quality.functions import Task, Worth, chosen, read, summary
from tests.quality.judgement.court import Verdict
from tests.quality.judgement.mutants import Kills

TASKS = [Task(number, f"f{number}", "") for number in range(90)]


@pytest.mark.parametrize(
    "code",
    [
        "def f(a):\n    return f(len(a))",
        "import re\ndef f(a):\n    return re.match('a', a)",
        "def f(a):\n    def g(b):\n        return a + b\n    return [g(c) for c in a]",
        "def f(a):\n    import re\n    return re",
        "WORDS = 1\nclass A: ...\ndef f(a):\n    global LATER\n    LATER = A\n    return WORDS",
    ],
)
def test_functions_are_measured_that_define_what_they_use(code: str) -> None:
    assert read(json.dumps([{"func_name": "f", "code": code}])) == [Task(0, "f", code)]


@pytest.mark.parametrize(
    "code",
    [
        "def f(a):\n    return re.match('a', a)",
        "def f(a=LIMIT):\n    return a",
        "def f(a):\n    return [math.sqrt(b) for b in a]",
    ],
)
def test_functions_are_left_out_that_use_what_nothing_defines(code: str) -> None:
    assert read(json.dumps([{"func_name": "f", "code": code}])) == []


def test_a_sample_is_the_same_for_a_seed_and_in_the_order_of_the_benchmark() -> None:
    drawn = chosen(TASKS, (), 4, 1)

    assert len(drawn) == 4
    assert drawn == sorted(drawn, key=TASKS.index) == chosen(TASKS, (), 4, 1) != chosen(TASKS, (), 4, 2)
    assert chosen(TASKS, (), 0, 1) == TASKS
    assert chosen(TASKS, (3, 5), 4, 1) == [TASKS[3], TASKS[5]]


def test_means_are_those_of_functions_and_without_tests_nothing_is_covered() -> None:
    half = Verdict(line_percent=50, branch_percent=25, tests=3, failing=1)
    found = [Worth(TASKS[0], half, Kills("a", "b", 9, 4, 3)), Worth(TASKS[1], Verdict(note="no tests"))]

    assert list(summary(found)) == [
        "2 functions: 25.0 % of the lines, 12.5 % of the branches",
        "3 tests, 1 failing, 0 unstable",
        "37.5 % of the mutants, 3 of 4 in all",
    ]
    assert "3/4" in str(found[0]) and str(found[1]).endswith("no tests")
