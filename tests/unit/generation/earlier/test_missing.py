from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from testloom.execution import guarded_command
from testloom.generation.earlier import missing
from testloom.generation.earlier.missing import MissedCode, UncountedTests, missed_by_tests
from testloom.measurement import TestEnvironment, never
from testloom.measurement.events import Coverage, Outcome
from testloom.measurement.results import CaseOutcome, TestRun
from testloom.model.errors import InterpreterError
from testloom.model.generation_request import GenerationRequest
from testloom.model.progress.reach import MeasuredFile, Reach
from testloom.model.subject import Predicate, Probe, Subject
from testloom.store import MeasuredFiles, open_store

TEXT = """\
def f(a):
    if a:
        return 1
    return 2


def g(a):
    if a:
        print(a)
"""
PROBES = (
    Probe(0, "entry", 2, "f", lines=(2,)),
    Probe(1, "branch", 3, "f", 0, 0, True, lines=(3,)),
    Probe(2, "branch", 4, "f", 0, 0, False, lines=(4,)),
    Probe(3, "entry", 8, "g", lines=(8,)),
    Probe(4, "branch", 9, "g", 3, 1, True, lines=(9,)),
    Probe(5, "branch", 8, "g", 3, 1, False),
)
PREDICATES = (Predicate(0, 2, "f", "a", 0), Predicate(1, 8, "g", "a", 3))
ANY, NONE = frozenset({"test_sub.py::test_f"}), frozenset[str]()
BRANCHES = ((2, 3), (2, 4), (8, 9), (8, -7))


@pytest.mark.parametrize(
    ("lines", "branches", "probes"),
    [
        ((), (), set()),
        ((4,), ((2, 4),), {2}),
        ((), ((2, 3),), {1}),
        ((), ((8, -7),), {5}),
        ((9,), ((8, 9),), {4}),
        ((8, 9), ((8, 9), (8, -7)), {3, 4, 5}),
    ],
    ids=["nothing", "a line", "a branch", "a way round a block", "a block", "a function"],
)
def test_what_tests_miss_are_probes_of_a_line_or_of_a_branch(
    lines: tuple[int, ...], branches: tuple[tuple[int, int], ...], probes: set[int]
) -> None:
    subject = Subject("sub", "sub.py", probes=PROBES, predicates=PREDICATES)

    assert MissedCode(frozenset(lines), frozenset(branches)).probes(range(6), subject) == probes


def test_what_was_measured_last_is_taken_and_what_has_changed_since_is_missed(project: Project) -> None:
    (project.folder / "test_sub.py").write_text("import sub\n\n\ndef test_f():\n    sub.f(1)\n")
    reach = Reach(dict.fromkeys((1, 2, 3, 4, 7, 8, 9), ANY), dict.fromkeys(BRANCHES, ANY))
    with open_store(project.request.state) as database:
        measured = MeasuredFile(project.file.resolve(), TEXT.replace("return 2", "return 3"), reach)
        MeasuredFiles(database).remember(project.folder, [measured], None)

    missed = project.missed()

    assert isinstance(missed, MissedCode)
    assert {4} == missed.lines & reach.lines.keys()
    assert not project.ran


@pytest.mark.parametrize("has_file", [True, False])
def test_tests_that_are_gone_reach_nothing_any_more(project: Project, has_file: bool) -> None:
    (project.folder / "test_sub.py").write_text("import sub\n\n\ndef test_f():\n    sub.f(1)\n")
    if has_file:
        (project.folder / "tests").mkdir()
        (project.folder / "tests" / "test_gone.py").write_text("def test_g(): ...\n")
    reach = Reach({1: ANY, 2: frozenset({"tests/test_gone.py::test_f"})})
    with open_store(project.request.state) as database:
        measured = MeasuredFile(project.file.resolve(), TEXT, reach)
        MeasuredFiles(database).remember(project.folder, [measured], None, at=10.0)
    os.utime(project.folder / "test_sub.py", (9.0, 9.0))

    missed = project.missed()

    assert isinstance(missed, MissedCode)
    assert missed.lines & reach.lines.keys() == {2}
    assert not project.ran


@pytest.mark.parametrize("does_run", [True, False])
def test_tests_that_have_changed_since_the_measurement_count_as_they_are_now(
    project: Project, monkeypatch: pytest.MonkeyPatch, does_run: bool
) -> None:
    for name in ("test_sub.py", "test_new.py"):
        (project.folder / name).write_text("import sub\n\n\ndef test_f():\n    sub.f(1)\n")
    old, new = ANY, frozenset({"test_new.py::test_f"})
    reach = Reach(
        {1: ANY, 2: old | new, 3: new, 4: NONE, 7: old, 8: NONE, 9: NONE}, {(2, 3): new, (2, 4): NONE}
    )
    with open_store(project.request.state) as database:
        store = MeasuredFiles(database)
        store.remember(project.folder, [MeasuredFile(project.file.resolve(), TEXT, reach)], None)
        known = store.of(project.file.resolve())
    assert known is not None
    os.utime(project.folder / "test_sub.py", (known.at - 9, known.at - 9))
    os.utime(project.folder / "test_new.py", (known.at + 9, known.at + 9))
    now = Coverage(90.0, (2, 3, 7, 9), ((2, 3), (8, 9)))

    def run(_: TestEnvironment, files: list[Path], __: object) -> TestRun:
        project.ran += [file.name for file in files]
        return TestRun(coverage=now if does_run else None)

    monkeypatch.setattr(missing, "suite_coverage", run)
    missed = project.missed()

    assert project.ran == ["test_new.py"]
    assert isinstance(missed, MissedCode)
    assert missed.lines & reach.lines.keys() == ({3, 9} if does_run else {3, 4, 8, 9})
    assert missed.branches == (frozenset(now.missing_branches) if does_run else {(2, 3), (2, 4)})
    assert missed.uncounted == (None if does_run else UncountedTests())


