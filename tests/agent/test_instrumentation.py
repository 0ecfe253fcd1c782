"""Instrumented code behaves as written, and reports what ran."""

from __future__ import annotations

import contextlib
import os
import subprocess
import textwrap
import traceback
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.instrumentation.names import is_reserved
from testloom_agent.instrumentation.program import Program, instrument
from testloom_agent.instrumentation.tracer import OutOfFuel, Tracer
from tests.agent.pythons import PYTHONS

ROOT = Path(__file__).parents[2]


class Subject:
    """Instrumented source, executed."""

    def __init__(self, source: str) -> None:
        self.source = textwrap.dedent(source)
        self.program: Program = instrument(self.source, "subject.py")
        self.tracer = Tracer(self.program.plan)
        self.names: dict[str, Any] = {"__name__": "subject"}
        self.tracer.bind(self.names)
        self.tracer.begin(10_000)
        exec(self.program.code, self.names)
        self.tracer.end()

    def run(
        self, name: str, *arguments: Any, fuel: int = 10_000
    ) -> tuple[set[str], dict[str, tuple[float, float]]]:
        """Labels of the probes hit, and distances by the predicates' text."""
        self.tracer.begin(fuel)
        with contextlib.suppress(Exception):
            self.names[name](*arguments)
        hits, distances = self.tracer.end()
        plan = self.program.plan
        labels = {plan.probes[index].label for index, hit in enumerate(hits) if hit}
        return labels, {plan.predicates[index].text: (true, false) for index, true, false in distances}


