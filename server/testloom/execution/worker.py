"""Runs one request in a worker process and ends it, with all below it, when asked to."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import Sequence
from pathlib import Path

from testloom.execution.process_group import end, lower_priority, start
from testloom.execution.scratch import enough_space, own_folder
from testloom.model.errors import OutputError
from testloom.model.events.jobs import Carving, EventSink, Failed, Summary, decode_event
from testloom.model.generation_request import GenerationRequest

_SOURCES = str(Path(__file__).parents[2])
# Isolated, so that neither the current folder nor PYTHONPATH can put a user's module before ours, and with
# the code that starts it, wherever that lies.
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
_SECONDS_TO_START_AND_VERIFY = 40.0
_SECONDS_FOR_A_RECORDED_MODULE = 300.0

_log = logging.getLogger(__name__)


async def run_worker(
    command: Sequence[str], request: GenerationRequest, report: EventSink, *, background: bool = False
) -> None:
    """Run a request in a process of its own and report each of its events.

    A worker that dies, breaks its protocol or never ends is reported as a failure. Cancelling the task
    ends the worker and all processes below it within a second, and leaves no temporary files.
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
                lower_priority(process)
            await asyncio.wait_for(_converse(process, request, report), _deadline(request))
        except asyncio.TimeoutError:
            report(_failure("worker-deadline", "Testloom's worker did not finish in time and was stopped."))
        finally:
            await end(process)
            await asyncio.wait([log], timeout=_SECONDS_FOR_LAST_WORDS)
            log.cancel()


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
            await _let_end(process)
            return
    status = _status(await process.wait())
    report(_failure("worker-ended", f"Testloom's worker ended unexpectedly ({status})."))


async def _let_end(process: Process) -> None:
    """Tell a worker that is done to leave, and give it time to remove its temporary files."""
    assert process.stdin is not None
    process.stdin.close()
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(process.wait(), _SECONDS_TO_TIDY_UP)


def _failure(code: str, what: str) -> Failed:
    return Failed(code, what, "Generate again; if it happens again, see the log (Testloom: Show Log).")


def _status(code: int) -> str:
    if code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit status {code}"


def _deadline(request: GenerationRequest) -> float | None:
    """Far behind the worker's own deadlines: it only matters if they fail."""
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
