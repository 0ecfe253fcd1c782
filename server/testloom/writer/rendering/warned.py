"""Marks that ignore warnings which a test does not assert, so it also passes if warnings are errors."""

from __future__ import annotations

import re
from collections.abc import Iterator

from testloom.model.suite import WarningAssertion
from testloom.model.texts.names import DEFINED
from testloom.writer.rendering.scope import CaseScope
from testloom.writer.rendering.templates import marked_for

FILTER = "filterwarnings("
_SPECIAL = re.compile(r"[^\w ,;='-]")
"""Characters that are special in a pattern, or end it in a filter: each is written as `.`."""


def ignoring(warned: str, scope: CaseScope) -> str:
    """`@pytest.mark.filterwarnings("ignore:…")`, above the test: how a message begins, and its class."""
    text = scope.literal(f"ignore:{warned}")
    text = text[1:-1] if text.startswith("(") else text  # a literal in several pieces
    return marked_for(f"{FILTER}{text})")


def unasserted(scope: CaseScope) -> Iterator[str]:
    """Yield a mark for each warning that no `pytest.warns` of the test expects.

    A class with several messages gets a single mark.
    """
    begins: dict[str, set[str]] = {}
    seen = set[int]()
    for warned in scope.layout.test.warned:
        is_first = warned.statement not in seen
        seen.add(warned.statement)
        if warned.statement in scope.layout.usages and not _is_expected(warned, scope, is_first=is_first):
            begins.setdefault(_class(warned.type), set()).add(_SPECIAL.sub(".", warned.match))
    for kind, messages in begins.items():
        yield ignoring(f"{messages.pop() if len(messages) == 1 else ''}{kind}", scope)


def _is_expected(warned: WarningAssertion, scope: CaseScope, *, is_first: bool) -> bool:
    """Whether the statement's asserted warning covers this one; without a message, only the first one."""
    expected = scope.layout.warns.get(warned.statement)
    if expected is None or expected.type != warned.type:
        return False
    return not expected.match or warned.match == expected.match or (is_first and not warned.match)


def _class(path: str) -> str:
    """The class as in a filter, `:module.Name` or `:Name` of a builtin; empty if no filter can import it."""
    module, _, name = path.partition(":")
    if module == DEFINED or not name.isidentifier():
        return ""
    return f":{name}" if module == "builtins" else f":{module}.{name}"
