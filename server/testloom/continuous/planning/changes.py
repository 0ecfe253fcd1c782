"""What has become of each unit since it was last run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from testloom.continuous.planning.following import follow
from testloom.continuous.project.units import Unit
from testloom.model.progress.history import UnitRecord

Status: TypeAlias = Literal["new", "changed", "moved", "same"]


@dataclass(frozen=True, slots=True)
class Change:
    """A unit with what is known of it; None of a new one.

    Of one that was moved or renamed (`moved`), the record speaks of it by its name of today. `was` is the id
    that it had.
    """

    unit: Unit
    status: Status
    record: UnitRecord | None = None
    was: str = ""

    @property
    def has_known_code(self) -> bool:
        """Whether its own code is as it was at its last run, whatever has become of what it uses."""
        return self.record is not None and self.record.content == self.unit.content


@dataclass(frozen=True, slots=True)
class Changes:
    """All units of today, in their order, and the ids of those that are gone."""

    units: tuple[Change, ...]
    gone: tuple[str, ...]


def compare(units: Sequence[Unit], records: Mapping[str, UnitRecord]) -> Changes:
    """Compare the units of today with the records of the last runs, by id.

    A unit without a record is taken for one that is gone and had the same code; among several for the one of
    the same name, else for the one of the same module.
    """
    present = {unit.id for unit in units}
    gone = {id: record for id, record in records.items() if id not in present}
    strangers = [unit for unit in units if unit.id not in records]
    origins = _origins(strangers, gone.values())
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


def _origins(strangers: Iterable[Unit], gone: Iterable[UnitRecord]) -> dict[str, UnitRecord]:
    """For units without a record, the record of what they were; each record at most once."""
    left: dict[str, list[UnitRecord]] = {}
    for record in gone:
        left.setdefault(record.content, []).append(record)
    found: dict[str, UnitRecord] = {}
    pairs = [(unit, record) for unit in strangers for record in left.get(unit.content, ())]
    for unit, record in sorted(pairs, key=lambda pair: _strangeness(*pair)):
        if unit.id not in found and record in left[unit.content]:
            left[unit.content].remove(record)
            found[unit.id] = record
    return found


def _strangeness(unit: Unit, record: UnitRecord) -> tuple[bool, bool, str, str]:
    module, _, name = record.id.partition(":")
    return name != unit.name, module != unit.module, unit.id, record.id
