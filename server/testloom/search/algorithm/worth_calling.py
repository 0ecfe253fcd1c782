"""Callables worth calling: those that no test has run, and private ones with uncovered parts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from testloom.model.statements import CallStatement
from testloom.model.subject import Callable
from testloom.search.archive import Archive
from testloom.search.chromosome import Chromosome
from testloom.search.goals.distances import LOCAL
from testloom.search.providers.callables.callers import code_of
from testloom.search.providers.experience.last_resort import private_in
from testloom.search.providers.knowledge import Knowledge


@dataclass(slots=True)
class WorthCalling:
    """Tells the search which private callables tests may call, and which callables no test has run.

    The latter are among these private callables and the targets, and so are targets that call what no test
    has run of the former. Methods wait until a test has made an object of their class.
    """

    knowledge: Knowledge
    archive: Archive
    _ran: set[int] = field(default_factory=set)
    _made: set[str] = field(default_factory=set)

    def note_goals(self) -> None:
        """Choose the targets anew: the uncovered goals have changed."""
        self.knowledge.targets.private = self._targets()

    def note_run(self, evaluated: Sequence[Chromosome]) -> None:
        """Learn what runs without calls of private names, and which targets do not."""
        for chromosome in evaluated:
            self._made.update(_made_in(chromosome))
            if not chromosome.hits <= self._ran and not private_in(chromosome.case):
                self._ran |= chromosome.hits
        subject, targets = self.knowledge.subject, self.knowledge.targets
        codes = {subject.probes[index].code for index in self._ran if index < len(subject.probes)}
        targets.unreached = [called for called in targets.private if code_of(called) not in codes]
        not_run = {probe.code for probe in subject.probes} - codes
        callers = self.knowledge.callers
        leading = {way.caller.id for called in targets.unreached for way in callers.of(called.id)}
        targets.uncalled = [
            called
            for called in targets.wanted
            if called.in_subject and not called.is_private
            if code_of(called) in not_run or called.id in leading
            if called.kind not in ("method", "property") or called.owner in self._made
        ]

    def _targets(self) -> list[Callable]:
        """Private functions with parts that no test reaches, and those through which more can be reached.

        Of the former are those that return functions with such parts.
        """
        codes = {code for goal in self.archive.uncovered for code in goal.codes}
        missed = {*codes, *(code.partition(LOCAL)[0] for code in codes)}
        parts = [
            called
            for called in self.knowledge.subject.callables.values()
            if called.is_private and called.in_subject and code_of(called) in missed
        ]
        return list(dict.fromkeys([*parts, *(self.knowledge.targets.hidden if missed else ())]))


def _made_in(chromosome: Chromosome) -> Iterator[str]:
    """What a test called without an exception, constructors among it."""
    for statement in chromosome.case.statements:
        if statement.id == chromosome.result.statement:
            return
        if isinstance(statement, CallStatement):
            yield statement.callable
