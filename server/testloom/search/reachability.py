"""Unreachable goals, known before the search."""

from __future__ import annotations

import re
from collections.abc import Iterable

from testloom.model.subject import Probe, Subject
from testloom.search.goals import Goal
from testloom.search.goals.distances import LOCAL

PLATFORM = "platform"
MODULE = "<module>"
AT_IMPORT = "import-side-effect"
MISSING = re.compile(r"\b(?:ImportError|ModuleNotFoundError)\b")


def out_of_reach(goals: Iterable[Goal], subject: Subject) -> dict[Goal, str]:
    """Find the goals that are decided by the platform or when the module is imported.

    Each comes with its reason code.
    """
    regions = _Regions(subject)
    reasons = {goal: goal.reason_out_of_reach(regions) for goal in goals}
    return {goal: reason for goal, reason in reasons.items() if reason is not None}


class _Regions:
    """The regions of a module: code that runs when it is imported, and code that is called later."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        # The body of a class runs where it is defined: that of a local one when its function is called.
        entered = {probe.code for probe in subject.probes if probe.kind == "entry" or LOCAL in probe.code}
        self._called = entered - {MODULE}
        self._run_at_import = [probe for probe in subject.probes if probe.code not in self._called]

    def reason(self, probe: Probe) -> str | None:
        """Why no test can reach a probe; None if one may."""
        if probe.index in self._subject.probes_at_import:
            return None
        is_called = probe.code in self._called
        while not self._is_settled(probe, is_called):
            if probe.parent is None:
                return self._where_defined(probe) if is_called else AT_IMPORT
            probe = self._subject.probes[probe.parent]
        return PLATFORM

    def settled(self, probe: Probe) -> str | None:
        """Why a branch is never taken in what is called; None if nothing settles it."""
        return PLATFORM if self._is_settled(probe, True) else None

    def _where_defined(self, entry: Probe) -> str | None:
        """The reason why the definition of a function does not run, if it does not.

        Its `def` is the last statement of what runs at import that begins before its body does.
        """
        before = [
            (line, probe) for probe in self._run_at_import for line in probe.lines if line <= entry.line
        ]
        return self.reason(max(before, key=lambda found: found[0])[1]) if before else None

    def _is_settled(self, probe: Probe, is_called: bool) -> bool:
        """Whether the platform, or what is installed, keeps the outcome of a branch from happening."""
        if probe.predicate is None:
            return False
        fixed = self._subject.predicates[probe.predicate].fixed
        if fixed is not None:
            return fixed is not probe.outcome
        is_handler = probe.label.startswith("`except") and not is_called
        return is_handler and MISSING.search(probe.label) is not None
