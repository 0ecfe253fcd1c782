"""Selection from the recording of a run: test cases that work without the recording."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from testloom.measurement import SuiteRun
from testloom.model.progress.suites import SuiteCalls
from testloom.model.statements import CallStatement, TestCase
from testloom.model.statements.environment import ClockStatement
from testloom.recording import Recording, read_recording, seeds_of

MOST_LENT = 200
PRESENT = 86_400.0
"""The distance from now, in seconds, up to which a clock was not set by the test."""


def calls_in(run: SuiteRun, file: Path, seconds: float) -> SuiteCalls:
    """Collect the recorded calls of a file's definitions, and other calls that make objects.

    `seconds` is the time after which the run was ended.

    Raises:
        StoreError: if there is no recording that can be read.
    """
    recording, file = read_recording(run.journal), file.resolve()
    own = _plain(seeds_of(recording, {file}), run)
    lent = _plain(_making(recording, file), run)
    limit = math.inf if run.is_whole else seconds
    return SuiteCalls(tuple(own), tuple(islice(lent, MOST_LENT)), limit)


def _making(recording: Recording, file: Path) -> Iterator[TestCase]:
    """Recorded calls of other files that include the making of objects, the shortest first."""
    others = {place for place in recording.modules.values() if place != file}
    cases = sorted(seeds_of(recording, others), key=lambda case: len(case.wire))
    return (case for case in cases if any(map(_is_making, case.statements[:-1])))


def _is_making(statement: object) -> bool:
    return isinstance(statement, CallStatement) and statement.receiver is None


def _plain(cases: Iterable[TestCase], run: SuiteRun) -> Iterator[TestCase]:
    """The test cases, each once, without clocks set to the time of the run; none names a file of the run."""
    folder = json.dumps(str(run.sandbox))[1:-1]
    untimed = (TestCase(tuple(s for s in case.statements if not _is_present(s))) for case in cases)
    return (case for case in {case.wire: case for case in untimed}.values() if folder not in case.wire)


def _is_present(statement: object) -> bool:
    return isinstance(statement, ClockStatement) and abs(statement.seconds - time.time()) < PRESENT
