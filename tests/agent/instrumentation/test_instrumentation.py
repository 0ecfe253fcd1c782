"""Instrumented code behaves as written."""

from __future__ import annotations

import os
import subprocess
import traceback
from pathlib import Path
from typing import Any

import pytest

from testloom_agent.instrumentation.names import is_reserved
from tests.agent.instrumentation.instrumented import Subject
from tests.agent.pythons import PYTHONS

ROOT = Path(__file__).parents[3]


def test_standard_library_gives_the_same_results(python: Path) -> None:
    script = ROOT / "tests" / "subjects" / "instrumented" / "compare_library.py"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "server")}
    done = subprocess.run(
        [python, "-B", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (done.stderr, done.stdout) == ("", "compared 49\n")


def test_every_syntax_of_a_version_is_instrumented(python: Path, tmp_path: Path) -> None:
    version = next(name for name, path in PYTHONS.items() if path == python)
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
        "from testloom_agent.instrumentation.tracing.tracer import Tracer\n"
        f"for source in {[text for name, text in sources.items() if _number(name) <= _number(version)]!r}:\n"
        "    program = instrument(source, 'x.py'); tracer = Tracer(program.plan); names = {'__name__': 'x'}\n"
        "    tracer.bind(names); tracer.begin(1000); exec(program.code, names); assert names['y']\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "server")}
    done = subprocess.run([python, script], env=environment, capture_output=True, text=True, check=False)

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


@pytest.mark.parametrize("middle", ["b", "note(b)", "(note(b) if b < 9 else b)"])
def test_each_comparison_of_a_chain_is_measured_and_its_operands_are_evaluated_once(middle: str) -> None:
    subject = Subject(f"""
        seen = []

        def note(value):
            seen.append(value)
            return value

        def run(a, b, c):
            if note(a) < {middle} <= note(c):
                return "in"
            return "out"
    """)

    _, distances = subject.run("run", 1, 6, 4)

    assert list(distances.values())[-1] == (2 / 3, 0)
    assert subject.names["seen"] == ([1, 4] if middle == "b" else [1, 6, 4])


def test_a_chain_that_is_decided_early_evaluates_no_more() -> None:
    subject = Subject("""
        def run(a, b, c):
            if a < b < c.missing:
                return "in"
            return "out"
    """)

    assert subject.names["run"](7, 6, None) == "out"
    _, distances = subject.run("run", 7, 6, None)
    assert distances == {"a < b < c.missing": (2 / 3 + 1, 0)}


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


@pytest.mark.parametrize("argument", ["nothing", "b.c", "(d[0], 'x')", "'x' + b"])
def test_a_method_that_a_value_lacks_is_missed_before_its_argument_is_evaluated(argument: str) -> None:
    subject = Subject(f"""
        def run(a, b, d):
            if a.startswith({argument}): return 1
            return 2
    """)

    with pytest.raises(AttributeError, match="'NoneType' object has no attribute 'startswith'"):
        subject.names["run"](None, 3, [])


@pytest.mark.parametrize(("text", "expected"), [("ab", (0, 1)), ("", (1, 0))])
def test_the_argument_of_a_prefix_test_is_measured(text: str, expected: tuple[float, float]) -> None:
    subject = Subject("""
        def run(a, b):
            if a.startswith(b[0]): return 1
    """)

    _, distances = subject.run("run", text, ["a"])

    assert distances == {"a.startswith(b[0])": expected}


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


def test_a_deep_expression_is_instrumented() -> None:
    subject = Subject("text = " + " + ".join(["'a'"] * 2000) + "\n")

    assert len(subject.names["text"]) == 2000
