"""Reads of the environment and the clock by calls under way, so that tests can set the same values."""

from __future__ import annotations

import datetime
import os
import time
from collections.abc import Callable
from typing import Any

from testloom_agent.recording.interactions.files import Files
from testloom_agent.redaction.placeholders import Placeholders

SURELY_THERE = frozenset(
    {"HOME", "PATH", "PYTHONPATH", "TMPDIR", "TEMP", "TMP", "PWD"}
    | {"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SYSTEMROOT", "VIRTUAL_ENV"}
)
"""Variables that every process has, including the code under test, or that the recorder sets."""
LONGEST = 200
MOST_VARIABLES = 20
CLOCKS = frozenset(
    {time.time, time.time_ns, datetime.date.today}
    | {datetime.datetime.now, datetime.datetime.utcnow, datetime.datetime.today}
)
CLOCK_FUNCTIONS = (time, datetime, datetime.datetime, datetime.date, time.time, time.time_ns)


class EnvironmentReads:
    """Tells the calls of a thread which variables were read, and what time the clock showed."""

    def __init__(self, files: Files, placeholders: Placeholders) -> None:
        self._files = files
        self._placeholders = placeholders

    def watch(self) -> None:
        """Begin to hear of variables: of each the environment first encodes the name."""
        for environ in (os.environ, getattr(os, "environb", None)):
            if environ is not None:
                self._watch(environ)

    def _watch(self, environ: Any) -> None:
        encode = environ.encodekey

        def encodekey(name: Any) -> Any:
            key = encode(name)
            self._note_variable(key)
            return key

        environ.encodekey = encodekey

    def _note_variable(self, key: Any) -> None:
        environ: Any = os.environ
        name = str(environ.decodekey(key))
        if name in SURELY_THERE or name.startswith("TESTLOOM"):
            return
        data = environ._data.get(key)
        value = None if data is None else str(environ.decodevalue(data))
        if value:
            self._placeholders.note_variable(name, value)
        for seen in self._files.under_way:
            if name in seen.variables or len(seen.variables) >= MOST_VARIABLES:
                continue
            if value is None or len(value) <= LONGEST:
                seen.variables[name] = value

    def clock(self, found: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a function that reads the clock, so that each call under way notes its first reading."""

        def read(*args: Any, **kwargs: Any) -> Any:
            shown = found(*args, **kwargs)
            for seen in self._files.under_way:
                if seen.clock is None:
                    seen.clock = _seconds(shown)
            return shown

        return read


def _seconds(shown: Any) -> float:
    """Convert a reading to the seconds since the epoch when a clock in UTC shows the same."""
    if isinstance(shown, datetime.datetime):
        return shown.replace(tzinfo=datetime.timezone.utc).timestamp()
    if isinstance(shown, datetime.date):
        return float(shown.toordinal() - datetime.date(1970, 1, 1).toordinal()) * 24 * 3600
    return shown / 1e9 if type(shown) is int else float(shown)
