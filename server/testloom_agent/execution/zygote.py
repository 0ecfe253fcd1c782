"""The process that has loaded the subject: it forks runners, watches over them and answers requests."""

from __future__ import annotations

import json
import math
import os
import select
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from testloom_agent.execution.assessing import Assessor, Chosen, Numbering
from testloom_agent.execution.children import Child
from testloom_agent.execution.observing import NOT_OBSERVED, Observer, observe_from, record
from testloom_agent.execution.performing.exchange import NO_TEST, REQUEST_BYTES, STATEMENT, TEST
from testloom_agent.execution.runner import (
    COMMAND,
    DONE,
    FAILED,
    LONGEST_NAMES,
    MORE,
    REMEMBERED,
    REPLACE,
    Runner,
)
from testloom_agent.execution.stage import Stage
from testloom_agent.execution.varying import UNKNOWN, Varier
from testloom_agent.execution.watching import Watcher
from testloom_agent.frames import EndOfWire
from testloom_agent.limits import PATIENT_SECONDS
from testloom_agent.mutation.switch import Switch

POLL_MILLISECONDS, POLL_MILLISECONDS_WITHOUT_PIPE = 50, 1
MOST_FRUITLESS_RUNNERS = 3
MOST_TURNS = 97
"""How many observations in a row have withheld values of different lengths."""
NOTHING_SEEN = b'{"types":{},"patterns":[],"uses":{},"held":{},"missed":{}},'
LATE = b"L"
"""The message of a process in which the observed test took too long."""
EMPTY_TRACE = b'{"hits":[],"distances":[]},'


class BrokenRequest(Exception):
    """A request that cannot be executed; the message says why."""


@dataclass(frozen=True)
class Wire:
    """The descriptors of the agent that no child may inherit, except `log`, to which it writes why it failed.

    When the other end of `requests` is closed, all processes end.
    """

    requests: int
    answers: int
    log: int


