"""Probes and coverage.py agree about what ran."""

from __future__ import annotations

import contextlib
import sysconfig
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import coverage
import pytest

from testloom_agent.instrumentation.model import Plan
from testloom_agent.instrumentation.program import instrument
from testloom_agent.instrumentation.tracing.tracer import Tracer

SUBJECTS = Path(__file__).parents[2] / "subjects" / "instrumented"
LIBRARY = Path(sysconfig.get_path("stdlib"))
Calls = Sequence[tuple[str, tuple[Any, ...]]]

BRANCHING: Calls = [
    ("grade", (95,)),
    ("grade", (85,)),
    ("grade", (-1,)),
    ("guard", (None,)),
    ("guard", (3,)),
    ("both", (1, 0)),
    ("both", (0, 0)),
    ("loop", ([1, None, 2], 2)),
    ("loop", ([], 2)),
    ("loop", ([1], 2)),
    ("plain_loop", ([],)),
    ("count_down", (3,)),
    ("while_else", (2,)),
    ("while_else", (5,)),
    ("forever", (3,)),
    ("forever_returning", (11,)),
    ("forever_returning", (5,)),
    ("nested", ([[1, -1], [0]],)),
    ("convert", ("3",)),
    ("convert", ("x",)),
    ("convert", (None,)),
    ("cleanup", ("x",)),
    ("suppressed", ("3",)),
    ("suppressed", ("x",)),
    ("asserted", (3,)),
    ("asserted", (-3,)),
    ("ternary", (3,)),
    ("one_line", (0,)),
    ("one_line", (1,)),
    ("multi_line", (1, 2)),
    ("multi_line", (0, 2)),
    ("inner", (1,)),
    ("list_of", (4,)),
    ("docstring_only", ()),
    ("constant_tests", (1,)),
    ("excluded", (0,)),
    ("excluded", (1,)),
    ("withdraw", (5, 3)),
    ("withdraw", (5, 9)),
]
MATCHING: Calls = [
    *[("kind", (value,)) for value in (0, 2, (1, 2), [1, 2, 3], "text", {"key": 1}, None, 5.5, [1], "t")],
    *[("open_ended", (value,)) for value in ("go", "x")],
    *[("capture", (value,)) for value in (True, 5, 1)],
    ("only", (1,)),
]
SPECIAL: dict[str, Callable[[ModuleType], Callable[..., Any]]] = {
    "list_of": lambda module: lambda limit: list(module.generate(limit)),
    "withdraw": lambda module: lambda balance, amount: module.Account(balance).withdraw(amount),
}


class Run:
    """What one execution of a file reached, by coverage.py and by probes."""

    def __init__(self, file: Path, calls: Calls, execute: bool = True) -> None:
        measured = coverage.Coverage(branch=True, data_file=None, config_file=False, include=[str(file)])
        if execute:
            with measured.collect():
                _run(lambda module: exec(compile(file.read_bytes(), str(file), "exec"), vars(module)), calls)
        analysis = measured._analyze(str(file))
        self.statements = set(analysis.statements)
        self.excluded = set(analysis.excluded)
        self.executed = set(analysis.executed)
        self.reporter = measured._get_file_reporter(str(file))
        self.taken = {line: set(ends) for line, ends in analysis.executed_branch_arcs().items()}
        exits: dict[int, set[int]] = {}
        for origin, end in self.reporter.arcs():
            exits.setdefault(origin, set()).add(end)
        counted = [line for line, count in self.reporter.exit_counts().items() if count > 1]
        self.all = {line: exits[line] for line in counted}
        program = instrument(file.read_bytes(), str(file))
        self.plan: Plan = program.plan
        tracer = Tracer(program.plan)

        def start(module: ModuleType) -> None:
            tracer.bind(vars(module))
            tracer.begin(10**9)
            exec(program.code, vars(module))

        if execute:
            _run(start, calls)
        self.hits, self.distances = tracer.end()

    def lines(self, probes: Sequence[int]) -> set[int]:
        """The statements of the runs of some probes, as coverage.py numbers them."""
        return set(
            self.reporter.translate_lines(
                {line for index in probes for line in self.plan.probes[index].lines}
            )
        )

    def first_line(self, line: int) -> int:
        """The first line of the statement that a line belongs to."""
        return min(self.reporter.translate_lines([line]), default=line)

    def conditional_heads(self) -> set[int]:
        """Lines of `except` clauses: coverage.py sees them tried, probes see them taken."""
        return {info.line for info in self.plan.predicates if info.text.startswith("except")}


def _run(start: Callable[[ModuleType], None], calls: Calls) -> None:
    module = ModuleType("subject")
    start(module)
    for name, arguments in calls:
        function = SPECIAL[name](module) if name in SPECIAL else getattr(module, name)
        with contextlib.suppress(Exception):
            function(*arguments)


@pytest.fixture(
    params=[("branching.py", BRANCHING), ("matching.py", MATCHING)], ids=["branching", "matching"]
)
def run(request: pytest.FixtureRequest) -> Run:
    name, calls = request.param
    return Run(SUBJECTS / name, calls)


def test_every_statement_belongs_to_a_run(run: Run) -> None:
    watched = run.lines([probe.index for probe in run.plan.probes if not probe.excluded])

    assert run.statements - watched == set()
    assert watched - run.statements - run.excluded == set()


def test_probes_are_excluded_where_coverage_excludes(run: Run) -> None:
    excluded = run.lines([probe.index for probe in run.plan.probes if probe.excluded and probe.lines])

    assert excluded - run.excluded == set()


def test_lines_of_probes_that_were_hit_are_those_that_ran(run: Run) -> None:
    hit = [index for index, hit in enumerate(run.hits) if hit]
    seen = run.lines(hit) & run.statements

    assert seen - run.executed == set()
    assert run.executed - seen - run.conditional_heads() == set()


def test_every_branch_has_a_probe_for_each_outcome(run: Run) -> None:
    outcomes: dict[int, set[int]] = {}
    for probe in run.plan.probes:
        if probe.kind == "branch" and probe.predicate is not None:
            line = run.first_line(run.plan.predicates[probe.predicate].line)
            outcomes.setdefault(line, set()).add(probe.index)

    assert {line: len(outcomes.get(line, ())) for line in run.all} == {
        line: len(ends) for line, ends in run.all.items()
    }


def test_outcomes_that_were_hit_are_the_branches_that_were_taken(run: Run) -> None:
    for line, ends in run.all.items():
        hit = [
            probe
            for probe in run.plan.probes
            if probe.predicate is not None
            and run.first_line(run.plan.predicates[probe.predicate].line) == line
            and run.hits[probe.index]
        ]
        assert len(hit) == len(run.taken.get(line, ())), (line, ends)


@pytest.mark.parametrize(
    "name", ["argparse", "configparser", "csv", "difflib", "gettext", "shlex", "textwrap"]
)
def test_statements_and_branches_of_libraries_have_probes(name: str) -> None:
    run = Run(LIBRARY / f"{name}.py", [], execute=False)
    test_every_statement_belongs_to_a_run(run)
    test_every_branch_has_a_probe_for_each_outcome(run)
