from __future__ import annotations

from testloom.lsp.words import phase
from testloom.model.events.jobs import Progress


def test_progress_counts_goals_executions_and_files() -> None:
    assert phase(Progress("load", 0.0)) == "Loading the code"
    assert phase(Progress("assert", 0.7, 20, 12)) == "Choosing assertions · 12 of 20 goals covered"
    assert phase(Progress("search", 0.5, 20, 12, 1234.5, file=2, files=3)) == (
        "File 2 of 3 · Searching · 12 of 20 goals covered · 1,234 executions per second"
    )
