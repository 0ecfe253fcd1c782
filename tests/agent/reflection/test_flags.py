"""What is tested for its truth, and used for nothing else, is a flag."""

from __future__ import annotations

from typing import Any

from tests.agent.describing import callables

SOURCE = """
import json

class Sink:
    def __init__(self, *, queued, eager, name, target, kept):
        self._queued = queued
        self._eager = eager or queued
        self.name = name
        self._target = target
        self.kept = kept

    def write(self, text, raw, dry, limit, given, again):
        if self._queued or not (raw and dry):
            return [word for word in text if not again]
        if limit is not None and limit:
            return json.dumps(given) if given else self.name
        if self._target:
            self._target.close()
        return self._eager
"""


def flags(description: Any, name: str) -> list[str]:
    return [p["name"] for p in callables(description)[name]["parameters"] if "<truth>" in p["uses"]]


def test_a_parameter_that_is_only_tested_for_its_truth_is_a_flag(described: Any) -> None:
    assert flags(described(SOURCE), "Sink.write") == ["raw", "dry", "again"]


def test_a_constructor_stores_a_flag_that_others_test(described: Any) -> None:
    assert flags(described(SOURCE), "Sink") == ["queued"]


def test_what_is_handed_to_a_function_as_a_flag_is_one_unless_more_is_done_with_it(described: Any) -> None:
    source = """
import json

def log(given):
    return "some" if given else "none"

def described(given, only):
    log(only)
    return log(given), json.dumps(given)
"""
    assert flags(described(source), "described") == ["only"]
