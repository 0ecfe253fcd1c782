"""How a test failed, as pytest saw it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compared:
    """The two sides of the comparison that did not hold, each as its `repr`.

    `literal` is the left side as a literal, "" if no literal says it.
    """

    op: str
    left: str
    right: str
    literal: str = ""


@dataclass(frozen=True, slots=True)
class Failure:
    """Where and how a test function failed.

    Attributes:
        line: the line of the function's own code that failed, from 0 in its file.
        exception: the name of the exception's class; `Failed` says that an expected one did not come.
        message: of the exception.
        context: the message of the exception that was handled then; of one whose message is not the expected.
        compared: what an `assert` compared, if it was a comparison.
    """

    line: int
    exception: str
    message: str
    context: str = ""
    compared: Compared | None = None
