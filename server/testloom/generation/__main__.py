"""The generation worker: one request on stdin, events on stdout, one JSON object a line each.

Standard input stays open while the request is wanted. A line on it ends the job early: the tests
verified by then are delivered. Its end cancels the job, and half a second later ends the worker with
all below it.
"""

from __future__ import annotations

import json
import logging
import shutil
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import TextIO

from testloom.capabilities import KINDS
from testloom.execution.scratch import enough_space, own_scratch
from testloom.generation.carving import carve_requested
from testloom.generation.job import generate
from testloom.generation.pairs.integrating import integrate
from testloom.generation.reporting.defects import defect
from testloom.model.errors import OutputError, TestloomError
from testloom.model.events.jobs import Event, EventSink, Failed, Summary, encode_event
from testloom.model.generation_request import GenerationRequest
from testloom.platform.garbage import collect_seldom
from testloom.platform.processes import kill_own_group

GRACE = 0.5
log = logging.getLogger(__name__)


def main() -> int:
    """Run one request; returns 0 if it ran to its end, whatever came out."""
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    wire = sys.stdout
    sys.stdout = sys.stderr
    collect_seldom()
    request = GenerationRequest.decode(json.loads(sys.stdin.readline()), KINDS)

    def emit(event: Event) -> None:
        wire.write(json.dumps(encode_event(event)) + "\n")
        wire.flush()

    try:
        with own_scratch() as scratch:
            enough, cancelled = threading.Event(), threading.Event()
            watching = (sys.stdin, enough, cancelled, scratch)
            threading.Thread(target=_watch, args=watching, daemon=True).start()
            _run(request, emit, enough.is_set, cancelled.is_set)
    except OutputError as error:
        _give_up(error, emit)
    return 0


def _run(
    request: GenerationRequest, emit: EventSink, enough: Callable[[], bool], cancelled: Callable[[], bool]
) -> None:
    """Run the request; report an error that ends all of it as an event."""

    def stopped() -> bool:
        return enough() or cancelled()

    try:
        with enough_space():
            if request.recording is not None:
                carve_requested(request, emit, stopped)
            elif request.is_pair:
                integrate(request, emit, stopped)
            else:
                generate(request, emit, cancelled, enough)
    except TestloomError as error:
        _give_up(error, emit)
    except Exception as error:  # a defect of ours: the user gets a message, the log has the traceback
        log.exception("The worker failed.")
        emit(defect(error))
        emit(Summary())


def _give_up(error: TestloomError, emit: EventSink) -> None:
    emit(Failed(type(error).__name__, error.what, error.advice))
    emit(Summary())


def _watch(stdin: TextIO, enough: threading.Event, cancelled: threading.Event, scratch: Path) -> None:
    """Set `enough` at each line of standard input, `cancelled` at its end; then end the process group."""
    while stdin.readline():
        enough.set()
    cancelled.set()
    threading.Event().wait(GRACE)
    log.info("Standard input ended: the worker stops.")
    shutil.rmtree(scratch, ignore_errors=True)
    kill_own_group()


if __name__ == "__main__":
    sys.exit(main())
