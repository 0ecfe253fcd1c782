"""What documentation says of calls, so that it can be compared with what they do."""

from __future__ import annotations

from dataclasses import dataclass

from testloom.generation.documented.stated import Stated
from testloom.model.statements import TestCase


@dataclass(frozen=True, slots=True)
class Claim:
    """What a documentation says that the value `statement` of a test case is, or which exception it raises.

    `words` are the call as it stands there. The `session` is the same test case after everything that the
    documentation shows before: what it says must hold there, too.
    """

    case: TestCase
    session: TestCase
    statement: int
    callable: str
    words: str
    stated: Stated


@dataclass(frozen=True, slots=True)
class DocumentedCalls:
    """The test cases that documentation shows, and what it says of some of them."""

    cases: tuple[TestCase, ...] = ()
    claims: tuple[Claim, ...] = ()
