"""The modules that are loaded with probes, and the part of the description that belongs to each."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from types import ModuleType
from typing import Any

from testloom_agent.instrumentation.program import Program
from testloom_agent.reflection.modules.platforms import can_be_set, fixed_outcome


@dataclass(frozen=True)
class Part:
    """A module and the program that it was loaded from."""

    module: ModuleType
    file: str
    program: Program

    def predicates(self) -> Iterator[dict[str, Any]]:
        """Yield the part's own predicates as in the protocol."""
        probes, own = self.program.probes, self.program.predicates
        entries = (probe for probe in self.program.plan.probes[probes.start : probes.stop])
        called = {probe.code for probe in entries if probe.kind == "entry"} - {"<module>"}
        for predicate in self.program.plan.predicates[own.start : own.stop]:
            is_settable = predicate.code in called and can_be_set(predicate.text)
            fixed = None if is_settable else fixed_outcome(predicate.text, vars(self.module))
            yield {**predicate.describe(), "fixed": fixed}

    @property
    def is_shadowed(self) -> bool:
        """Whether the dotted name leads elsewhere: a package may have a function named like a module."""
        names = accumulate(self.module.__name__.split("."), "{}.{}".format)
        return any(
            getattr(sys.modules.get(package), module.rpartition(".")[2], None) is not sys.modules.get(module)
            for package, module in pairwise(names)
        )

    def describe(self) -> dict[str, Any]:
        """Describe which probes and predicates belong to the part."""
        probes, predicates = self.program.probes, self.program.predicates
        return {
            "module": self.module.__name__,
            "probes": [probes.start, probes.stop],
            "predicates": [predicates.start, predicates.stop],
        }
