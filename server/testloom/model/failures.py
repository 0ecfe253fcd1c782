"""How a test failed, as pytest saw it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Compared:
    """The two sides of the comparison that did not hold, each as its `repr`.

    `literal` is the left side as a literal, "" if no literal says it; `right_literal` is the right side.
    """

    op: str
    left: str
    right: str
    literal: str = ""
    right_literal: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A value that a library keeps and that a test compared with.

    Attributes:
        library: its module: `inline_snapshot` keeps values in the test file, `syrupy` in files of its own.
        file: the file with the value, "" if that is the test file.
        expected: the value that is kept, "" if there is none.
        actual: the value that came.
    """

    library: Literal["inline_snapshot", "syrupy"]
    file: str
    expected: str
    actual: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Where and how a test function failed.

    Attributes:
        line: the line of the function's own code that failed, from 0 in its file.
        exception: the name of the exception's class; `Failed` says that an expected one did not come.
        message: of the exception.
        context: the message of the exception that was handled then; of one whose message is not the expected.
        snapshot: what the test compared with, if a library keeps that.
        compared: what an `assert` of the function itself compared, if it was a comparison.
    """

    line: int
    exception: str
    message: str
    context: str = ""
    compared: Compared | None = None
    snapshot: Snapshot | None = None
