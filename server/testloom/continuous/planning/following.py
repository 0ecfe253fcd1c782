"""What is known of a unit, under another name."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from testloom.model.progress.history import KeptTest, UnitRecord


def follow(record: UnitRecord, id: str) -> UnitRecord:
    """The record of a unit that was moved or renamed, as if it had always been called `id`.

    Its tests call it by its new name. Where it came from another module, they are in no test file.
    """
    old, new = record.id, id
    stays = old.partition(":")[0] == new.partition(":")[0]
    old_name, new_name = old.partition(":")[2], new.partition(":")[2]
    names = {goal: _begun(goal, old_name, new_name) for goal in record.goals}
    return replace(
        record,
        id=id,
        goals=tuple(names.values()),
        reasons={_begun(goal, old_name, new_name): reason for goal, reason in record.reasons.items()},
        tests=tuple(_test(test if stays else replace(test, function=""), old, new) for test in record.tests),
        test_file=record.test_file if stays else "",
    )


def _test(test: KeptTest, old: str, new: str) -> KeptTest:
    steps = json.loads(test.wire) if test.length else []
    old_name, new_name = old.partition(":")[2], new.partition(":")[2]
    wire = json.dumps([_step(step, old, new) for step in steps], separators=(",", ":"))
    goals = tuple(_begun(goal, old_name, new_name) for goal in test.goals)
    return KeptTest(test.function, wire, goals)


def _step(step: list[Any], old: str, new: str) -> list[Any]:
    """A statement that names its callable, class or value by the new name."""
    if step[0] in ("call", "make", "reference", "double", "state"):
        return [*step[:2], _begun(step[2], old, new), *step[3:]]
    if step[0] == "class":
        bases, decorators = ([_begun(path, old, new) for path in paths] for paths in step[3:5])
        return [*step[:3], bases, decorators, _begun(step[5], old, new), *step[6:]]
    return step


def _begun(text: str, old: str, new: str) -> str:
    """The text with `old` at its beginning replaced, if that ends there or before a dot or slash."""
    rest = text.removeprefix(old)
    return f"{new}{rest}" if text.startswith(old) and rest[:1] in ("", ".", "/") else text
