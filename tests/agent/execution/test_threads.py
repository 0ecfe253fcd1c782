"""Threads count for the test case that starts them, and for none behind it."""

from __future__ import annotations

import multiprocessing
import os
import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from time import sleep

import pytest

from testloom.execution import Agent
from testloom.model.execution import Observation
from testloom.model.observed import attributes_of
from testloom.model.statements import (
    AssignmentStatement,
    CallStatement,
    CollectionStatement,
    LiteralStatement,
    Statement,
    StubStatement,
    TestCase,
)
from testloom.model.statements.environment import ThreadsStatement
from testloom.oracle.pinning.threads import LEFT
from testloom_agent.environment.pools import Pools
from testloom_agent.execution.isolation.threads import threads
from testloom_agent.execution.isolation.threads.joining import Joining
from testloom_agent.execution.isolation.threads.threads import LOOKS, MOST_WAITING, StartedThreads
from testloom_agent.limits import FUEL_AFTERWARDS
from testloom_agent.platform.threads import is_to_run, waits_for_others
from tests.agent.cases import call
from tests.values import plain

Agents = Callable[[str], Agent]
WORKER = "threads:Worker"
MORE_THAN_A_PIPE_HOLDS = 1_000_000


@pytest.fixture
def pools(monkeypatch: pytest.MonkeyPatch) -> Pools:
    monkeypatch.setattr(ThreadPoolExecutor, "submit", ThreadPoolExecutor.submit)
    made = Pools()
    made.watch()
    return made


@pytest.fixture
def started(pools: Pools) -> StartedThreads:
    return StartedThreads(pools)


@pytest.fixture
def done() -> Iterator[threading.Event]:
    event, before = threading.Event(), threading.enumerate()
    yield event
    event.set()
    for thread in threading.enumerate():
        if thread not in before:
            thread.join()


def test_a_thread_that_waits_is_harmless(started: StartedThreads, done: threading.Event) -> None:
    _start(done.wait)

    assert started.are_harmless()


def test_a_thread_that_runs_is_not(started: StartedThreads, done: threading.Event) -> None:
    _start(lambda: _spin(done))

    assert not started.are_harmless()


def test_many_threads_are_not_even_if_they_wait(started: StartedThreads, done: threading.Event) -> None:
    for _ in range(MOST_WAITING + 1):
        _start(done.wait)

    assert not started.are_harmless()


def test_a_thread_that_waits_in_its_pool_for_work_is_none_that_is_left(
    pools: Pools, started: StartedThreads, done: threading.Event
) -> None:
    with ThreadPoolExecutor(1) as pool, Joining(pools, hesitate=False) as joining:
        pool.submit(done.wait)
        assert started.are_left() and joining.are_loose()

        done.set()
        pool.submit(int).result()
        started.settle()
        assert not started.are_left() and not joining.are_loose()


def test_a_thread_that_waits_for_values_of_a_queue_between_processes_is_none_that_is_left(
    started: StartedThreads,
) -> None:
    passed_on: multiprocessing.Queue[object] = multiprocessing.Queue()

    passed_on.put("short")
    assert passed_on.get() == "short"
    started.settle()
    assert not started.are_left()

    passed_on.put("x" * MORE_THAN_A_PIPE_HOLDS)
    started.settle(0.1)
    assert started.are_left()

    passed_on.get()
    started.settle()
    assert not started.are_left()
    passed_on.close()
    passed_on.join_thread()


def test_work_that_a_pool_has_not_begun_is_left_to_do(pools: Pools, started: StartedThreads) -> None:
    with ThreadPoolExecutor(1) as pool, Joining(pools, hesitate=True) as joining:
        pool.submit(int).result()
        started.settle()
        assert not started.are_left() and not joining.are_loose()

        work = pool.submit(int)  # begins late
        assert started.are_left() and joining.are_loose()

        work.result()
        started.settle()
        assert not started.are_left() and not joining.are_loose()


