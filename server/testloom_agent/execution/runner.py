"""A forked process that executes batches of test cases until it is told to stop or has to be replaced."""

from __future__ import annotations

import json
import os
import sys
import time
from struct import Struct
from time import process_time  # the real one
from typing import Any, NamedTuple

from testloom_agent.execution.cleaning import Cleaner
from testloom_agent.execution.isolation.state.memos import ColdCoverage, Trace
from testloom_agent.execution.performing.exchange import NO_TEST, STATEMENT, TEST, UNTIL
from testloom_agent.execution.reporting import raised
from testloom_agent.execution.stage import Stage
from testloom_agent.limits import FUEL, Timeout
from testloom_agent.redaction.withheld import HELD

COMMAND = Struct("=QQQ")
"""The length of the request in shared memory, the first test to run, the number of traces in the answer."""

DONE, REPLACE, FAILED, MORE, REMEMBERED = b"d", b"r", b"f", b"m", b"l"
"""All tests ran; another process must run the rest; the request is broken; the shared memory is full.

The last one is as the second; the names of libraries follow, which remember what they were refused.
"""
LONGEST_NAMES = 4_000
"""The greatest number of bytes of these names: a pipe takes so many at once."""

TRACING = "leave a trace function behind"
PASSED = '"passed"'
ENCODE = json.JSONEncoder(separators=(",", ":")).encode
ENDED = {"timeout": '"timeout"', "memory": '"memory"', "raised": '"raised"'}


class Ran(NamedTuple):
    """How a test ended, what it reached, and how many seconds of a processor it took if that matters."""

    end: str
    exception: str
    trace: Trace
    seconds: float


class Full(Exception):
    """The shared memory has no room for the next record."""