@pytest.mark.parametrize("version", sorted(PYTHONS))
def test_standard_library_gives_the_same_results(version: str) -> None:
    script = ROOT / "tests" / "subjects" / "instrumented" / "compare_library.py"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "server")}
    done = subprocess.run(
        [PYTHONS[version], "-B", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (done.stderr, done.stdout) == ("", "compared 49\n")


@pytest.mark.parametrize("version", sorted(PYTHONS))
def test_every_syntax_of_a_version_is_instrumented(version: str, tmp_path: Path) -> None:
    sources = {
        "3.10": "match 1:\n    case int(x) if x > 0: y = x\n    case _: y = 0\n"
        "async def f(a):\n    async with a as b:\n        async for c in b:\n"
        "            yield [d async for d in c if d > 1]\n",
        "3.11": "try:\n    raise ExceptionGroup('g', [ValueError()])\nexcept* ValueError as e:\n    y = e\n",
        "3.12": "type A[T] = list[T]\ndef f[T: int](a: T) -> T:\n    if a > 0: return a\n    return a\n"
        "class B[T]:\n    x: T\ny = f(3)\nz = f'{y if y > 2 else 'no'}'\n",
        "3.13": "def f[T = int](a: T) -> T:\n    return a\ny = f(1)\n",
        "3.14": "y = t'{1 if 2 > 1 else 3}'\n",
    }
    script = tmp_path / "script.py"
    script.write_text(
        "from testloom_agent.instrumentation.program import instrument\n"
        "from testloom_agent.instrumentation.tracer import Tracer\n"
        f"for source in {[text for name, text in sources.items() if _number(name) <= _number(version)]!r}:\n"
        "    program = instrument(source, 'x.py'); tracer = Tracer(program.plan); names = {'__name__': 'x'}\n"
        "    tracer.bind(names); tracer.begin(1000); exec(program.code, names); assert names['y']\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "server")}
    done = subprocess.run(
        [PYTHONS[version], script], env=environment, capture_output=True, text=True, check=False
    )

    assert done.stderr == ""


def _number(version: str) -> int:
    return int(version.partition(".")[2])


def test_operands_are_evaluated_once_and_in_order() -> None:
    subject = Subject("""
        log = []
        def note(value):
            log.append(value)
            return value
        def run(a, b):
            if note(a) < note(b) and not note(a) == note(3) or note(b) in (note(1), 2):
                return [note(x) for x in (note(a), note(b)) if note(x) > note(0)]
            return note(a) if note(b) is None else note(b)
    """)
    plain: dict[str, Any] = {}
    exec(subject.source, plain)
    for arguments in [(1, 2), (3, 4), (2, 1), (5, None), (5, 4)]:
        results = []
        for names in (plain, subject.names):
            names["log"].clear()
            try:
                results.append((names["run"](*arguments), list(names["log"])))
            except TypeError as error:
                results.append((str(error), list(names["log"])))
        assert results[0] == results[1]


def test_truth_is_asked_once() -> None:
    subject = Subject("""
        asked = []
        class Odd:
            def __bool__(self):
                asked.append(1)
                return len(asked) % 2 == 1
            def __lt__(self, other):
                return self
        def run():
            if Odd(): pass
            while Odd(): break
            if not Odd() or Odd() < 3: pass
            return [1 for _ in "a" if Odd()]
    """)
    subject.run("run")

    plain: dict[str, Any] = {}
    exec(subject.source, plain)
    plain["run"]()
    assert subject.names["asked"] == plain["asked"]


def test_generators_that_interleave_keep_their_operands_apart() -> None:
    subject = Subject("""
        def run(limit):
            numbers = (n for n in range(2, limit))
            while True:
                prime = next(numbers, None)
                if prime is None:
                    return
                yield prime
                numbers = (n for n, p in zip(numbers, iter(lambda: prime, None)) if n % p)
        def pairs(a, b):
            left = (x for x in a if x > next(right, 0))
            right = (y for y in b if y < 5)
            return [(x, y) for x in left for y in b if x != y]
    """)
    plain: dict[str, Any] = {}
    exec(subject.source, plain)

    assert list(subject.names["run"](30)) == list(plain["run"](30))
    assert subject.names["pairs"]([1, 7, 3], [2, 9, 4]) == plain["pairs"]([1, 7, 3], [2, 9, 4])


def test_names_of_probes_are_not_seen_by_code_that_looks_at_its_names() -> None:
    subject = Subject("""
        def run(a):
            if a > 3 and a:
                a += 1
            return locals()
        class Meta(type):
            @classmethod
            def __prepare__(cls, name, bases):
                class Names(dict):
                    def __missing__(self, key):
                        if key.startswith("__"): raise KeyError(key)
                        return key
                return Names()
        class Auto(metaclass=Meta):
            first = second
            if first > "":
                third = [x for x in "abc" if x != "b"]
    """)

    assert subject.names["run"](5) == {"a": 6}
    assert subject.names["Auto"].first == "second"
    assert not [name for name in vars(subject.names["Auto"]) if is_reserved(name)]


def test_tracebacks_name_the_lines_of_the_source() -> None:
    source = """
        def run(value):
            total = 0
            if (value and
                    value / 0 > 3):
                total = 1
            return total
    """
    subject = Subject(source)
    plain: dict[str, Any] = {}
    exec(compile(subject.source, "subject.py", "exec"), plain)
    lines = []
    for names in (plain, subject.names):
        with pytest.raises(ZeroDivisionError) as caught:
            names["run"](3)
        lines.append([entry.lineno for entry in traceback.extract_tb(caught.value.__traceback__)[1:]])

    assert lines[0] == lines[1]


@pytest.mark.parametrize(
    "body",
    [
        "while True: pass",
        "while True:\n        try: pass\n        except BaseException: pass",
        "while True:\n        try:\n            while True: pass\n        except: continue",
        "while True:\n        try:\n            for _ in iter(int, 1): pass\n        finally: continue",
        "import contextlib\n    while True:\n        with contextlib.suppress(BaseException): run()",
        "for _ in iter(int, 1): pass",
    ],
)
def test_what_does_not_end_runs_out_of_fuel(body: str) -> None:
    subject = Subject(f"def run():\n    {body}\n")
    subject.tracer.begin(200)

    with pytest.raises(OutOfFuel):
        subject.names["run"]()


def test_fuel_stops_at_the_same_place_and_is_there_again_after_the_run() -> None:
    subject = Subject("""
        seen = []
        def run():
            for number in range(100):
                seen.append(number)
    """)
    for _ in range(2):
        subject.names["seen"].clear()
        subject.tracer.begin(10)
        with pytest.raises(OutOfFuel):
            subject.names["run"]()
        subject.tracer.end()
        assert subject.names["seen"] == list(range(9))

    subject.names["run"]()
    assert len(subject.names["seen"]) == 109


def test_filling_up_does_not_change_the_namespace() -> None:
    subject = Subject("def run():\n    pass\n")
    before = dict(subject.names)
    for fuel in (5, 0, 900_000):
        subject.run("run", fuel=fuel) if fuel else subject.tracer.exhaust()

    assert all(subject.names[name] is value for name, value in before.items())


def test_distances_fall_as_the_branch_comes_closer() -> None:
    subject = Subject("""
        def run(a, b):
            if a == 42 and b > 10:
                return "both"
            return "no"
    """)
    label = "a == 42 and b > 10"

    assert [
        subject.run("run", *arguments)[1][label]
        for arguments in [(0, 0), (40, 0), (42, 0), (42, 9), (42, 11)]
    ] == [
        (43, 0),
        (3, 0),
        (11, 0),
        (2, 0),
        (0, 1),
    ]


def test_an_outcome_is_at_zero_only_if_it_happened() -> None:
    subject = Subject("""
        def run(pairs):
            for a, b in pairs:
                if a and b:
                    return True
            return False
    """)

    assert subject.run("run", [(1, 0), (0, 1)])[1]["a and b"] == (1, 0)
    assert subject.run("run", [])[1] == {"for a, b in pairs": (1, 0)}
    assert subject.run("run", [(1, 1)])[1] == {"for a, b in pairs": (0, 1), "a and b": (0, 1)}


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
    assert measured["case 10"] == (3, 0)
    assert measured["case x if x > 20"] == (14, 0)
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


def test_a_deep_expression_is_instrumented() -> None:
    subject = Subject("text = " + " + ".join(["'a'"] * 2000) + "\n")

    assert len(subject.names["text"]) == 2000


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
