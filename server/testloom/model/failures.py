"""Failures of tests, as pytest reports them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Compared:
    """The two operands of the comparison that failed, each as its `repr`.

    `literal` is the left operand as a literal, "" if no literal can express it; `right_literal` is the
    right one.
    """

    op: str
    left: str
    right: str
    literal: str = ""
    right_literal: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot: a value that a library stores and that a test compared with.

    Attributes:
        library: the library's module: `inline_snapshot` keeps values in the test file, `syrupy` in
            separate files.
        file: the file with the stored value, "" if that is the test file.
        expected: the stored value, "" if there is none.
        actual: the value that the test got.
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
        exception: the name of the exception's class; `Failed` means that an expected exception was not
            raised.
        message: the message of the exception.
        context: the message of the exception that was being handled when this one was raised, such as
            an exception whose message is not the expected one.
        snapshot: the snapshot that the test compared with, if a library keeps it.
        compared: what an `assert` of the function itself compared, if it was a comparison.
    """

    line: int
    exception: str
    message: str
    context: str = ""
    compared: Compared | None = None
    snapshot: Snapshot | None = None
