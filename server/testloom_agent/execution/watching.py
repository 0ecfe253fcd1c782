"""Runs test cases and says which comparisons they made (docs/agent-protocol.md, "Operands")."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from testloom_agent.execution.encoding import SCALARS, encode_scalar, opaque
from testloom_agent.execution.exchange import TEST
from testloom_agent.execution.stage import Stage
from testloom_agent.limits import FUEL, Timeout

ENCODE = json.JSONEncoder(separators=(",", ":")).encode
MOST_COMPARISONS = 200
MOST_ITEMS = 64
DEEPEST = 2
COLLECTIONS = (list, tuple, set, frozenset, dict)


class Watcher:
    """Watches the tests of one request, one record each, in a process that is then thrown away."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    def watch(self, tests: list[Any]) -> None:
        """Run the tests one after the other; each begins with the state that the one before left behind."""
        for index, test in enumerate(tests):
            self._stage.exchange.notes[TEST] = index
            self._run(test)
            comparisons = distinct(self._stage.tracer.comparisons())
            self._stage.tracer.end()
            if not self._stage.exchange.traces.add(f"[{','.join(comparisons)}],".encode("ascii")):
                return
            self._stage.state.is_restored()

    def _run(self, test: list[Any]) -> None:
        stage = self._stage
        stage.randomness.reset()
        stage.deadline.start()
        stage.tracer.begin(FUEL)
        try:
            stage.deadline.armed = True
            stage.interpreter.run(test)
        except (Timeout, stage.out_of_fuel, MemoryError):
            return
        except BaseException:  # how a test ends is the business of execution and observation
            return
        finally:
            stage.deadline.armed = False
            stage.deadline.stop()
            stage.output.reset()


def distinct(comparisons: Iterable[tuple[int, str, Any, Any, bool]]) -> list[str]:
    """Comparisons as JSON, each once."""
    found: dict[str, None] = {}
    for predicate, op, left, right, outcome in comparisons:
        found[ENCODE([predicate, op, encode(left), encode(right), bool(outcome)])] = None
        if len(found) >= MOST_COMPARISONS:
            break
    return list(found)


def encode(value: Any, depth: int = 0) -> dict[str, Any]:
    """Encode plain data; of anything else only the type, so that no code of the subject runs."""
    kind = type(value)
    if kind in SCALARS:
        return encode_scalar(value)
    if kind not in COLLECTIONS or len(value) > MOST_ITEMS or depth >= DEEPEST:
        return opaque(value)
    parts = [part for pair in value.items() for part in pair] if kind is dict else list(value)
    return {"kind": kind.__name__, "items": [encode(part, depth + 1) for part in parts]}
