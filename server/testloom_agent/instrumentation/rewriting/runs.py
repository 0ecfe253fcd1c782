"""Runs: statements that are executed together unless one of them raises."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from testloom_agent.instrumentation.model import PredicateInfo, ProbeInfo

Suite: TypeAlias = list[ast.stmt]


@dataclass
class Run:
    """The run that the next statement belongs to, or follows if it is `broken`.

    `condition` is the predicate that must be true for the following statements: the condition of an
    `assert`.
    """

    probe: ProbeInfo
    broken: bool = False
    condition: PredicateInfo | None = None


def merge(before: Run, ends: Sequence[Run | None]) -> Run | None:
    """Find the run that follows a statement whose parts end in the given runs (None: never)."""
    reached = [end for end in ends if end is not None]
    if len(reached) == 1:
        return reached[0]
    return Run(before.probe, broken=True) if reached else None
