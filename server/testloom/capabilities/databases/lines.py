"""The lines by which tests close the databases that they open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from testloom.capabilities.databases.connections import OPENED
from testloom.capabilities.databases.sessions import CREATED, MADE_BY
from testloom.writer.layout.opening import Opened, Opening


class DatabaseLines(Opened):
    """Closes connections and sessions at the end of a `with`, and engines after the test."""

    openings: ClassVar[Mapping[str, Opening]] = {
        OPENED: Opening("connection", is_closed=True, module="sqlite3"),
        CREATED: Opening("engine", finalizer="dispose"),
        **dict.fromkeys(MADE_BY.values(), Opening("session")),
    }
