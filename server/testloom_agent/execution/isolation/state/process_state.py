"""All that a test case may change in the memory of its process, and what undoes it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from testloom_agent.execution.isolation.state.foreign import ForeignNames
from testloom_agent.execution.isolation.state.libraries import Libraries
from testloom_agent.execution.isolation.state.module_state import ModuleState
from testloom_agent.execution.isolation.state.registries import Registries
from testloom_agent.execution.isolation.state.state_names import StateNames


@dataclass(frozen=True)
class ProcessState:
    """What a test case may change in its process.

    Attributes:
        modules: the contents of the project's modules.
        names: the names by which tests read these.
        libraries: those that remember what they were refused.
        registries: settings of the process, and registries of libraries.
        foreign: names in modules of others.
    """

    modules: ModuleState
    names: StateNames
    libraries: Libraries
    registries: Registries
    foreign: ForeignNames

    @classmethod
    def of(cls, modules: Sequence[ModuleType], ignored: Iterable[Any]) -> ProcessState:
        """Take the present state of the project's modules, but for what is `ignored`, and of the process."""
        own = ModuleState(modules, ignored, _shared_state(), _shared_containers())
        return cls(own, StateNames(own), Libraries(), Registries(modules), ForeignNames(modules))


def _shared_state() -> Iterable[Any]:
    """State outside of modules that test cases change and set themselves: variables and command line."""
    import warnings

    return (os.environ._data, sys.argv, warnings.filters)  # type: ignore[attr-defined]


def _shared_containers() -> dict[str, Any]:
    """Containers of other modules that test cases change, by their names."""
    found: dict[str, Any] = {"sys:path": sys.path, "sys:meta_path": sys.meta_path}
    if copyreg := sys.modules.get("copyreg"):
        found["copyreg:dispatch_table"] = copyreg.dispatch_table
    return found
