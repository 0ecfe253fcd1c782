"""Verification: tests may be shown if they pass in fresh processes under various conditions."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from testloom.measurement.conditions import (
    BASE,
    CHANGED,
    FACTORS,
    SAME_DATE,
    SHUFFLED,
    Conditions,
)
from testloom.measurement.environment import TestEnvironment
from testloom.measurement.results import TestRun
from testloom.measurement.run_folder import run_folder
from testloom.measurement.runs import FATAL, Request, always, never, run_at, run_tests
from testloom.platform.processes import CAN_FORK, processors

AT_ONCE = 3
"""The maximum number of simultaneous runs: each spends most of its time waiting for imports."""
IMPORTS = 2
"""The number of successive imports of the subject until tests are known to pass everywhere."""
LEAST_RUNAWAYS = 4
"""The minimum time of a run, as a number of tests that are ended by their time limit."""
RUN_SECONDS = 60.0
SHARE_ALONE = 0.5
"""The maximum share of the remaining time for running tests one by one."""
TOO_LONG = "TookTooLongError"
"""The part of a message that identifies a test ended by its time limit."""
OF_ASSERTIONS = (
    "failed: assert",
    "failed: AssertionError",
    "failed: Failed: Regex pattern",
)
"""How the messages begin of a test in which an assertion failed, or the text of a warning is another."""
ON_ANOTHER_DATE = "on another date"


@dataclass(frozen=True, slots=True)
class Thoroughness:
    """Which runs a test file has to pass, besides that in the base conditions and the written order.

    Attributes:
        is_fresh: whether the interpreter of the base is fresh, and that in changed conditions; if not, it is
            a fork of one that was started in these conditions.
        in_changed: whether tests run in changed conditions.
        is_shuffled: whether tests run in shuffled order.
        is_explained: whether it is found out what tests depend on that end differently in changed
            conditions; if not, they are rejected even if the subject itself does not work there.
    """

    is_fresh: bool = True
    in_changed: bool = True
    is_shuffled: bool = True
    is_explained: bool = True


PROOF = Thoroughness()
FORKED = Thoroughness(is_fresh=False)
"""All but the fresh interpreters, where forks will do."""
AGAIN = Thoroughness(is_fresh=False, is_shuffled=False)
"""For what has passed in each order, or is weaker than what was tried there."""
PARTS = Thoroughness(is_fresh=False, is_shuffled=False, is_explained=False)
"""For parts of tests, to tell which of them fail."""
ONCE = Thoroughness(is_fresh=False, in_changed=False, is_shuffled=False)
"""For tests that have passed everywhere, among others that are gone now."""


@dataclass(frozen=True, slots=True)
class Verification:
    """The tests that may not be shown, by name with the id of the row, each with the reason.

    `run` is the run in the base conditions, which measures the coverage; `failed` are the tests that did not
    pass in it, `unstable` those that ended differently in other conditions. `raising` are the unstable tests
    in which something other than an assertion failed there. `hopeless` are the failed tests that did not pass
    in changed conditions, either, where tests run in reversed order: they fail whatever ran before them.
    """

    run: TestRun
    failed: Mapping[str, str] = field(default_factory=dict)
    unstable: Mapping[str, str] = field(default_factory=dict)
    raising: frozenset[str] = frozenset()
    hopeless: frozenset[str] = frozenset()

    @property
    def rejected(self) -> dict[str, str]:
        """All tests that may not be shown, with the reasons."""
        return {**self.failed, **self.unstable}

    def is_of_assertion(self, name: str) -> bool:
        """Check whether a test was rejected for an assertion rather than for its calls."""
        if name in self.failed:
            return _is_of_assertion(self.failed[name])
        return name in self.unstable and name not in self.raising

    @property
    def percent(self) -> float | None:
        """The coverage of the subject in percent, by lines and branches; None if it was not measured."""
        return self.run.coverage.percent if self.run.coverage else None


def verify(
    environment: TestEnvironment,
    test_file: Path,
    text: str,
    cases: Sequence[str],
    *,
    seconds: float = RUN_SECONDS,
    alone: Callable[[], bool] = always,
    thoroughness: Thoroughness = PROOF,
    stopped: Callable[[], bool] = never,
) -> Verification:
    """Run a test file in the base conditions, in changed ones, in another order, and test by test.

    A test that ends differently in changed conditions is run again with one factor changed at a time, until
    it is known what it depends on. Tests are run alone as long as time is left.

    Args:
        environment: the project and the subject.
        test_file: where the file belongs; nothing is written there.
        text: the text of the file.
        cases: the tests to judge, by name with the id of the row (`test_x[row]`); a test that was not seen to
            pass is rejected, whatever the cause.
        seconds: the time limit for all runs; the most important ones come first.
        alone: whether tests are also run one by one; asked several times a second while they are.
        thoroughness: which runs there are, apart from those one by one.
        stopped: asked several times a second whether to stop at once.
    """
    end = time.monotonic() + seconds
    examination = _Examination(environment, test_file, text, end, stopped, thoroughness)
    return examination.judge(cases, alone)


class _Examination:
    """The runs of one test file until a deadline."""

    def __init__(
        self,
        environment: TestEnvironment,
        test_file: Path,
        text: str,
        end: float,
        stopped: Callable[[], bool],
        thoroughness: Thoroughness,
    ) -> None:
        self._environment = environment
        self._test_file = test_file.absolute()
        self._text = text
        self._end = end
        self._is_left = False
        self._stopped: Callable[[], bool] = lambda: self._is_left or stopped()
        self._thoroughness = thoroughness
        self._too_long: set[str] = set()
        self._raising: set[str] = set()

    @property
    def _left(self) -> float:
        return 0.0 if self._stopped() else self._end - time.monotonic()

    @property
    def _timeout(self) -> float:
        return min(RUN_SECONDS, max(self._least, self._left))

    @property
    def _least(self) -> float:
        """The time for a run even if none is left: a slow machine is no reason to reject tests."""
        return max(self._environment.patience, LEAST_RUNAWAYS * self._environment.seconds_a_test)

    def judge(self, cases: Sequence[str], alone: Callable[[], bool]) -> Verification:
        """Find the tests that fail, and those that depend on what they should not depend on.

        Each run imports the subject, which may take most of its time: runs that need not wait for each other
        run at the same time.
        """
        with ThreadPoolExecutor(AT_ONCE) as pool:
            try:
                return self._judged(pool, cases, alone)
            except BaseException:
                self._is_left = True  # otherwise, leaving the pool would wait for its runs
                raise

    def _judged(
        self, pool: ThreadPoolExecutor, cases: Sequence[str], alone: Callable[[], bool]
    ) -> Verification:
        conditions = (BASE, CHANGED) if self._thoroughness.in_changed else (BASE,)
        base, *others = pool.map(self._run, conditions)
        changed = others[0] if others else base
        is_shuffled = self._thoroughness.is_shuffled
        in_other_order = pool.submit(self._run_in_time, SHUFFLED) if is_shuffled else None
        failed = {name: reason for name in cases if (reason := _failure(base, name))}
        hopeless = frozenset(name for name in failed if _ended_badly(changed, name))
        passing = [name for name in cases if name not in failed]
        suspects = [name for name in passing if _failure(changed, name)]
        unstable = self._guilt(suspects, passing, changed, pool.map) if suspects else {}
        rest = [name for name in passing if alone() and name not in unstable]
        if rest:
            unstable |= dict(self._alone(rest, base, pool.map, alone))
        for name, reason in self._in_other_order(passing, in_other_order):
            unstable.setdefault(name, reason)
        return Verification(base, failed, unstable, frozenset(self._raising), hopeless)

    def _in_other_order(
        self, passing: Sequence[str], under_way: Future[tuple[TestRun, bool]] | None
    ) -> Iterator[tuple[str, str]]:
        """Find tests that fail in shuffled order, each with the reason to reject it."""
        if under_way is None:
            return
        shuffled, is_in_time = under_way.result()
        seen = [name for name in passing if is_in_time or shuffled.case(name) is not None]
        for name in seen:
            if failure := _failure(shuffled, name):
                yield name, self._told(name, failure, "in another order")

    def _guilt(
        self,
        suspects: Sequence[str],
        passing: Sequence[str],
        changed: TestRun,
        map_: Callable[..., Iterator[TestRun]],
    ) -> dict[str, str]:
        """Give the reason to reject each of the tests that ended differently when all conditions changed."""
        if self._thoroughness.is_explained:
            found = self._differing(suspects, passing, map_)
        else:
            found = {name: {} for name in suspects}
        dated = [name for name, failures in found.items() if list(failures) == [ON_ANOTHER_DATE]]
        if dated:
            control = self._run(SAME_DATE)
            for name in dated:
                if _failure(control, name):
                    del found[name]
        reasons = {}
        for name, failures in found.items():
            whole = "when the whole environment changes", _failure(changed, name)
            what, failure = next(iter(failures.items()), whole)
            reasons[name] = self._told(name, failure, what)
        return reasons

    def _told(self, name: str, failure: str, what: str) -> str:
        """Return the reason to reject a test that ended differently, and note how it failed."""
        if not _is_of_assertion(failure):
            self._raising.add(name)
        return _told(failure, what)

    def _differing(
        self, suspects: Sequence[str], passing: Sequence[str], map_: Callable[..., Iterator[TestRun]]
    ) -> dict[str, dict[str, str]]:
        """Find factors under which each of the tests ends differently, each with its failure.

        If none of several tests passes under a factor, the code under test itself does not work there; such
        factors are left out. As each run imports the subject, as many run at once as there are processors,
        and none is begun once all tests are explained.
        """
        runs: dict[str, TestRun] = {}
        at_once = min(AT_ONCE, processors())
        for names in (list(FACTORS)[start : start + at_once] for start in range(0, len(FACTORS), at_once)):
            runs |= zip(names, map_(self._run, [FACTORS[what] for what in names]), strict=True)
            beyond = {what for what, run in runs.items() if len(passing) > 1 and not _passed(run, passing)}
            found = {
                name: {
                    what: failure
                    for what, run in runs.items()
                    if what not in beyond and (failure := _failure(run, name))
                }
                for name in suspects
            }
            if all(found.values()):
                break
        return {name: failures for name, failures in found.items() if failures} if beyond else found

    def _run(self, conditions: Conditions) -> TestRun:
        """Run the tests; if the process ends or hangs, run the remaining ones, once even if no time is left.

        A crash before any test has ended does not tell which test is to blame: they are all run once more.
        Tests that have ended are not run again, so each costs at most one more process. In shuffled order,
        tests that are known to exceed their time limit are left out: they would take as long there.
        """
        known = tuple(self._too_long) if conditions == SHUFFLED else ()
        run = self._once(conditions, known)
        if not run.cases and FATAL in (run.error or "") and not self._stopped():
            run = self._once(conditions, known)
        is_late = False
        while run.is_cut_short and run.cases and not is_late and not self._stopped():
            is_late = self._left <= 0
            rest = self._once(conditions, (*known, *run.cases))
            if not rest.cases:
                break
            run = replace(rest, cases={**run.cases, **rest.cases}, coverage=None)
        self._too_long |= {node for node, ended in run.cases.items() if TOO_LONG in ended.message}
        return run

    def _run_in_time(self, conditions: Conditions) -> tuple[TestRun, bool]:
        """Run the tests, and return whether time was left; tests missing from a late run may be sound."""
        run = self._run(conditions)
        return run, self._left > 0

    def _once(self, conditions: Conditions, without: tuple[str, ...]) -> TestRun:
        request = Request(
            conditions,
            self._timeout,
            conditions == BASE,
            without,
            fresh=conditions in (BASE, CHANGED) and self._thoroughness.is_fresh,
            stopped=self._stopped,
        )
        return run_tests(self._environment, self._test_file, self._text, request)

    def _alone(
        self,
        cases: Sequence[str],
        base: TestRun,
        map_: Callable[..., Iterator[TestRun]],
        wanted: Callable[[], bool],
    ) -> Iterator[tuple[str, str]]:
        """Find tests that fail alone: each runs in its own process, at the same time and place as another.

        Yields their names, each with the reason to reject it. Tests that did not run while the result was
        `wanted` count as sound.
        """
        end = time.monotonic() + SHARE_ALONE * self._left
        with run_folder(self._environment, self._test_file, self._text) as place:

            def ran(numbered: tuple[int, Sequence[str]]) -> TestRun:
                number, names = numbered
                left = end - time.monotonic()
                if left <= 0:
                    return TestRun()
                nodes = [node for name in names for node in base.nodes(name)]
                together = replace(
                    self._apart(nodes, max(self._least, left)),
                    stopped=lambda: self._stopped() or not wanted(),
                )
                return run_at(place.labelled(str(number)), self._environment, together)

            groups = [cases] if CAN_FORK else [[name] for name in cases]
            for names, run in zip(groups, map_(ran, enumerate(groups)), strict=True):
                for name in names:
                    if self._left > 0 and _ended_badly(run, name):
                        alone = run_tests(
                            self._environment,
                            self._test_file,
                            self._text,
                            self._apart(base.nodes(name), self._timeout),
                        )
                        is_alone = _ended_badly(alone, name)
                        what = "when it runs alone" if is_alone else "in parallel with others"
                        yield name, self._told(name, _failure(alone if is_alone else run, name), what)

    def _apart(self, nodes: Sequence[str], seconds: float) -> Request:
        """Make a request to run these tests, each in a process of its own."""
        return Request(timeout=seconds, measure=False, only=tuple(nodes), apart=True, stopped=self._stopped)


def _passed(run: TestRun, names: Sequence[str]) -> list[str]:
    """Return the tests that passed."""
    return [name for name in names if not _failure(run, name)]


def _ended_badly(run: TestRun, name: str) -> bool:
    """Check whether a test did not pass in a run that came to its end."""
    found = run.case(name)
    return run.error is None and found is not None and found.outcome != "passed"


def _is_of_assertion(failure: str) -> bool:
    """Check whether a test failed only as a value or a text differs: not if a warning is missing."""
    return failure.startswith(OF_ASSERTIONS) or "matching the regex" in failure


def _told(failure: str, what: str) -> str:
    """Return the reason to reject a test that ended differently; for a crash, the interpreter's message."""
    _, crash, line = failure.partition(FATAL)
    return f"crashed {what}: {crash}{line}" if crash else f"unstable: the outcome differs {what}"


def _failure(run: TestRun, name: str) -> str:
    """Return the reason why a test did not pass; "" if it passed."""
    found = run.case(name)
    if found is None:
        return f"failed: {run.told(run.error or 'pytest did not run it')}"
    if found.outcome == "passed":
        return ""
    return f"{found.outcome}: {run.told(found.message)}"
