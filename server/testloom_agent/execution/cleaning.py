"""Undoes the effects of a test case on the process that ran it."""

from __future__ import annotations

import gc

from testloom_agent.execution.isolation.state.memos import LONG, Memos
from testloom_agent.execution.stage import Stage

TESTS_BETWEEN_COLLECTIONS = 1_000
YOUNGEST = 0


class Cleaner:
    """Prepares a process for the next test case."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._since_collection = 0
        self._memos = Memos()

    @property
    def keeps_memos(self) -> bool:
        """Whether the next test case finds what earlier ones have computed."""
        return self._memos.are_kept

    def are_memos_changed(self) -> bool:
        """Check whether the last test case has changed what earlier ones have computed."""
        return self._memos.are_changed()

    def forget_memos(self) -> None:
        """Have later test cases compute again what earlier ones have computed for them."""
        self._memos.forget()

    def is_clean(self, seconds: float = 0.0) -> bool:
        """Undo what the last test case did; false if that is impossible, and this process must not go on.

        What takes long to compute may stay if the test case says how many `seconds` of a processor it took.
        """
        stage = self._stage
        if seconds >= LONG:
            self._memos.keep(stage.state.modules)
        stage.output.reset()
        if stage.guard.wrote or stage.guard.moved:
            with stage.guard.trusting():
                stage.sandbox.restore()
            stage.guard.wrote = stage.guard.moved = False
            stage.guard.paths.clear()
        state = stage.state
        state.registries.restore()
        is_clean = state.modules.is_restored() and state.libraries.are_restored()
        is_clean = is_clean and stage.threads.are_harmless()
        is_clean = stage.interpreter.requests.portal.is_left_as_found() and is_clean
        self._collect()
        return is_clean

    def _collect(self) -> None:
        """Collect reference cycles: from time to time, but classes at once, since their bases know them.

        What a test case has made is in the youngest generation, as nothing else collects. All generations are
        collected for a class only if an older object holds it, which may be garbage itself.
        """
        definitions = self._stage.interpreter.definitions
        self._since_collection += 1
        if self._since_collection >= TESTS_BETWEEN_COLLECTIONS:
            self._since_collection = 0
            gc.collect()
        elif definitions.made:
            gc.collect(YOUNGEST)
            if any(made is None or made() is not None for made in definitions.made):
                gc.collect()
        definitions.made.clear()
