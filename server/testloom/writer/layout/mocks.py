"""Classes of `unittest.mock` that doubles and stubs are instances of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testloom.model.observed import Made, Value
from testloom.model.statements import DoubleStatement, StubStatement

AUTOSPEC = "unittest.mock:create_autospec"
CALLED = "unittest.mock:call"
CHAIN, REPEAT = "itertools:chain", "itertools:repeat"


def double_paths(statement: DoubleStatement) -> Iterator[str]:
    """Every `module:NAME` that the lines for a double mention."""
    if statement.spec:
        yield from (AUTOSPEC, statement.spec)
    else:
        yield mock_of(statement)
    ordered = [order.path for order in statement.orders]
    last = {answer.path: answer.question for answer in statement.answers}
    if len(set(ordered)) < len(ordered) or any(question is not None for question in last.values()):
        yield CALLED
    calls = [a.path for a in statement.answers if a.path.endswith("()") and last[a.path] is None]
    if len(set(calls)) < len(calls):
        yield from (CHAIN, REPEAT)


def mock_of(statement: DoubleStatement) -> str:
    """The class of a double without a class: a plain one where no special method is asked for."""
    is_special = not statement.names or any(name.startswith("__") for name in statement.names)
    return f"unittest.mock:{'MagicMock' if is_special else 'Mock'}"


def stub_of(statement: StubStatement) -> str:
    """The class of what stands for a function."""
    return f"unittest.mock:{'AsyncMock' if statement.is_async else 'Mock'}"


def are_known(calls: Sequence[Value]) -> bool:
    """Whether the arguments of all calls can be written down."""
    return all(isinstance(called, Made) for called in calls)