def test_what_earlier_tests_have_handed_to_a_pool_does_not_count(
    pools: Pools, started: StartedThreads, done: threading.Event
) -> None:
    with ThreadPoolExecutor(1) as pool, ThreadPoolExecutor(1) as stuck:
        stuck.submit(done.wait)
        started.settle()
        started.begin()
        pools.begin()
        pool.submit(int).result()
        started.settle()
        assert not started.are_left()
        done.set()


class Rounds:
    """Probes that something passes again and again, until it is stopped."""

    def __init__(self, stopped: threading.Event) -> None:
        self._stopped = stopped
        self.rations: list[int] = []

    def ration(self, most: int) -> None:
        self.rations.append(most)

    def goes_round(self, most: int) -> bool:
        return bool(self.rations)

    def exhaust(self) -> None:
        self._stopped.set()


def test_a_thread_that_reaches_nothing_new_loses_the_rest_of_its_ration(
    started: StartedThreads, done: threading.Event
) -> None:
    rounds = Rounds(done)
    _start(lambda: _spin(done))

    started.settle_rationed(rounds)

    assert rounds.rations == [FUEL_AFTERWARDS]
    assert done.is_set()


def test_threads_get_a_moment_to_end(started: StartedThreads, done: threading.Event) -> None:
    seen: list[int] = []
    _start(lambda: seen.append(sum(range(100_000))))

    started.settle()

    assert seen


def test_a_thread_that_was_woken_gets_its_turn_on_a_busy_machine(started: StartedThreads) -> None:
    endless = [sys.executable, "-c", "while True: pass"]
    busy = [subprocess.Popen(endless) for _ in range(3 * (os.cpu_count() or 1))]
    try:
        assert all(_ends_when_woken(started) for _ in range(200))
    finally:
        for process in busy:
            process.kill()
            process.wait()


