"""Whether two executions end alike."""

from __future__ import annotations

from testloom.model.execution import ExecutionResult


def ends_alike(before: ExecutionResult, after: ExecutionResult, may_pass: bool) -> bool:
    """Whether both pass or raise the same kind of exception; with `may_pass` the later may pass anyway."""
    if before.end != after.end:
        return may_pass and after.end == "passed"
    if before.exception is None or after.exception is None:
        return before.exception is after.exception
    return (
        before.exception.type == after.exception.type
        and before.exception.explicit == after.exception.explicit
    )
