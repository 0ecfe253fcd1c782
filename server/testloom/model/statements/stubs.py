"""Functions that a test makes: what they answer, or raise."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from testloom.model.statements.wire import encode, freeze, replaced


@dataclass(frozen=True, slots=True)
class StubStatement:
    """A function that answers without a look at its arguments: always the same, or its answers in turn.

    There is at least one answer. Those that `raises` has, too, are exceptions, which the call raises. What
    `is_async` has to be awaited.
    """

    id: int
    answers: tuple[int, ...]
    raises: tuple[int, ...] = ()
    is_async: bool = False
    wire: str = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        freeze(self, encode(["stub", self.id, self.answers, self.raises, self.is_async]))

    @property
    def references(self) -> tuple[int, ...]:
        """The ids of the values this statement uses."""
        return self.answers

    def answering(self, answers: Iterable[int], raises: Iterable[int] = ()) -> StubStatement:
        """The same with other answers; `raises` are exceptions among them that are new."""
        told = tuple(answers)
        raised = {*self.raises, *raises}
        return replace(self, answers=told, raises=tuple(a for a in dict.fromkeys(told) if a in raised))

    def substituted(self, ids: Mapping[int, int]) -> StubStatement:
        """The same with its own id and its references replaced where `ids` has them."""
        answers, raises = replaced(self.answers, ids), replaced(self.raises, ids)
        return StubStatement(ids.get(self.id, self.id), answers, raises, self.is_async)
