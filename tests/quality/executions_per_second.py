"""Print how many test cases a second the agent executes, end to end, on a small class of semantic versions.

python -m tests.quality.executions_per_second [--python PY] [--tests N]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from testloom.execution import Agent
from testloom.model.statements import CallStatement, LiteralStatement, Statement, TestCase

from .environments.checkout import SUBJECTS
from .environments.packages import interpreter

REQUIRED = 10_000
BATCH = 200
VERSION = "versions:Version"


def main() -> int:
    """Run the benchmark; exit 1 if it is slower than required."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", type=interpreter, default=Path(sys.executable))
    parser.add_argument("--tests", type=int, default=40_000)
    options = parser.parse_args()

    draw = random.Random(1)
    batches = [[random_test(draw) for _ in range(BATCH)] for _ in range(options.tests // BATCH)]
    statements = sum(len(test) for batch in batches for test in batch) / options.tests
    with Agent.start(options.python, SUBJECTS / "versions.py", SUBJECTS) as agent:
        agent.execute(batches[0])
        one_by_one = _measure(lambda: [agent.execute(batch) for batch in batches])
        pipelined = _measure(lambda: _pipeline(agent, batches))
        raised = sum(result.end == "raised" for batch in batches for result in agent.execute(batch))
    print(f"{options.tests} test cases of {statements:.1f} statements, {raised / options.tests:.0%} raise")
    for name, seconds in (("execute", one_by_one), ("submit and collect", pipelined)):
        rate, cost = options.tests / seconds, seconds / options.tests * 1e6
        print(f"{name:<20}{rate:>10,.0f} executions a second, {cost:.1f} µs each")
    return 0 if options.tests / one_by_one >= REQUIRED else 1


def random_test(draw: random.Random) -> TestCase:
    """A test case of 3 to 8 statements that makes versions and asks one of them something."""
    statements: list[Statement] = []
    versions = [_version(draw, statements) for _ in range(draw.randint(1, 2))]
    kind = draw.choice(["compare", "bump", "is_compatible", "__str__"])
    arguments = []
    if kind == "bump":
        statements.append(LiteralStatement(len(statements), draw.choice(["major", "minor", "patch", "x"])))
        arguments = [statements[-1].id]
    elif kind != "__str__":
        arguments = [versions[-1]]
    statements.append(CallStatement(len(statements), f"{VERSION}.{kind}", versions[0], tuple(arguments)))
    return TestCase(tuple(statements))


def _version(draw: random.Random, statements: list[Statement]) -> int:
    """Append statements that make a version; returns the id of the last."""
    if draw.random() < 0.5:
        text = draw.choice(["1.2.3", "1.2.3-rc.1", "0.1.0", "1.2", "", "10.20.30+build"])
        statements.append(LiteralStatement(len(statements), text))
        statements.append(CallStatement(len(statements), f"{VERSION}.parse", None, (statements[-1].id,)))
    else:
        numbers = list(_numbers(draw, statements))
        statements.append(CallStatement(len(statements), VERSION, None, tuple(numbers)))
    return statements[-1].id


def _numbers(draw: random.Random, statements: list[Statement]) -> Iterator[int]:
    for _ in range(draw.randint(1, 3)):
        statements.append(LiteralStatement(len(statements), draw.randint(-1, 5)))
        yield statements[-1].id


def _pipeline(agent: Agent, batches: list[list[TestCase]]) -> None:
    """Keep one batch running while the results of another are read."""
    agent.submit(batches[0])
    for batch in batches[1:]:
        agent.submit(batch)
        agent.collect()
    agent.collect()


def _measure(run: object) -> float:
    assert callable(run)
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
