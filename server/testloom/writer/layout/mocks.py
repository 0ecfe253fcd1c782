"""Classes of `unittest.mock` for doubles and stubs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.model.observed import Made, Value
from testloom.model.statements import DoubleStatement, StubStatement

MAGIC = "unittest.mock:MagicMock"
"""The class of a double without a class of its own: what it answers has all special methods."""
AUTOSPEC = "unittest.mock:create_autospec"
CALLED = "unittest.mock:call"
CHAIN, REPEAT = "itertools:chain", "itertools:repeat"


def double_paths(statement: DoubleStatement) -> Iterator[str]:
    """Yield every `module:NAME` that the lines for a double mention."""
    if statement.spec:
        yield from (AUTOSPEC, statement.spec)
    else:
        yield MAGIC
    ordered = [order.path for order in statement.orders]
    last = {answer.path: answer.question for answer in statement.answers}
    if len(set(ordered)) < len(ordered) or any(question is not None for question in last.values()):
        yield CALLED
    calls = [a.path for a in statement.answers if a.path.endswith("()") and last[a.path] is None]
    if len(set(calls)) < len(calls):
        yield from (CHAIN, REPEAT)


def stub_of(statement: StubStatement) -> str:
    """Choose the mock class of a stub for a function."""
    return f"unittest.mock:{'AsyncMock' if statement.is_async else 'Mock'}"


def are_known(calls: Sequence[Value]) -> bool:
    """Check whether the arguments of all calls can be written down."""
    return all(isinstance(called, Made) for called in calls)