def test_where_nobody_has_measured_them_the_tests_about_the_module_are_run(project: Project) -> None:
    for name, module in (("test_sub.py", "sub"), ("test_other.py", "other")):
        (project.folder / name).write_text(f"import {module}\n\n\ndef test_it():\n    pass\n")

    assert project.missed() == MissedCode(frozenset({4}), frozenset({(2, 4)}))
    assert project.ran == ["test_sub.py"]


@pytest.mark.parametrize("is_measured", [True, False])
def test_tests_that_fail_under_the_guard_may_reach_what_they_miss(
    project: Project, is_measured: bool
) -> None:
    (project.folder / "test_sub.py").write_text("import sub\n\n\ndef test_f():\n    sub.f(1)\n")
    project.outcome = "failed"
    if is_measured:
        with open_store(project.request.state) as database:
            store = MeasuredFiles(database)
            store.remember(
                project.folder, [MeasuredFile(project.file.resolve(), TEXT, Reach({2: ANY}))], None
            )
        later = time.time() + 9
        os.utime(project.folder / "test_sub.py", (later, later))

    missed = project.missed()

    assert isinstance(missed, MissedCode)
    assert (4 in missed.lines, missed.uncounted) == (True, UncountedTests())


def test_without_tests_nobody_knows_and_unless_it_is_asked_nobody_looks(project: Project) -> None:
    assert project.missed() is None

    (project.folder / "test_sub.py").write_text("import sub\n\n\ndef test_f():\n    sub.f(1)\n")
    assert project.missed(only_missing=False) is None
    assert not project.ran


def test_whoever_waits_for_what_tests_miss_stops_when_it_is_no_longer_wanted(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project.folder / "test_sub.py").write_text("import sub\n\n\ndef test_f():\n    sub.f(1)\n")
    asked, ends = Event(), Event()

    def run(*_: object) -> TestRun:
        asked.set()
        assert ends.wait(60)
        return TestRun()

    def waited() -> float:
        raise AssertionError("nobody wants it any more")

    monkeypatch.setattr(missing, "suite_coverage", run)
    with missed_by_tests(project.request, project.environment, 10.0, waited, asked.is_set) as missed:
        try:
            assert missed() is None
        finally:
            ends.set()


@pytest.mark.parametrize("why", ["they take too long", "they reach nothing", "they cannot be run"])
def test_tests_that_cannot_be_counted_are_told_of_whenever_that_is_asked(
    project: Project, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    (project.folder / "test_sub.py").write_text("import sub\n\n\ndef test_f():\n    sub.f(1)\n")
    ends = Event()

    def run(*_: object) -> TestRun:
        if why == "they cannot be run":
            raise InterpreterError("It does not run.")
        if why == "they take too long":
            assert ends.wait(60)
        return TestRun()

    def waited() -> float:
        return 0.0 if why == "they take too long" else 60.0

    monkeypatch.setattr(missing, "suite_coverage", run)
    with missed_by_tests(project.request, project.environment, 0.2, waited, never) as missed:
        try:
            first = missed()
        finally:
            ends.set()
    again = missed()

    assert isinstance(first, UncountedTests) and first is again
    assert (first.seconds > 0) == (why == "they take too long")


class Project:
    """A module in a folder, whose tests are not really run."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.file = folder, folder / "sub.py"
        self.file.write_text(TEXT)
        self.request = GenerationRequest(
            (), Path(sys.executable), folder, state=folder / "state", only_missing=True
        )
        self.environment = TestEnvironment(self.request.python, folder, folder, self.file, guarded_command)
        self.ran: list[str] = []
        self.outcome: Outcome = "passed"

    def missed(self, *, only_missing: bool = True) -> MissedCode | UncountedTests | None:
        request = GenerationRequest(
            (), self.request.python, self.folder, state=self.request.state, only_missing=only_missing
        )
        with missed_by_tests(request, self.environment, 100.0, lambda: 1.0, never) as missed:
            return missed()

    def run(self, _: TestEnvironment, files: list[Path], __: object) -> TestRun:
        self.ran += [file.name for file in files]
        return TestRun({"test_it": CaseOutcome(self.outcome)}, Coverage(90.0, (4,), ((2, 4),)))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    found = Project(tmp_path)
    monkeypatch.setattr(missing, "suite_coverage", found.run)
    return found
