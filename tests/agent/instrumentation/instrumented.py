"""Source with probes, executed."""

from __future__ import annotations

import contextlib
import textwrap
from typing import Any

from testloom_agent.instrumentation.program import Program, instrument
from testloom_agent.instrumentation.tracing.tracer import Tracer


class Subject:
    """Instrumented source, executed."""

    def __init__(self, source: str) -> None:
        self.source = textwrap.dedent(source)
        self.program: Program = instrument(self.source, "subject.py")
        self.tracer = Tracer(self.program.plan)
        self.names: dict[str, Any] = {"__name__": "subject"}
        self.tracer.bind(self.names)
        self.tracer.begin(10_000)
        exec(self.program.code, self.names)
        self.tracer.end()

    def run(
        self, name: str, *arguments: Any, fuel: int = 10_000
    ) -> tuple[set[str], dict[str, tuple[float, float]]]:
        """Labels of the probes hit, and distances by the predicates' text."""
        self.tracer.begin(fuel)
        with contextlib.suppress(Exception):
            self.names[name](*arguments)
        hits, distances = self.tracer.end()
        plan = self.program.plan
        labels = {plan.probes[index].label for index, hit in enumerate(hits) if hit}
        return labels, {plan.predicates[index].text: (true, false) for index, true, false in distances}
