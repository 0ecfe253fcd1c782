"""The callables that the test cases of a search are to call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from testloom.model.subject import Callable, Subject
from testloom.search.providers.callables.pair_calls import PairCalls
from testloom.search.providers.classes.abstract import makes_abstract


@dataclass(slots=True)
class Targets:
    """What test cases call: `wanted` is what they are about, the rest changes with what they reach.

    `private` are private callables with uncovered parts, `unreached` those of them that no other callable
    has run, and `uncalled` the wanted ones that no test has run. `covering` and `hidden` are those of a pair.
    """

    wanted: Sequence[Callable]
    covering: Sequence[Callable] = ()
    hidden: Sequence[Callable] = ()
    private: Sequence[Callable] = ()
    unreached: Sequence[Callable] = ()
    uncalled: Sequence[Callable] = ()

    @classmethod
    def of(cls, subject: Subject, ids: Sequence[str], pair: PairCalls) -> Targets:
        """Look up the targets with these ids; the constructors of abstract classes are none."""
        named = [subject.callables[name] for name in ids]
        wanted = [called for called in named if not makes_abstract(called, subject)]
        covering = [called for called in wanted if called.id in pair.covering]
        return cls(wanted, covering, [subject.callables[name] for name in pair.hidden])
