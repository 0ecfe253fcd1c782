"""Jobs on processors: one job at a time on each, and all that it starts stays there."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Generator, Sequence
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from .errors import BenchError

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")


def cores(jobs: int | None = None) -> list[int | None]:
    """The processors for so many jobs at a time, all by default; None where nothing can be held to one."""
    if not hasattr(os, "sched_setaffinity"):
        return [None] * (jobs or os.cpu_count() or 1)
    allowed = sorted(os.sched_getaffinity(0))
    return [allowed[place % len(allowed)] for place in range(jobs or len(allowed))]


def each_on_a_core(
    jobs: Sequence[Job], work: Callable[[Job], Outcome], on: Sequence[int | None]
) -> Generator[Outcome, None, None]:
    """Do each job on one of the processors, and yield what comes of it as soon as it is there.

    The jobs are done in processes; `work` and `jobs` must be such that they can be sent there. If this
    iterator is closed or interrupted, they end at once, with what they have started.

    Raises:
        BenchError: if a job fails; what happened was printed.
    """
    waiting = list(reversed(jobs))
    crew: dict[Connection, multiprocessing.Process] = {}
    try:
        for core in on[: len(jobs)]:
            ours, theirs = multiprocessing.Pipe()
            worker = multiprocessing.Process(target=_serve, args=(theirs, [*crew, ours], core, work))
            worker.start()
            theirs.close()  # so that the end of the worker is the end of the pipe
            crew[ours] = worker
            ours.send((waiting.pop(),))
        while crew:
            for pipe in wait(list(crew)):
                assert isinstance(pipe, Connection)
                yield _outcome(pipe)
                if waiting:
                    pipe.send((waiting.pop(),))
                else:
                    pipe.send(())
                    crew.pop(pipe).join()
    finally:
        for worker in crew.values():
            worker.terminate()
        for worker in crew.values():
            worker.join()


def _outcome(pipe: Connection) -> Any:
    try:
        return pipe.recv()
    except EOFError:
        raise BenchError("A job failed, see above; the same command goes on where it was stopped.") from None


def _serve(
    pipe: Connection, ends: Sequence[Connection], core: int | None, work: Callable[[Any], Any]
) -> None:
    """Do jobs until there are none left, or nobody is there who wants them done.

    `ends` are those of the other process: it is the only one that may hold them.
    """
    for end in ends:
        end.close()
    signal.signal(signal.SIGINT, _ignore)  # Ctrl+C reaches us, too, but it is the other process that decides
    signal.signal(signal.SIGTERM, _leave)
    if core is not None:
        os.sched_setaffinity(0, {core})
    while job := _next(pipe):
        pipe.send(work(*job))


def _next(pipe: Connection) -> tuple[Any, ...]:
    """The next job, alone in a tuple; an empty one if there are no more."""
    try:
        job: tuple[Any, ...] = pipe.recv()
    except EOFError:  # the other process was killed
        return ()
    return job


def _ignore(*_: object) -> None:
    """Unlike SIG_IGN, programs that are started do not inherit this."""


def _leave(*_: object) -> None:
    """End as a program does that has come to its end: what was started is killed, folders are removed."""
    raise SystemExit(1)
