"""Threads that a test starts, joined at its end."""

from __future__ import annotations

from collections.abc import Iterator

from testloom.model.statements.environment import ThreadsStatement
from testloom.writer.rendering.environment import Helper, Written
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.syntax.names import attribute, call

HINTS = ("collections.abc:Callable", "collections.abc:Iterator")
"""The names that the signature of the joining function mentions."""

JOINING = Helper(
    "joined_threads",
    "(*ends):",
    "(*ends: Callable[[], object]) -> Iterator[None]:",
    '''
    """Wait after the block for the threads that it has started; calling `ends` ends them."""
    before = set(threading.enumerate())
    try:
        yield
    finally:
        for end in ends:
            end()
        for thread in set(threading.enumerate()) - before:
            thread.join(10)
''',
    decorator="@contextlib.contextmanager",
)


class ThreadLines(Written[ThreadsStatement]):
    """Writes the `with` whose body starts threads."""

    kinds = (ThreadsStatement,)
    helpers = (JOINING,)

    def lines(self, statement: ThreadsStatement, scope: CaseScope) -> str:
        """Render `with joined_threads(worker.stop):`, with the methods that end the threads."""
        ends = [attribute(scope.value(reference, "started"), name) for reference, name in statement.ends]
        return f"with {call(JOINING.name, ends)}:"

    def paths(self, statement: ThreadsStatement) -> Iterator[str]:
        """Yield the paths of the names in the signature of the function."""
        yield from HINTS


THREADS = (ThreadLines(),)