def test_threads_that_were_waited_for_in_vain_are_waited_for_but_briefly(
    started: StartedThreads, done: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock, looks = count(), list[float]()
    monkeypatch.setattr(threads, "monotonic", lambda: next(clock) / 100)
    monkeypatch.setattr(threads, "sleep", looks.append)
    _start(lambda: _spin(done))
    started.waits = True
    started.end(dwells=False)
    before = len(looks)

    started.settle()

    assert before > 50
    assert len(looks) - before <= 2


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
@pytest.mark.parametrize("kind", ["queue", "pipe", "lock"])
def test_a_thread_that_waits_in_c_is_seen_to_wait(
    started: StartedThreads, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, writing = os.pipe()
    lock, items = threading.Lock(), queue.SimpleQueue[int]()
    lock.acquire()
    targets: dict[str, Callable[[], object]] = {
        "queue": items.get,
        "pipe": lambda: os.read(reading, 1),
        "lock": lock.acquire,
    }
    thread = _blocked(targets[kind])
    looks: list[float] = []
    monkeypatch.setattr(threads, "sleep", looks.append)

    started.settle()

    assert waits_for_others(thread.native_id)
    assert len(looks) == LOOKS
    items.put(1)
    os.write(writing, b"1")
    lock.release()
    thread.join()
    os.close(reading)
    os.close(writing)


def test_a_thread_that_goes_on_by_itself_does_not_wait_for_others() -> None:
    lock = threading.Lock()
    lock.acquire()
    for target in (lambda: sleep(0.2), lambda: lock.acquire(timeout=0.2)):
        thread = _blocked(target)
        assert not waits_for_others(thread.native_id)
        thread.join()


def test_a_thread_that_woke_up_is_no_longer_asleep(started: StartedThreads, done: threading.Event) -> None:
    thread = _start(done.wait)
    started.settle()
    assert started.are_harmless()
    assert started.are_asleep()

    done.set()
    thread.join()

    assert not started.are_asleep()


def test_a_test_gives_way_to_its_threads_only_while_a_statement_runs() -> None:
    with Joining(Pools(), hesitate=False, gives_way=True) as joining:
        with joining.of_statement():
            thread = _start(int)
            assert sys.getprofile() is not None
        assert sys.getprofile() is None
        thread.join()


def test_what_a_thread_covers_counts_for_the_test_that_starts_it(agent_of: Agents) -> None:
    start, put, stop = (f"threads:Worker.{name}" for name in ("start", "put", "stop"))
    worker, number = CallStatement(0, "threads:Worker"), LiteralStatement(1, 3)
    started = (worker, number, CallStatement(2, start, 0), CallStatement(3, put, 0, (1,)))
    stopped = (*started, CallStatement(4, stop, 0))
    joined = (*started, CallStatement(4, stop, 0), CallStatement(5, put, 0, (1,)))

    results = agent_of("threads").execute([TestCase(started), TestCase(stopped), TestCase(joined)] * 5)

    squared = results[0].trace.hits
    assert all(result.trace.hits >= squared for result in results)
    assert len(squared) > len(agent_of("threads").execute([TestCase((worker,))])[0].trace.hits)


def test_a_timer_that_goes_off_later_counts_for_no_other_test(agent_of: Agents) -> None:
    late, spent = _debounced(0.15), call("threads:spend", 20_000)
    alone = agent_of("threads").execute([spent])[0].trace

    results = agent_of("threads").execute([late, *[spent] * 300])

    assert {result.trace.hits for result in results[1:]} == {alone.hits}
    assert {result.end for result in results} == {"passed"}


def test_a_timer_that_goes_off_soon_counts_for_its_test(agent_of: Agents) -> None:
    late, soon = agent_of("threads").execute([_debounced(9.0), _debounced(0.01)])

    assert late.trace.hits < soon.trace.hits


def test_a_thread_that_goes_on_for_ever_is_ended_after_its_test(agent_of: Agents) -> None:
    short, endless = agent_of("threads").execute([call("threads:poll", 5), call("threads:poll", 1_000)])

    assert endless.trace.hits < short.trace.hits


def test_threads_that_end_by_themselves_are_told(agent_of: Agents) -> None:
    values = (LiteralStatement(0, 1), CollectionStatement(1, "list", (0,)))

    (*_, last) = observed(agent_of, *values, CallStatement(2, "threads:add_up", None, (1,)))

    assert ("threads",) in last.touched
    assert not last.denied


def test_a_pool_that_has_done_its_work_needs_nobody_who_waits_for_its_threads(agent_of: Agents) -> None:
    words = (LiteralStatement(0, "a"), CollectionStatement(1, "list", (0,)))

    (*_, last) = observed(agent_of, *words, CallStatement(2, "threads:total", None, (1,)))

    assert last.touched == () and not last.denied


def test_work_that_is_left_to_a_pool_is_told_though_its_threads_were_there(agent_of: Agents) -> None:
    made = (CallStatement(0, "threads:Service"), CallStatement(1, "threads:Service.poke", 0))

    (*_, last) = observed(agent_of, *made)

    assert ("threads",) in last.touched
    assert plain(last.value) == 0


def test_threads_that_nothing_has_ended_are_denied_with_what_may_end_them(agent_of: Agents) -> None:
    (*_, last) = observed(
        agent_of, CallStatement(0, "threads:Worker"), CallStatement(1, f"{WORKER}.start", 0)
    )

    assert last.denied == (LEFT,)
    assert ("end", "0", "stop") in last.touched


@pytest.mark.parametrize(
    ("ends", "denied"),
    [pytest.param((), (LEFT,), id="nothing"), pytest.param(((0, "pool.shutdown"),), (), id="its pool")],
)
def test_who_waits_for_threads_has_to_end_the_pool_that_an_object_holds(
    agent_of: Agents, ends: tuple[tuple[int, str], ...], denied: tuple[str, ...]
) -> None:
    made, poke = CallStatement(0, "threads:Unclosed"), CallStatement(1, "threads:Unclosed.poke", 0)

    (*_, alone) = observed(agent_of, made, poke)
    (*_, last) = observed(agent_of, made, ThreadsStatement(2, ends), poke)

    assert not alone.denied and ("end", "0", "pool.shutdown") in alone.touched
    assert last.denied == denied


@pytest.mark.parametrize("value", ["a", b"a", bytearray(b"a")])
def test_no_text_ends_threads(value: object) -> None:
    assert threads.ends_of(value) == []
    assert threads.ends_of(threading.Thread()) == ["join"]


@pytest.mark.parametrize("name", ["doubled", "halved"])
def test_a_thread_that_a_module_keeps_for_all_is_not_left_behind(agent_of: Agents, name: str) -> None:
    asked = (LiteralStatement(0, 4), CallStatement(1, f"services:{name}", None, (0,)))

    (*_, last) = agent_of("services").observe([TestCase(asked)])[0]

    assert not last.denied
    assert ("threads",) not in last.touched


def test_a_test_sees_what_its_threads_have_done_if_it_waits_for_them(agent_of: Agents) -> None:
    made = (CallStatement(0, WORKER), LiteralStatement(1, 3), ThreadsStatement(2, ((0, "stop"),)))
    started = (CallStatement(3, f"{WORKER}.start", 0), CallStatement(4, f"{WORKER}.put", 0, (1,)))

    for _ in range(2):  # threads begin late every other time
        (*_, last) = observed(agent_of, *made, *started)

        assert not last.denied
        assert last.touched == ()
        assert plain(attributes_of(last.receiver)["results"])[0] == 9


def test_a_test_sees_what_its_threads_have_called_before_they_end(agent_of: Agents) -> None:
    function = (LiteralStatement(0, None), StubStatement(1, (0,)))
    made = (LiteralStatement(2, 0.02), CallStatement(3, "threads:Debouncer", None, (2,)))
    fired = (AssignmentStatement(5, 3, "_fire", 1), CallStatement(6, "threads:Debouncer.call", 3))

    (*_, last) = observed(agent_of, *function, *made, ThreadsStatement(4), *fired)

    assert not last.denied
    assert len(plain(attributes_of(last.arguments[1])["call_args_list"])) == 1


def test_what_depends_on_how_fast_a_thread_is_differs_between_observations(agent_of: Agents) -> None:
    made = (CallStatement(0, WORKER), LiteralStatement(1, 3), ThreadsStatement(2, ((0, "stop"),)))
    started = (CallStatement(3, f"{WORKER}.start", 0), CallStatement(4, f"{WORKER}.left", 0, (1,)))

    agent, case = agent_of("threads"), TestCase((*made, *started))
    pairs = [[plain(agent.observe([case])[0][-1].value) for _ in range(2)] for _ in range(3)]

    assert [0, 1] in map(sorted, pairs)  # on a busy machine not in each


def test_a_thread_that_the_code_waits_for_is_not_told(agent_of: Agents) -> None:
    (*_, last) = observed(agent_of, CallStatement(0, "threads:joined"))

    assert ("threads",) not in last.touched


def observed(agent_of: Agents, *statements: Statement) -> list[Observation]:
    return agent_of("threads").observe([TestCase(statements)])[0]


def _debounced(delay: float) -> TestCase:
    made = (LiteralStatement(0, delay), CallStatement(1, "threads:Debouncer", None, (0,)))
    return TestCase((*made, CallStatement(2, "threads:Debouncer.call", 1)))


def _ends_when_woken(started: StartedThreads) -> bool:
    event = threading.Event()
    _start(event.wait)
    started.settle()
    event.set()
    started.settle()
    return not started.are_left()


def _start(target: Callable[[], object]) -> threading.Thread:
    thread = threading.Thread(target=target, daemon=True)
    thread.start()
    return thread


def _spin(done: threading.Event) -> None:
    while not done.is_set():
        pass


def _blocked(target: Callable[[], object]) -> threading.Thread:
    """A thread that has come to wait for what it calls, which is written in C."""
    thread = _start(target)
    while is_to_run(thread.native_id):
        sleep(0.001)
    return thread
