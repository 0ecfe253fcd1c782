"""Values of classes of the standard library."""

import functools
import io
import re
from datetime import date, datetime, time, timedelta, timezone, tzinfo
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from uuid import UUID
from zoneinfo import ZoneInfo


class Far(tzinfo):
    """A time zone that is too far away to be told."""

    def utcoffset(self, moment):
        return timedelta(hours=32)


def value(name):
    return {
        "date": date(2024, 2, 29),
        "moment": datetime(2024, 2, 29, 1, 0, 5),
        "utc": datetime(2024, 2, 29, tzinfo=timezone.utc),
        "paris": datetime(2024, 2, 29, tzinfo=ZoneInfo("Europe/Paris")),
        "east": time(8, 30, tzinfo=timezone(timedelta(hours=2))),
        "named": time(8, 30, tzinfo=timezone(timedelta(hours=2), "here")),
        "far": time(8, 30, tzinfo=Far()),
        "midnight": datetime(2024, 2, 29),
        "not implemented": NotImplemented,
        "time": time(8, 30),
        "duration": timedelta(days=-1, microseconds=5),
        "decimal": Decimal("1.50"),
        "nan": Decimal("nan"),
        "memory": io.StringIO("a"),
        "bytes in memory": io.BytesIO(b"a"),
        "partial": functools.partial(int, "11", base=2),
        "stream": io.TextIOWrapper(io.BytesIO(), encoding="UTF-8"),
        "latin stream": io.TextIOWrapper(io.BytesIO(), encoding="latin-1"),
        "fraction": Fraction(1, 2),
        "path": Path("a") / "b",
        "uuid": UUID(int=1),
        "range": range(1, 9),
        "steps": range(1, 9, 2),
        "bytes": bytearray(b"a"),
        "pattern": re.compile("a(b)"),
    }[name]
