"""Changes to each unit since its last run, with its record even if the unit has been renamed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from testloom.continuous.project.units import Unit
from testloom.model.progress.history import KeptTest, UnitRecord

Status: TypeAlias = Literal["new", "changed", "moved", "same"]


@dataclass(frozen=True, slots=True)
class Change:
    """A unit with its change and its record; None for a new unit.

    The record of a moved or renamed unit (`moved`) has its present name. `was` is its former id.
    """

    unit: Unit
    status: Status
    record: UnitRecord | None = None
    was: str = ""

    @property
    def has_known_code(self) -> bool:
        """Whether its own code is the same as at its last run, even if code that it uses has changed."""
        return self.record is not None and self.record.content == self.unit.content


@dataclass(frozen=True, slots=True)
class Changes:
    """All present units, in their order, and the ids of units that have disappeared."""

    units: tuple[Change, ...]
    gone: tuple[str, ...]


def compare(units: Sequence[Unit], records: Mapping[str, UnitRecord]) -> Changes:
    """Compare the present units with the records of the last runs, by id.

    A unit without a record is matched with a disappeared unit of the same code, preferably of the same name,
    or else of the same module.
    """
    present = {unit.id for unit in units}
    gone = {id: record for id, record in records.items() if id not in present}
    unrecorded = [unit for unit in units if unit.id not in records]
    origins = _origins(unrecorded, gone.values())
    found = []
    for unit in units:
        if unit.id in origins:
            origin = origins[unit.id]
            found.append(Change(unit, "moved", follow(origin, unit.id), origin.id))
        elif unit.id in records:
            record = records[unit.id]
            status: Status = "same" if record.fingerprint == unit.fingerprint else "changed"
            found.append(Change(unit, status, record, unit.id))
        else:
            found.append(Change(unit, "new"))
    taken = {origin.id for origin in origins.values()}
    return Changes(tuple(found), tuple(id for id in gone if id not in taken))


def _origins(unrecorded: Iterable[Unit], gone: Iterable[UnitRecord]) -> dict[str, UnitRecord]:
    """Find the former records of units that have none under their present id; each is used at most once."""
    left: dict[str, list[UnitRecord]] = {}
    for record in gone:
        left.setdefault(record.content, []).append(record)
    found: dict[str, UnitRecord] = {}
    pairs = [(unit, record) for unit in unrecorded for record in left.get(unit.content, ())]
    for unit, record in sorted(pairs, key=lambda pair: _distance(*pair)):
        if unit.id not in found and record in left[unit.content]:
            left[unit.content].remove(record)
            found[unit.id] = record
    return found


def _distance(unit: Unit, record: UnitRecord) -> tuple[bool, bool, str, str]:
    module, _, name = record.id.partition(":")
    return name != unit.name, module != unit.module, unit.id, record.id


def follow(record: UnitRecord, id: str) -> UnitRecord:
    """Rename the record of a moved or renamed unit, as if the unit had always been called `id`.

    Its tests call it by its new name. If it came from another module, they are in no test file.
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
    """Rename the callable, class or value in a statement of a stored test case."""
    if step[0] in ("call", "make", "reference", "double", "state"):
        return [*step[:2], _begun(step[2], old, new), *step[3:]]
    if step[0] == "class":
        bases, decorators = ([_begun(path, old, new) for path in paths] for paths in step[3:5])
        return [*step[:3], bases, decorators, _begun(step[5], old, new), *step[6:]]
    return step


def _begun(text: str, old: str, new: str) -> str:
    """Replace a name at the beginning of a text, if it ends there or before a dot or slash."""
    rest = text.removeprefix(old)
    return f"{new}{rest}" if text.startswith(old) and rest[:1] in ("", ".", "/") else text
