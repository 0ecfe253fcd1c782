"""The stage: everything that the zygote prepares once and every process that runs test cases inherits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Protocol

from testloom_agent.environment.environment import Environment
from testloom_agent.execution.isolation.output import Output
from testloom_agent.execution.isolation.randomness import Randomness
from testloom_agent.execution.isolation.sandbox import Sandbox
from testloom_agent.execution.isolation.state.process_state import ProcessState
from testloom_agent.execution.isolation.threads.threads import StartedThreads
from testloom_agent.execution.performing.exchange import Exchange
from testloom_agent.execution.performing.interpreter import Interpreter
from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.values.inspecting import Inspectors
from testloom_agent.execution.reporting.values.named import Names
from testloom_agent.guard import Guard
from testloom_agent.limits import SoftDeadline


class Tracing(Protocol):
    """The probes of the subject; `wanted` are the predicates whose distances are measured."""

    wanted: set[int]

    def begin(self, fuel: int) -> None:
        """Forget all hits and let the subject pass `fuel` probes."""

    def ration(self, most: int) -> None:
        """Let the subject pass at most so many probes from now on."""

    def goes_round(self, most: int) -> bool:
        """Check whether the subject passed more than `most` probes of its ration and reached nothing new."""

    def exhaust(self) -> None:
        """Let the subject pass no probe any more."""

    def end(self) -> tuple[bytes, tuple[tuple[int, float, float], ...]]:
        """Return a byte a probe, not 0 if it was hit, and (predicate, to true, to false) of predicates."""

    def comparisons(self, wanted: Iterable[int] | None = None) -> list[tuple[int, str, Any, Any, bool]]:
        """Return (predicate, op, left, right, outcome) of what was compared since `begin`.

        If some predicates are `wanted`, only what decides these.
        """


@dataclass(frozen=True)
class Stage:
    """The loaded subject and its test environment.

    `notes_calls`: whether watching reports which function calls which.
    """

    subject: str
    tracer: Tracing
    out_of_fuel: type[BaseException]
    project: Project
    guard: Guard
    sandbox: Sandbox
    exchange: Exchange
    output: Output
    interpreter: Interpreter
    deadline: SoftDeadline
    state: ProcessState
    threads: StartedThreads
    randomness: Randomness
    environment: Environment
    inspectors: Inspectors
    named: Names
    notes_calls: bool = False
