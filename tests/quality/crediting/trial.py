"""A search of one module: what each operator and provider was tried for, won and took."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

from testloom.capabilities import CAPABILITIES
from testloom.execution import Agent
from testloom.model.errors import TestloomError
from testloom.model.settings import Settings
from testloom.model.subject import Subject
from testloom.search import Budget, goals_of, search
from testloom.search.algorithm import mosa
from testloom.search.operators import mutator
from testloom.search.providers.built_in import built_in
from testloom.search.providers.provider import ValueProvider
from testloom.subject import decode

MOST_SECONDS = 300.0
OPERATOR, MUTATION, PROVIDER = "operator", "mutation", "provider"
NEEDED = frozenset({"mutate", "insert call", "plain"})
"""What the search falls back on, and so is never without."""


@dataclass(frozen=True, slots=True)
class Place:
    """A module to search: its file, the folder that imports start from, and the interpreter."""

    file: Path
    root: Path
    python: Path

    def __str__(self) -> str:
        return ".".join(self.file.relative_to(self.root).with_suffix("").parts)


@dataclass(frozen=True, slots=True)
class Won:
    """How often something was tried, the goals that it reached first, and processor seconds spent on it."""

    kind: str
    tried: int = 0
    goals: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Run:
    """A module searched with a seed, with everything or `without` one operator or provider.

    An `error` says why there was nothing to search.
    """

    place: Place
    seed: int
    without: str = ""
    goals: int = 0
    covered: int = 0
    executions: int = 0
    won: dict[str, Won] = field(default_factory=dict)
    error: str = ""


@dataclass(frozen=True, slots=True)
class Trial:
    """A search that is to be made; `executions` end it."""

    place: Place
    seed: int
    executions: int
    without: str = ""

    def run(self) -> Run:
        """Search, without assertions and without a file of tests."""
        begun = Run(self.place, self.seed, self.without)
        try:
            with Agent.start(self.place.python, self.place.file, self.place.root) as agent:
                return self._searched(agent, begun)
        except TestloomError as error:
            return replace(begun, error=str(error))

    def _searched(self, agent: Agent, begun: Run) -> Run:
        subject = decode(agent.description, CAPABILITIES)
        goals = goals_of(subject, [probe.index for probe in subject.probes])
        targets = sorted(name for name, called in subject.callables.items() if called.in_subject)
        clock = Clock()
        settings = Settings(seed=self.seed, executions=self.executions)
        with altered(subject, self.without, clock):
            found = search(subject, goals, targets, agent, settings, Budget(MOST_SECONDS, self.executions))
        kinds = dict.fromkeys(mosa.BY_NAME, OPERATOR) | dict.fromkeys(mutator.BY_NAME, MUTATION)
        kinds |= dict.fromkeys(found.provider_credits, PROVIDER)
        credits = {**found.credits, **found.provider_credits}
        won = {
            name: Won(kinds[name], known.tried, known.covered, clock.own[kinds[name], name])
            for name, known in credits.items()
        }
        covered = len(goals) - len(found.archive.uncovered)
        return replace(begun, goals=len(goals), covered=covered, executions=found.executions, won=won)


@dataclass(slots=True)
class Clock:
    """Processor seconds of this thread by name, without those of others of the same kind within."""

    own: defaultdict[tuple[str, str], float] = field(default_factory=partial(defaultdict, float))
    _within: dict[str, list[float]] = field(default_factory=dict)

    def timed(self, kind: str, name: str, inner: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with its time taken."""

        def call(*args: Any) -> Any:
            stack = self._within.setdefault(kind, [])
            stack.append(0.0)
            begin = time.thread_time()
            try:
                return inner(*args)
            finally:
                seconds = time.thread_time() - begin
                self.own[kind, name] += seconds - stack.pop()
                if stack:
                    stack[-1] += seconds

        return call


@contextmanager
def altered(subject: Subject, without: str, clock: Clock) -> Iterator[None]:
    """Take the time of all operators and providers, and leave one of them out."""
    with ExitStack() as stack:
        for kind, module in ((OPERATOR, mosa), (MUTATION, mutator)):
            table = dict(module.BY_NAME)
            timed = {
                name: replace(each, propose=clock.timed(kind, name, each.propose))
                for name, each in table.items()
                if name != without
            }
            stack.enter_context(mock.patch.object(module, "BY_NAME", timed))
        for provider in providers_of(subject):
            made = type(provider)
            inner = clock.timed(PROVIDER, provider.name, made.make)
            stack.enter_context(mock.patch.object(made, "make", inner))
            if provider.name == without:
                stack.enter_context(mock.patch.object(made, "offers", lambda *_: 0.0))
                stack.enter_context(mock.patch.object(made, "settles", lambda *_: False))
        yield


def providers_of(subject: Subject) -> Sequence[ValueProvider]:
    """All that make values for a subject, one of each class."""
    found = (*built_in(subject), *subject.capabilities.of(ValueProvider))
    return list({type(provider): provider for provider in found}.values())
