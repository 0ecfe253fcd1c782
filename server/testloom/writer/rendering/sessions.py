"""Rendering of the session of a Flask client, which a test opens to fill or to inspect it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from testloom.writer.rendering.scope import CaseScope

SESSION, OTHERWISE = "session", "kept"
_INDENT = "    "


def session_name(scope: CaseScope) -> str:
    """Choose the name of the session in a test, which may also have a database session."""
    return OTHERWISE if SESSION in scope.layout.variables.values() else SESSION


def within_session(client: str, lines: Iterable[str], scope: CaseScope) -> str:
    """Render `with client.session_transaction() as session:` with the given lines as its body."""
    opened = f"with {client}.session_transaction() as {session_name(scope)}:"
    return "\n".join([opened, *(f"{_INDENT}{line}" for line in lines)])


def at_once(texts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of assertions, merging consecutive ones that share the same `with`."""
    before = ""
    for text in texts:
        opened, _, inner = text.partition("\n")
        if inner and before.partition("\n")[0] == opened and opened.startswith("with "):
            before = f"{before}\n{inner}"
            continue
        yield from (before,) if before else ()
        before = text
    yield from (before,) if before else ()
