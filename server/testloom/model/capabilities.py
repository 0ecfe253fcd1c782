"""The interface of capabilities, that is, of what test cases may contain besides calls and values.

A capability, such as a clock that stands still, has an aspect for each package that deals with it: the
search makes and changes its statements, the oracle decides whether a test needs them, the writer writes
them. Each package defines its aspect as a subclass of `Aspect`, with defaults; `testloom.capabilities`
implements them. Packages get the capabilities from the subject. An aspect may have no statements, such
as one that makes values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeVar

from testloom.model.statements.parts import Statement


class Aspect:
    """One package's view of the statements of some kinds."""

    kinds: ClassVar[tuple[type[Statement], ...]] = ()


A = TypeVar("A", bound=Aspect)


@dataclass(frozen=True, slots=True)
class Capabilities:
    """The aspects of all capabilities, in the order in which they are applied.

    The aspects of a class are needed for every test case of a search: they are computed once.
    """

    aspects: tuple[Aspect, ...] = ()
    _of: dict[type[Aspect], tuple[Aspect, ...]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def kinds(self) -> Mapping[str, type[Statement]]:
        """The kinds of statements that the capabilities add, by their tags."""
        return {kind.tag: kind for aspect in self.aspects for kind in aspect.kinds}

    def of(self, wanted: type[A]) -> tuple[A, ...]:
        """Find all aspects of the wanted type."""
        known: Any = self._of.get(wanted)
        if known is None:
            known = self._of[wanted] = tuple([each for each in self.aspects if isinstance(each, wanted)])
        found: tuple[A, ...] = known
        return found

    def about(self, statement: Statement, wanted: type[A]) -> A:
        """Return the aspect of this kind for a statement; the default aspect if none is special to it."""
        kind = type(statement)
        return next((aspect for aspect in self.of(wanted) if kind in aspect.kinds), wanted())


NO_CAPABILITIES = Capabilities()
