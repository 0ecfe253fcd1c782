"""Objects of abstract classes, whose own methods need tests, too.

If the subject has no concrete subclass of an abstract class, a test declares that nothing is missing:
`monkeypatch.setattr(Shape, "__abstractmethods__", frozenset())`.
"""

from __future__ import annotations

from testloom.model.statements import CollectionStatement
from testloom.model.statements.environment import StateStatement
from testloom.model.subject import Callable, Subject
from testloom.search.providers.draft import Draft

DECLARED = "__abstractmethods__"


def makes_abstract(called: Callable, subject: Subject) -> bool:
    """Check whether a callable constructs an abstract class, which takes a declaration to work."""
    known = subject.classes.get(called.id)
    return called.kind == "constructor" and known is not None and known.is_abstract


def abstract_constructor(class_id: str, subject: Subject) -> Callable | None:
    """Find the constructor of an abstract class of the subject; None for other classes."""
    called = subject.callables.get(class_id)
    is_own = called is not None and called.in_subject
    return called if called is not None and is_own and makes_abstract(called, subject) else None


def complete(draft: Draft, class_id: str, first: int, second: int) -> None:
    """Declare that an abstract class lacks nothing, with these ids for the two statements."""
    nothing = draft.add(CollectionStatement(first, "frozenset", ()))
    draft.add(StateStatement(second, f"{class_id}.{DECLARED}", nothing))
