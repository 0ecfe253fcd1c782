"""The stage: everything that the zygote prepares once and every process that runs test cases inherits."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from types import BuiltinMethodType, MethodType, ModuleType
from typing import Any, Protocol

from testloom_agent.environment.environment import Environment
from testloom_agent.execution.isolation.foreign import ForeignNames
from testloom_agent.execution.isolation.libraries import Libraries
from testloom_agent.execution.isolation.module_state import ModuleState
from testloom_agent.execution.isolation.output import Output
from testloom_agent.execution.isolation.registries import Registries
from testloom_agent.execution.isolation.sandbox import Sandbox
from testloom_agent.execution.isolation.state_names import StateNames
from testloom_agent.execution.isolation.threads import StartedThreads
from testloom_agent.execution.performing.exchange import Exchange
from testloom_agent.execution.performing.interpreter import Interpreter
from testloom_agent.execution.project import Project
from testloom_agent.execution.reporting.values.inspecting import Inspectors
from testloom_agent.execution.reporting.values.named import Names
from testloom_agent.guard import Guard
from testloom_agent.kinds import is_a
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
    state: ModuleState
    libraries: Libraries
    names: StateNames
    threads: StartedThreads
    registries: Registries
    randomness: Randomness
    environment: Environment
    foreign: ForeignNames
    inspectors: Inspectors
    named: Names
    notes_calls: bool = False


class Randomness:
    """Seeds `random` before each test case if the project mentions it or a loaded library uses it.

    Seeding takes as long as a short test case, so it is left out where no code needs random values.
    """

    def __init__(self, modules: Iterable[ModuleType]) -> None:
        self._seed = self._find_seed() if _mentions_random(modules) or _libraries_draw() else None

    def reset(self, seed: int = 0) -> None:
        """Make the next draws the same each time."""
        if self._seed is not None:
            self._seed(seed)

    @staticmethod
    def _find_seed() -> Callable[[int], None]:
        import random

        return random.seed


def _mentions_random(modules: Iterable[ModuleType]) -> bool:
    return any(_file_mentions_random(str(module.__file__)) for module in modules)


def _file_mentions_random(file: str) -> bool:
    try:
        with open(file, "rb") as source:
            return b"random" in source.read()
    except OSError:
        return False


METHODS = (MethodType, BuiltinMethodType)


def _libraries_draw() -> bool:
    """Check whether a module outside the standard library and the agent holds `random` or a part of it."""
    random = sys.modules.get("random")
    if random is None:
        return False
    generator = vars(random).get("_inst")
    known = {*sys.stdlib_module_names, __name__.partition(".")[0], "__main__"}
    return any(
        value is random or (type(value) in METHODS and value.__self__ is generator)
        for name, module in list(sys.modules.items())
        if name.partition(".")[0] not in known and is_a(module, ModuleType)
        for value in list(vars(module).values())
    )


def project_modules(subject: ModuleType, project: Project) -> list[ModuleType]:
    """List the loaded modules of the project, the subject first."""
    others = [
        module
        for module in list(sys.modules.values())
        if is_a(module, ModuleType) and module is not subject and _is_owned(module, project)
    ]
    return [subject, *sorted(others, key=lambda module: module.__name__)]


def shared_state() -> Iterable[Any]:
    """State outside of modules that test cases change and set themselves: variables and command line."""
    import warnings

    return (os.environ._data, sys.argv, warnings.filters)  # type: ignore[attr-defined]


def shared_containers() -> dict[str, Any]:
    """Containers of other modules that test cases change, by their names."""
    found: dict[str, Any] = {"sys:path": sys.path, "sys:meta_path": sys.meta_path}
    if copyreg := sys.modules.get("copyreg"):
        found["copyreg:dispatch_table"] = copyreg.dispatch_table
    return found


def _is_owned(module: ModuleType, project: Project) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and project.owns(file)
