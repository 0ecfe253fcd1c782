"""Values opened by calls that a test has to close."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from testloom.model.capabilities import Aspect
from testloom.model.statements import CallStatement, Statement
from testloom.model.subject import Subject


@dataclass(frozen=True, slots=True)
class Opening:
    """How an opened value is named and closed: by a `with`, unless a method is called after the test.

    Attributes:
        name: the name of its variable.
        is_closed: whether `contextlib.closing` makes a context manager of it, because it is none
            itself.
        finalizer: the method that is called after the test, instead of a `with`.
        module: the module that the test imports as a whole for the call.
    """

    name: str
    is_closed: bool = False
    finalizer: str = ""
    module: str = ""


class Opened(Aspect):
    """The openings of a capability, by the paths of the callables that open."""

    openings: ClassVar[Mapping[str, Opening]] = {}


def opening_of(statement: Statement | None, subject: Subject) -> Opening | None:
    """Find the opening by a statement of something that has to be closed; None if there is none."""
    if not isinstance(statement, CallStatement) or statement.receiver is not None:
        return None
    for known in subject.capabilities.of(Opened):
        if statement.callable in known.openings:
            return known.openings[statement.callable]
    return None
