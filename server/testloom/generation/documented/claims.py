"""Claims of documentation about the results of calls, to be compared with the code."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.generation.documented.stated import StatedResult
from testloom.model.statements import TestCase


@dataclass(frozen=True, slots=True)
class Claim:
    """The documented result of the value `statement` of a test case, or the documented exception.

    `words` are the call as it is documented. The `session` is the same test case after everything that
    the documentation shows before it: the claim must hold there, too.
    """

    case: TestCase
    session: TestCase
    statement: int
    callable: str
    words: str
    stated: StatedResult


@dataclass(frozen=True, slots=True)
class DocumentedCalls:
    """The test cases in documentation, and claims about some of them."""

    cases: tuple[TestCase, ...] = ()
    claims: tuple[Claim, ...] = ()
