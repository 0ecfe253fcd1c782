"""The memory that the zygote and its runners share: one request, and its results.

Results survive the end of the runner that wrote them. The zygote parses nothing: records are JSON
text that it joins into an answer.
"""

from __future__ import annotations

import mmap

from testloom_agent.redaction.withheld import WithheldValues

REQUEST_BYTES = 32 << 20
RESULT_BYTES = 4 << 20
TRACE_BYTES = 8 << 20

# The cells of `notes`.
TEST, STATEMENT, RESULTS, TRACES, UNTIL, CELLS = 0, 1, 2, 3, 4, 5
NO_TEST = -1


class Shelf:
    """A sequence of records; their number and length share one cell, so that these never disagree.

    Values that are `withheld` are removed from the records.
    """

    __slots__ = ("_cell", "_notes", "_view", "_withheld")

    def __init__(self, view: memoryview, notes: memoryview, cell: int, withheld: WithheldValues) -> None:
        self._view = view
        self._notes = notes
        self._cell = cell
        self._withheld = withheld

    def add(self, record: bytes) -> bool:
        """Append a record, which is JSON and a comma, or return false if there is no room for it."""
        if self._withheld.sources:
            record = self._withheld.record(record)
        state: int = self._notes[self._cell]
        start = state & 0xFFFFFFFF
        end = start + len(record)
        if end > len(self._view):
            return False
        self._view[start:end] = record
        self._notes[self._cell] = (((state >> 32) + 1) << 32) | end
        return True

    @property
    def count(self) -> int:
        """How many records there are."""
        return int(self._notes[self._cell]) >> 32

    def take(self) -> tuple[int, bytes]:
        """Return the number of records and their text, and empty the shelf."""
        state = int(self._notes[self._cell])
        self._notes[self._cell] = 0
        return state >> 32, bytes(self._view[: state & 0xFFFFFFFF])


class Exchange:
    """The shared memory: one anonymous mapping, divided into parts.

    Attributes:
        notes: cells that say which test and which of its statements runs (`NO_TEST` between batches),
            and until when the batch may run, in nanoseconds on the monotonic clock (0: without limit).
        request: room for the body of a request.
        results: a record for each test that ended.
        traces: a record for each distinct trace.
        withheld: values that are kept out of the records.
    """

    __slots__ = ("_memory", "notes", "request", "results", "traces", "withheld")

    def __init__(self, withheld: WithheldValues) -> None:
        self.withheld = withheld
        head = CELLS * 8
        self._memory = mmap.mmap(-1, head + REQUEST_BYTES + RESULT_BYTES + TRACE_BYTES)
        view = memoryview(self._memory)
        self.notes = view[:head].cast("q")
        self.request = view[head : head + REQUEST_BYTES]
        results_end = head + REQUEST_BYTES + RESULT_BYTES
        self.results = Shelf(view[head + REQUEST_BYTES : results_end], self.notes, RESULTS, withheld)
        self.traces = Shelf(view[results_end:], self.notes, TRACES, withheld)
        self.notes[TEST] = NO_TEST