class Zygote:
    """Executes requests in forked runners, one runner at a time."""

    def __init__(self, stage: Stage, wire: Wire) -> None:
        self._stage = stage
        self._exchange = stage.exchange
        self._wire = wire
        self._runner: Child | None = None
        self._observed = 0

    def execute(self, length: int) -> list[bytes]:
        """Execute the request of this length in the shared memory; the parts of the answer's JSON.

        Raises:
            BrokenRequest: if the request is not what the protocol says.
            EndOfWire: if the worker is gone.
        """
        traces, results = [b'{"traces":['], [b'],"results":[']
        done = trace_count = fruitless = 0
        while True:
            verdict = self._run(length, done, trace_count)
            fatal = self._runner.fatal_signal if self._runner is not None else ""
            if verdict != DONE:
                self._end_runner()
            count, text = self._exchange.results.take()
            if verdict == FAILED:
                raise BrokenRequest(json.loads(text[:-1]))
            done, fruitless = done + count, 0 if count else fruitless + 1
            results.append(text)
            count, text = self._exchange.traces.take()
            trace_count += count
            traces.append(text)
            if verdict == DONE:
                break
            if not verdict and self._exchange.notes[TEST] == done:
                traces.append(EMPTY_TRACE)
                results.append(_lost(trace_count, self._exchange.notes[STATEMENT], fatal))
                done, trace_count, fruitless = done + 1, trace_count + 1, 0
            if fruitless >= MOST_FRUITLESS_RUNNERS:
                raise BrokenRequest(f"No process could run test {done} of this request.")
        return [_join(traces), _join(results), b"]}"]

    def observe(self, length: int) -> list[bytes]:
        """Observe each test of the request in a process of its own; the parts of the answer's JSON.

        Nothing is reported of one that takes too long, which would take its limit in whatever follows. Each
        request has other random draws, so that what depends on them shows by a second one.
        """
        tests = self._tests(length)
        self._begin_observation()
        return [b'{"tests":[', _join([self._observe_one(test) for test in tests]), b"]}"]

    def observe_together(self, length: int) -> list[bytes]:
        """Observe tests one after the other in one process; the parts of the answer's JSON.

        Forking costs most of an observation, and what depends on the tests before shows. One that ends the
        process, or has no room, is observed in a process of its own; one that cannot be undone ends the
        process. Nothing is reported of one that takes too long.
        """
        tests = self._tests(length)
        self._begin_observation()
        stage, seed, notes = self._stage, self._observed, self._exchange.notes
        told, start = [b'{"tests":['], 0
        while start < len(tests):
            notes[TEST] = start

            def body(_commands: int, _answers: int, start: int = start) -> None:
                observe_from(stage, tests, start, seed)

            self._exchange.traces.take()
            child = self._fork(body)
            self._ended(child, PATIENT_SECONDS)
            count, text = self._exchange.traces.take()
            told.append(text)
            start += count
            if start < len(tests) and notes[TEST] == start:  # it was begun but did not end
                told.append(NOT_OBSERVED if child.was_killed else self._observe_one(tests[start]))
                start += 1
        return [_join(told), b"]}"]

    def _begin_observation(self) -> None:
        self._prepare()
        self._observed += 1
        self._exchange.withheld.turn = self._observed % MOST_TURNS

    def vary(self, length: int) -> list[bytes]:
        """Run variants of one test after each other; the parts of the answer's JSON.

        Each has other draws, another day and another machine, as far as it says nothing about them. Once the
        seconds of the request have passed, none is begun.
        """
        request = self._request(length)
        tests, until = request["tests"], _until(request)
        stage, notes = self._stage, self._exchange.notes
        self._prepare()
        first_variation = self._observed + 1
        self._observed += len(tests)
        told, known = [b'{"tests":['], 0
        behaviours = [b'],"behaviours":[']
        start = 0
        while start < len(tests) and time.monotonic() < until:
            notes[TEST] = start

            def body(_commands: int, _answers: int, known: int = known, start: int = start) -> None:
                Varier(stage, known).vary(tests, start, first_variation, until)

            self._ended(self._fork(body))
            count, text = self._exchange.results.take()
            told.append(text)
            start += count
            if start < len(tests) and notes[TEST] == start:  # it did not survive this one
                told.append(UNKNOWN)
                start += 1
            count, text = self._exchange.traces.take()
            known += count
            behaviours.append(text)
        told += [UNKNOWN] * (len(tests) - start)
        return [_join(told), _join(behaviours), b"]}"]

    def watch(self, length: int) -> list[bytes]:
        """Watch the tests of the request in one process; the parts of the answer's JSON.

        Tests that this process does not survive made no comparisons that could be told.
        """
        request = self._request(length)
        tests, wanted = request["tests"], request.get("wanted")
        stage = self._stage

        def body(_commands: int, _answers: int) -> None:
            Watcher(stage, wanted).watch(tests)

        self._exchange.traces.take()
        self._ended(self._fork(body))
        count, text = self._exchange.traces.take()
        described, seen = self._exchange.results.take()
        return [
            b'{"tests":[',
            _join([text, b"[]," * (len(tests) - count)]),
            b'],"seen":[',
            _join([seen, NOTHING_SEEN * (len(tests) - described)]),
            b"]}",
        ]

    def assess(self, length: int) -> list[bytes]:
        """Run the tests of the request with each mutant that they reach; the parts of the answer's JSON.

        Raises:
            BrokenRequest: if the request is not what the protocol says, or no mutants are loaded.
            EndOfWire: if the worker is gone.
        """
        switch = self._stage.tracer
        if not isinstance(switch, Switch):
            raise BrokenRequest("The subject was loaded without mutants.")
        request = self._request(length)
        self._prepare()
        tests, until = request["tests"], _until(request)
        wanted = frozenset(request["mutants"]) if "mutants" in request else None
        chosen = Chosen(wanted, bool(request.get("until_survived")))
        numbering = Numbering(len(tests), len(switch.mutants))
        deaths, parts, start = Counter[int](), [b'{"runs":['], 0
        while start < numbering.end and time.monotonic() < until:
            verdict = self._assess_from(start, tests, chosen, deaths, until)
            parts.append(self._exchange.traces.take()[1])
            if verdict == DONE:
                break
            at = max(start, self._exchange.notes[TEST])
            test, mutant = numbering.split(at)
            if not verdict:
                deaths[mutant] += 1
                parts.append(b'[%d,%d,"killed",[]],' % (test, mutant))
            start = at if verdict == MORE else numbering.after(at)
        return [_join(parts), b"]}"]

    def _assess_from(
        self, start: int, tests: list[Any], chosen: Chosen, deaths: Counter[int], until: float
    ) -> bytes:
        """Let a separate process continue the run; returns its verdict, empty if it died or was killed."""
        stage = self._stage

        def body(_commands: int, answers: int) -> None:
            os.write(answers, Assessor(stage, deaths, chosen).assess(tests, start, until))

        self._exchange.traces.take()
        self._exchange.notes[TEST] = start
        return self._ended(self._fork(body))

    def close(self) -> None:
        """End the runner."""
        self._end_runner()

    def _run(self, length: int, start: int, trace_count: int) -> bytes:
        """Let a runner work until it stops; returns its verdict, empty if it died or had to be killed."""
        if self._runner is None:
            stage = self._stage
            self._runner = self._fork(lambda *pipes: Runner(stage, *pipes).serve())
        self._exchange.notes[TEST] = NO_TEST
        try:
            os.write(self._runner.commands, COMMAND.pack(length, start, trace_count))
        except BrokenPipeError:
            return b""
        verdict = self._await(self._runner, self._stage.deadline.hard_seconds)
        if verdict == REMEMBERED:
            names = os.read(self._runner.answers, LONGEST_NAMES).decode("utf-8", "replace")
            self._stage.state.libraries.watch(names.split(","))
            return REPLACE
        return verdict

    def _prepare(self) -> None:
        """Find out what every observing process needs, before the first of them is forked."""
        self._stage.inspectors.prepare()
        self._stage.state.names.prepare()

    def _tests(self, length: int) -> list[Any]:
        tests: list[Any] = self._request(length)["tests"]
        return tests

    def _request(self, length: int) -> dict[str, Any]:
        """Read the request of this length from the shared memory; it has tests."""
        try:
            request: dict[str, Any] = json.loads(bytes(self._exchange.request[:length]))
            request["tests"]
        except (ValueError, KeyError, TypeError) as error:
            raise BrokenRequest(str(error)) from None
        return request

    def _observe_one(self, test: Any) -> bytes:
        stage, seed = self._stage, self._observed

        def body(_commands: int, answers: int) -> None:
            Observer(stage, lambda seen: record(seen, stage.exchange.traces)).observe(test, seed)
            if stage.deadline.expired:
                os.write(answers, LATE)

        self._exchange.traces.take()
        child = self._fork(body)
        is_late = self._ended(child, PATIENT_SECONDS) == LATE or child.was_killed
        observed = self._exchange.traces.take()[1].rstrip(b",")
        return NOT_OBSERVED if is_late else b"[" + observed + b"],"

    def _ended(self, child: Child, seconds: float | None = None) -> bytes:
        """Wait for a process that serves one request; the files that it leaves are not the runner's."""
        try:
            return self._await(child, seconds or self._stage.deadline.hard_seconds)
        finally:
            child.end()
            self._empty_sandbox()

    def _empty_sandbox(self) -> None:
        with self._stage.guard.trusting():
            self._stage.sandbox.restore()

    def _fork(self, body: Callable[[int, int], None]) -> Child:
        self._empty_sandbox()
        close = [self._wire.requests, self._wire.answers]
        if self._runner is not None:
            close += [self._runner.commands, self._runner.answers]
        return Child(self._stage, body, close, self._wire.log)

    def _await(self, child: Child, seconds: float) -> bytes:
        """Wait until the child reports or dies, or until one test has been running for too long.

        A child whose pipe is closed may still be running: its subject has closed the pipe, and its results
        count.
        """
        poll = select.poll()
        poll.register(child.answers, select.POLLIN)
        poll.register(self._wire.requests, 0)
        pause = POLL_MILLISECONDS
        notes = self._exchange.notes
        seen, since = notes[TEST], time.monotonic()
        while True:
            ready = dict(poll.poll(pause))
            if self._wire.requests in ready:
                raise EndOfWire
            if child.answers in ready:
                verdict = os.read(child.answers, 1)
                if verdict:
                    return verdict
                poll.unregister(child.answers)
                pause = POLL_MILLISECONDS_WITHOUT_PIPE
            if child.has_ended():
                return b""
            now = time.monotonic()
            if notes[TEST] != seen:
                seen, since = notes[TEST], now
            elif now - since > seconds:
                return b""

    def _end_runner(self) -> None:
        if self._runner is not None:
            self._runner.end()
            self._runner = None


def _lost(trace: int, statement: int, fatal: str) -> bytes:
    """Write the result of a test that its process did not survive, perhaps because of a fatal signal."""
    if not fatal:
        return b'["killed",%d,%d,null],' % (trace, statement)
    error = b'{"type":"signal:%s","message":"","explicit":false,"in_subject":true}' % fatal.encode()
    return b'["crashed",%d,%d,%s],' % (trace, statement, error)


def _until(request: dict[str, Any]) -> float:
    """Return the time on the monotonic clock at which the seconds of a request have passed."""
    return time.monotonic() + float(request.get("seconds") or math.inf)


def fits(length: int) -> bool:
    """Check whether a request of this length fits into the shared memory."""
    return length <= REQUEST_BYTES


def _join(parts: list[bytes]) -> bytes:
    """Concatenate records, each of which ends with a comma, without the last comma."""
    return b"".join(parts).rstrip(b",")
