"""Simulated failures of the system: functions that access files raise an error."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.capabilities.files.statement import LOOKED_UP
from testloom.model.execution import Touch
from testloom.model.statements import Statement
from testloom.model.statements.environment import EnvironmentStatement, FailureStatement
from testloom.search.providers.environment import EnvironmentInput
from testloom.search.providers.knowledge import Knowledge
from testloom.writer.rendering.environment import Written, patched
from testloom.writer.rendering.scope import CaseScope

ERRORS = {"EACCES": "Permission denied", "ENOSPC": "No space left on device", "EIO": "Input/output error"}
HANDLERS = frozenset({"builtins:OSError", "builtins:PermissionError", "builtins:Exception"})
"""The exception classes that code handles if it is prepared for a refused access to a file."""
CLASSES = {"EACCES": "builtins:PermissionError"}
"""The errors of the system that have an exception class of their own."""
MOCK = "unittest.mock:Mock"


class FailureInput(EnvironmentInput[FailureStatement]):
    """Makes failures for code that handles them."""

    kinds = (FailureStatement,)

    def offered_for_all(
        self, touched: Sequence[Touch], knowledge: Knowledge
    ) -> Iterator[Sequence[Statement]]:
        """Yield a failure of the system that keeps the subject from its files, if it looks for any."""
        subject, rng = knowledge.subject, knowledge.rng
        is_ready = subject.accesses and not HANDLERS.isdisjoint(subject.caught)
        if is_ready and any(touch[0] in LOOKED_UP for touch in touched):
            error, text = rng.choice(list(ERRORS.items()))
            yield (FailureStatement(knowledge.next_id(), rng.choice(subject.accesses), error, text),)

    def changed(self, statement: FailureStatement, knowledge: Knowledge) -> FailureStatement:
        """Another error."""
        error, text = knowledge.rng.choice(list(ERRORS.items()))
        return statement.replace(error=error, text=text)

    def follows(self, statement: FailureStatement, other: Statement) -> bool:
        """Check whether the failure must follow the other statement.

        Before it, the failure would keep the test itself from preparing its environment.
        """
        return isinstance(other, EnvironmentStatement)


class FailureLines(Written[FailureStatement]):
    """Writes the line that makes a function fail."""

    kinds = (FailureStatement,)

    def lines(self, statement: FailureStatement, scope: CaseScope) -> str:
        """`monkeypatch.setattr("shop.open", Mock(side_effect=PermissionError(errno.EACCES, …)))`."""
        kind = scope.path(CLASSES.get(statement.error, "builtins:OSError"))
        error = f"{kind}({scope.path(f'errno:{statement.error}')}, {scope.literal(statement.text)})"
        return patched(statement.path, f"{scope.path(MOCK)}(side_effect={error})", scope)

    def paths(self, statement: FailureStatement) -> Iterator[str]:
        """Yield the paths of the mock and of the error number."""
        yield from (MOCK, f"errno:{statement.error}")

    def phrase(self, statement: FailureStatement) -> str:
        """Describe the error in the system's words, as `when permission denied`."""
        return f"when {statement.text.lower().replace('/', ' ')}"


FAILURE = (FailureInput(), FailureLines())
