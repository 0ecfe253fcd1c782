"""Runs of single requests in a worker process, which is ended on demand, with all below it."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import sys
from asyncio.subprocess import Process
from collections.abc import Coroutine, Sequence
from pathlib import Path

from testloom.execution.process_group import end, start
from testloom.execution.scratch import enough_space, own_folder
from testloom.model.errors import OutputError
from testloom.model.events.jobs import Carving, EventSink, Failed, Summary, decode_event
from testloom.model.generation_request import GenerationRequest
from testloom.platform.processes import lower_priority, signal_name

_SOURCES = str(Path(__file__).parents[2])
# Isolated mode keeps the current folder and PYTHONPATH from hiding our modules by a user's; the path of our
# code is passed on, wherever it is.
_START = """\
import sys
if sys.argv[1] not in sys.path:
    sys.path.insert(0, sys.argv[1])
from testloom.generation.__main__ import main
sys.exit(main())
"""
WORKER = (sys.executable, "-I", "-c", _START, _SOURCES)

_LONGEST_LINE = 64 * 1024 * 1024
_SECONDS_TO_TIDY_UP = 3.0
_SECONDS_FOR_LAST_WORDS = 0.2
_SECONDS_TO_HAND_OVER = 10.0
_SECONDS_TO_START_AND_VERIFY = 40.0
_SECONDS_FOR_A_RECORDED_MODULE = 300.0

_log = logging.getLogger(__name__)


class _NotHandedOver(Exception):
    """A worker was told to finish, and went on."""


async def run_worker(
    command: Sequence[str],
    request: GenerationRequest,
    report: EventSink,
    *,
    enough: asyncio.Event | None = None,
    background: bool = False,
) -> None:
    """Run a request in a process of its own and report each of its events.

    Once there is `enough`, the worker hands over the tests verified by then; a job about a pair or recorded
    calls simply stops. A worker that dies, breaks its protocol, does not hand over its results or never ends
    is reported as a failure. Cancelling the task ends the worker and all processes below it within a second,
    and leaves no temporary files.
    """
    with contextlib.ExitStack() as stack:
        try:
            with enough_space():
                folder = stack.enter_context(own_folder())
            variables = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(folder))
            process = await start(command, variables=variables, limit=_LONGEST_LINE)
        except OutputError as error:
            report(Failed(type(error).__name__, error.what, error.advice))
            return
        except OSError as error:
            reason = error.strerror or error
            report(_failure("worker-start", f"Testloom's worker cannot be started: {reason}."))
            return
        log = asyncio.create_task(_copy_log(process))
        try:
            if background:
                lower_priority(process.pid)
            work = _converse(process, request, report)
            await _first(_deadline(request), work, _hand_over(process, enough or asyncio.Event()))
            await _let_end(process)
        except _NotHandedOver:
            what = "Testloom's worker did not hand over its tests in time and was stopped; they are lost."
            report(_failure("worker-hand-over", what))
        except asyncio.TimeoutError:
            report(_failure("worker-deadline", "Testloom's worker did not finish in time and was stopped."))
        finally:
            await end(process)
            await asyncio.wait([log], timeout=_SECONDS_FOR_LAST_WORDS)
            log.cancel()


async def _first(seconds: float | None, *work: Coroutine[None, None, None]) -> None:
    """Wait until one of the coroutines ends, and cancel the others.

    Raises:
        asyncio.TimeoutError: if none of them ends in so many seconds.
    """
    tasks = [asyncio.create_task(entry) for entry in work]
    try:
        done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
    if not done:
        raise asyncio.TimeoutError
    for task in done:
        task.result()


async def _converse(process: Process, request: GenerationRequest, report: EventSink) -> None:
    """Send the request and report events until the summary.

    Standard input stays open: its end tells the worker to stop.
    """
    assert process.stdin is not None and process.stdout is not None
    with contextlib.suppress(ConnectionError):
        process.stdin.write(json.dumps(request.encode()).encode() + b"\n")
        await process.stdin.drain()
    while line := await process.stdout.readline():
        try:
            event = decode_event(json.loads(line))
        except (ValueError, AttributeError):
            _log.warning(
                "The worker sent something that is not an event: %s",
                line[:500].decode(errors="replace").rstrip(),
            )
            continue
        report(event)
        if isinstance(event, Summary | Carving):
            return
    status = _status(await process.wait())
    report(_failure("worker-ended", f"Testloom's worker ended unexpectedly ({status})."))


async def _hand_over(process: Process, enough: asyncio.Event) -> None:
    """Tell a worker to stop searching once there is `enough`, and give it time to hand over its results.

    Raises:
        _NotHandedOver: if it takes longer.
    """
    assert process.stdin is not None
    await enough.wait()
    with contextlib.suppress(ConnectionError):
        process.stdin.write(b"enough\n")
        await process.stdin.drain()
    await asyncio.sleep(_SECONDS_TO_HAND_OVER)
    raise _NotHandedOver


async def _let_end(process: Process) -> None:
    """Tell a worker with all its work done to exit, and give it time to remove its temporary files."""
    assert process.stdin is not None
    process.stdin.close()
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(process.wait(), _SECONDS_TO_TIDY_UP)


def _failure(code: str, what: str) -> Failed:
    return Failed(code, what, "Generate again; if it happens again, see the log (Testloom: Show Log).")


def _status(code: int) -> str:
    return signal_name(code) if code < 0 else f"exit status {code}"


def _deadline(request: GenerationRequest) -> float | None:
    """Return a deadline far beyond the worker's own ones, which matters only if they fail."""
    if request.settings.executions is not None:
        return None
    if request.recording is not None:
        return len(request.targets) * _SECONDS_FOR_A_RECORDED_MODULE
    return request.settings.budget * 2 + _SECONDS_TO_START_AND_VERIFY


async def _copy_log(process: Process) -> None:
    assert process.stderr is not None
    with contextlib.suppress(ValueError):
        while line := await process.stderr.readline():
            _log.info("worker: %s", line.decode(errors="replace").rstrip())