class Runner:
    """Executes the tests of one request after the other."""

    def __init__(self, stage: Stage, commands: int, answers: int) -> None:
        self._stage = stage
        self._commands = commands
        self._answers = answers
        self._interrupts = (Timeout, stage.out_of_fuel)
        self._traces: dict[Any, int] = {}
        self._first_trace = 0
        self._cleaner = Cleaner(stage)
        self._all_wanted = set(stage.tracer.wanted)
        self._wanted: list[int] | None = None
        self._refused_again: set[tuple[str, ...]] = set()
        self._remembering: set[str] = set()
        self._keeps_memos = False
        self._cold_coverage = ColdCoverage()

    def serve(self) -> None:
        """Execute requests until the other end of the pipe is closed."""
        while command := os.read(self._commands, COMMAND.size):
            length, start, first_trace = COMMAND.unpack(command)
            self._first_trace = first_trace
            verdict = self._execute(length, start)
            self._stage.exchange.notes[TEST] = NO_TEST
            if verdict == REPLACE and self._remembering:
                verdict = REMEMBERED + ",".join(self._remembering).encode()[:LONGEST_NAMES]
            os.write(self._answers, verdict)

    def _execute(self, length: int, start: int) -> bytes:
        stage = self._stage
        stage.exchange.notes[TEST] = NO_TEST
        self._traces.clear()
        try:
            request = json.loads(bytes(stage.exchange.request[:length]))
            tests = request["tests"]
            self._want(request.get("wanted"))
            self._begin_memos(request)
            if start == 0:
                stage.exchange.notes[UNTIL] = _until(request.get("seconds"))
        except (ValueError, KeyError, TypeError) as error:
            stage.exchange.results.add(json.dumps(str(error)).encode("ascii") + b",")
            return FAILED
        stage.deadline.start()
        try:
            return self._execute_from(tests, start)
        except Full:
            return REPLACE
        finally:
            stage.deadline.stop()

    def _want(self, predicates: list[int] | None) -> None:
        """Have the distances of these predicates measured; None means all that some probe depends on."""
        if predicates != self._wanted:
            self._wanted = predicates
            self._stage.tracer.wanted = self._all_wanted if predicates is None else set(predicates)

    def _begin_memos(self, request: dict[str, Any]) -> None:
        """Let test cases of a search use what others have computed; those of other requests stand alone.

        How long something takes differs from run to run, so none does for reproducible results.
        """
        self._keeps_memos = "wanted" in request and not self._stage.deadline.is_patient
        if not self._keeps_memos:
            self._cleaner.forget_memos()

    def _execute_from(self, tests: list[Any], start: int) -> bytes:
        notes = self._stage.exchange.notes
        if start == len(tests):  # the previous process could not go on after the last test
            return DONE
        for index in range(start, len(tests)):
            if notes[UNTIL] and time.monotonic_ns() > notes[UNTIL]:
                return DONE
            notes[TEST] = index
            if not self._run(tests[index]):
                return REPLACE
        return DONE if self._stage.state.modules.is_restored_after_batch() else REPLACE

    def _run(self, test: list[Any]) -> bool:
        """Run a test, record its result, and undo what it did; false if that is impossible.

        There is no result if a thread of an earlier test has woken up, or if the test has to run a second
        time and cannot be undone: then another process runs the test.
        """
        ran = self._ran(test)
        if ran is None:
            return False
        refused = tuple([denial for denial in self._stage.guard.denials if denial != HELD])
        self._record_result(ran.end, self._record_trace(ran.trace), ran.exception)
        if not self._cleaner.is_clean(ran.seconds) or ran.end == ENDED["memory"]:
            return False
        return not refused or ran.end == ENDED["timeout"] or self._is_refused_again(test, refused)

    def _ran(self, test: list[Any]) -> Ran | None:
        """Run a test, and again without memos if it seems to reach something new, or has changed them.

        None as for `_attempt`.
        """
        ran = self._attempt(test)
        if ran is None or not self._cleaner.keeps_memos:
            return ran
        if not self._cleaner.are_memos_changed() and not self._cold_coverage.has_to_be_tried(ran.trace):
            return ran._replace(trace=self._cold_coverage.part_of(ran.trace))
        self._stage.guard.take_denials()
        self._stage.environment.begin()
        is_clean = self._cleaner.is_clean()
        self._cleaner.forget_memos()
        return self._attempt(test) if is_clean else None

    def _attempt(self, test: list[Any]) -> Ran | None:
        """Run a test; None if a thread of an earlier test has woken up."""
        stage = self._stage
        withheld = stage.exchange.withheld
        if withheld.sources and withheld.holds(test):
            stage.guard.denials.append(HELD)
        began = process_time()
        end, exception = self._perform(test)
        seconds = process_time() - began if self._keeps_memos else 0.0
        ran = Ran(end, exception, stage.tracer.end(), seconds)
        return ran if stage.threads.are_asleep() else None  # asked last: one may wake at any time

    def _is_refused_again(self, test: list[Any], refused: tuple[str, ...]) -> bool:
        """Run a test again to check whether it is refused the same operations once more.

        Libraries remember what they have tried, and do not try it again: all later tests in this process
        would pass, and none of them in a process of its own. The next processes restore the libraries, and
        classes of the project that are too large to be checked after each test case are restored at once.
        """
        stage = self._stage
        if refused in self._refused_again:
            return True
        is_clean, again = self._run_again(test)
        if is_clean and again != refused and stage.state.modules.is_restored_after_batch():
            is_clean, again = self._run_again(test)
        self._refused_again.add(again)
        if again != refused:
            self._remembering.update(stage.environment.refused_libraries)
            self._remembering -= stage.state.libraries.names
        return is_clean and again == refused

    def _run_again(self, test: list[Any]) -> tuple[bool, tuple[str, ...]]:
        """Run a test once more; returns whether it was undone, and what it was refused."""
        stage = self._stage
        self._perform(test)
        stage.tracer.end()
        again = tuple(stage.guard.take_denials())
        stage.environment.begin()
        return self._cleaner.is_clean() and stage.threads.are_asleep(), again

    def _perform(self, test: list[Any]) -> tuple[str, str]:
        """Run a test with the same random values as any other, and wait for the threads that it started."""
        stage = self._stage
        stage.randomness.reset()
        stage.tracer.begin(FUEL)
        ended = self._interpret(test)
        stage.threads.settle_rationed(stage.tracer)
        return ended

    def _interpret(self, test: list[Any]) -> tuple[str, str]:
        """Run a test to its end; everything that it does, even when its values are freed, happens in here."""
        stage = self._stage
        deadline = stage.deadline
        end, exception = PASSED, "null"
        try:
            deadline.ticks = 0
            deadline.armed = True
            try:
                stage.interpreter.run(test)
            except self._interrupts:
                end = ENDED["timeout"]
            except MemoryError:
                end = ENDED["memory"]
            except BaseException as error:
                exception = raised.as_json(error, stage.project)
                stage.environment.note_error(error)
                end = ENDED["raised"]
            deadline.armed = False
        except BaseException:  # it came while the exception was described, or a moment too late
            deadline.armed = False
            end = ENDED["timeout"]
        if sys.gettrace() is not None:
            sys.settrace(None)
            self._stage.guard.denials.append(TRACING)
        if deadline.expired:
            deadline.expired = False
            end = ENDED["timeout"]
        return end, exception if end == ENDED["raised"] else "null"

    def _record_trace(self, trace: tuple[bytes, Any]) -> int:
        index = self._traces.get(trace)
        if index is None:
            index = self._first_trace + len(self._traces)
            if not self._stage.exchange.traces.add(_trace_json(*trace)):
                raise Full
            self._traces[trace] = index
            if not self._cleaner.keeps_memos:
                self._cold_coverage.note(trace)
        return index

    def _record_result(self, end: str, trace: int, exception: str) -> None:
        stage = self._stage
        statement = "null" if end is PASSED else str(stage.exchange.notes[STATEMENT])
        more = ""
        if stage.guard.denials or stage.environment.are_touched():
            more = f",{ENCODE(stage.guard.take_denials())},{ENCODE(stage.environment.take())}"
            stage.environment.begin()
        record = f"[{end},{trace},{statement},{exception}{more}],"
        if not stage.exchange.results.add(record.encode("ascii")):
            raise Full


def _until(seconds: float | None) -> int:
    """Return the time on the monotonic clock, in nanoseconds, when these seconds have passed; 0 for none."""
    return 0 if seconds is None else time.monotonic_ns() + int(seconds * 1e9)


def _trace_json(hits: bytes, distances: Any) -> bytes:
    probes = ",".join([str(index) for index, hit in enumerate(hits) if hit])
    return f'{{"hits":[{probes}],"distances":{ENCODE(distances)}}},'.encode("ascii")
