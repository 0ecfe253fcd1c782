"""Test cases with assertions: what the oracle hands to the writer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from testloom.model.statements import TestCase


@dataclass(frozen=True, slots=True)
class ValueAssertion:
    """The value of statement `statement` (or its attribute `attribute`) equals `expected`.

    `expected` is encoded as docs/agent-protocol.md says. The assertion stands right after the
    statement `after`, so that it sees the state of that moment.
    """

    statement: int
    expected: Mapping[str, Any]
    after: int
    attribute: str | None = None


@dataclass(frozen=True, slots=True)
class ExceptionAssertion:
    """Statement `statement`, the last one, raises `type` (`module:Qualname`).

    `match` is literal text of the message, empty if the message says nothing stable.
    """

    statement: int
    type: str
    match: str = ""


Assertion: TypeAlias = ValueAssertion | ExceptionAssertion


@dataclass(frozen=True, slots=True)
class AssertedTest:
    """A test case with its assertions; `callable` is what it is about, `covers` labels its goals.

    `id` is stable: derived from the content, so that the same test has the same id in every process.
    """

    id: str
    case: TestCase
    assertions: tuple[Assertion, ...]
    callable: str
    covers: tuple[str, ...] = ()
