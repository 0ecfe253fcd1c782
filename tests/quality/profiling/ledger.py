"""Seconds of processors by phase and kind of process, from looks at the processes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ..measuring.phases import Span
from .processes import AGENT, OTHER, PYTEST, RUNNERS, Id, Process, Sample

Seconds: TypeAlias = dict[str, float]
"""Of each kind of process."""

_CHILDREN = {AGENT: RUNNERS, RUNNERS: RUNNERS, PYTEST: PYTEST}


def by_phase(samples: Sequence[Sample], spans: Sequence[Span]) -> dict[str, Seconds]:
    """What was taken in each phase; what was between two looks belongs to the phase halfway between them."""
    found: dict[str, Seconds] = defaultdict(lambda: defaultdict(float))
    ledger, seen_at = _Ledger(), 0.0
    for sample in samples:
        phase = _phase((seen_at + sample.at) / 2, spans)
        for kind, seconds in ledger.enter(sample).items():
            found[phase][kind] += seconds
        seen_at = sample.at
    return found


def _phase(at: float, spans: Sequence[Span]) -> str:
    return next((span.phase for span in spans if at < span.end), spans[-1].phase)


@dataclass(slots=True)
class _Ledger:
    """What processes took.

    A process that ends between two looks is missing from the second, but its parent has waited for it and is
    charged with all of it: what that is more than was seen of its children is `unseen`.
    """

    known: dict[Id, Process] = field(default_factory=dict)
    gone: set[Id] = field(default_factory=set)
    unseen: dict[Id, float] = field(default_factory=lambda: defaultdict(float))

    def enter(self, sample: Sample) -> Seconds:
        """What was taken since the look before."""
        taken: Seconds = defaultdict(float)
        alive = {process.id for process in sample.processes}
        left = {id for id, process in self.known.items() if id not in alive and process.parent in alive}
        names = {self.known[id].parent: self.known[id].kind for id in left - self.gone}
        self.gone = (self.gone | left) - alive
        for process in sample.processes:
            before = self.known.get(process.id)
            taken[process.kind] += process.own - (before.own if before else 0.0)
            unseen = process.waited_for - self._seen_below(process.id)
            if unseen > self.unseen[process.id]:
                kind = names.get(process.id) or _CHILDREN.get(process.kind, OTHER)
                taken[kind] += unseen - self.unseen[process.id]
                self.unseen[process.id] = unseen
        self.known |= {process.id: process for process in sample.processes}
        return taken

    def _seen_below(self, parent: Id) -> float:
        """What children took, as far as it was seen, that their parent has waited for."""
        children = (self.known[id] for id in self.gone)
        return sum(child.own + child.waited_for for child in children if child.parent == parent)
