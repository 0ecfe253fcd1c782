"""Tests within an event loop, for code that needs a running loop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from testloom.model.execution import RaisedException, Touch
from testloom.model.statements import Statement, TestCase
from testloom.model.statements.environment import EnvironmentStatement
from testloom.search.operators.directed.guide import Guide, Step
from testloom.search.providers.environment import EnvironmentInput, with_environment
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Written
from testloom.writer.rendering.scope import CaseScope

MISSING = ("no running event loop", "no current event loop")
"""The messages of asyncio's errors where no loop is running."""
OF_OTHERS = ("must be called from async context", "unknown async library, or not in async context")
"""The messages of trio and sniffio for the same case; no test can run within their loops."""


class LoopStatement(EnvironmentStatement, frozen=True):
    """Runs the rest of the test within an event loop, where tasks live on until the end of the test."""

    tag: ClassVar[str] = "loop"
    is_asynchronous: ClassVar[bool] = True


class LoopInput(EnvironmentInput[LoopStatement]):
    """Makes an event loop for code that asks for the running one."""

    kinds = (LoopStatement,)

    def offered(self, touch: Touch, knowledge: Knowledge) -> Iterator[Sequence[Statement]]:
        """Yield an event loop where the test asked for one and there was none."""
        if touch == ("loop",):
            yield (LoopStatement(knowledge.next_id()),)


class LoopGuide(Guide):
    """Recognises errors about a missing event loop, and adds the loop."""

    def steps(self, case: TestCase, error: RaisedException, knowledge: Knowledge) -> Iterator[Step]:
        """Yield a change that runs the test within an event loop."""
        if any(text in error.message for text in MISSING):
            yield lambda: with_environment(case, (LoopStatement(knowledge.next_id()),), knowledge.subject)

    def blames_test(self, error: RaisedException) -> bool:
        """Check whether an event loop was missing."""
        return any(text in error.message for text in (*MISSING, *OF_OTHERS))


class LoopLines(Written[LoopStatement]):
    """Writes no line: the test becomes a coroutine."""

    kinds = (LoopStatement,)

    def lines(self, statement: LoopStatement, scope: CaseScope) -> str | None:
        """Return None: an event loop needs no lines of its own."""
        return None


EVENT_LOOP = (LoopInput(), LoopGuide(), LoopLines())
