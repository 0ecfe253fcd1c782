"""Functions that a test defines as stubs: they return fixed answers, or raise."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar

from testloom.model.checks import flag, many
from testloom.model.statements.parts import Statement
from testloom.model.statements.roles import Role, id_, plain, references
from testloom.model.statements.wire import ids_text

_AMONG_THE_ANSWERS = Role(
    many(id_), ids_text, substituted=lambda ids, others: tuple([others.get(id, id) for id in ids])
)


class StubStatement(Statement, frozen=True):
    """A stub: a function that ignores its arguments and returns one answer, or several in turn.

    There is at least one answer. Answers that are also in `raises` are exceptions, which the call
    raises. A function that `is_async` has to be awaited.
    """

    tag: ClassVar[str] = "stub"
    answers: Annotated[tuple[int, ...], references(least=1)]
    raises: Annotated[tuple[int, ...], _AMONG_THE_ANSWERS] = ()
    is_async: Annotated[bool, plain(flag)] = False

    def answering(self, answers: Iterable[int], raises: Iterable[int] = ()) -> StubStatement:
        """Replace the answers of the function; `raises` are new exceptions among them."""
        told = tuple(answers)
        raised = {*self.raises, *raises}
        return self.replace(answers=told, raises=tuple(a for a in dict.fromkeys(told) if a in raised))
