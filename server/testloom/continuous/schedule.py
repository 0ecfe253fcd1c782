"""In which order units are run, and together with which others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testloom.continuous.allotment import Share
from testloom.continuous.graph import components
from testloom.continuous.units import Unit


@dataclass(frozen=True, slots=True)
class Job:
    """The units of one file: they share one start of an agent, one search and one verification."""

    file: Path
    units: tuple[Unit, ...]
    shares: tuple[Share, ...]

    @property
    def name(self) -> str:
        """The last part of the module's name, which test files are called after."""
        return self.units[0].module.rpartition(".")[2]

    @property
    def seconds(self) -> float:
        """The time that its units were given."""
        return sum(share.seconds for share in self.shares)

    @property
    def most(self) -> float:
        """The time that its units may be given at most."""
        return sum(share.most for share in self.shares)


def schedule(shares: Sequence[Share], units: Mapping[str, Unit]) -> list[Job]:
    """One job for each file, behind those of the files whose units it uses.

    Files that use each other come in the order of their names.
    """
    by_file: dict[Path, list[Share]] = {}
    for share in shares:
        by_file.setdefault(units[share.id].file, []).append(share)
    return [_job(file, by_file[file], units) for file in _in_order(by_file, units) if file in by_file]


def _job(file: Path, shares: Iterable[Share], units: Mapping[str, Unit]) -> Job:
    given = {share.id: share for share in shares}
    inside = tuple(unit for unit in units.values() if unit.id in given)
    return Job(file, inside, tuple(given[unit.id] for unit in inside))


def _in_order(files: Iterable[Path], units: Mapping[str, Unit]) -> list[Path]:
    """The files of all units, dependencies first."""
    uses: dict[str, set[str]] = {str(file): set() for file in sorted(files)}
    for unit in units.values():
        known = uses.setdefault(str(unit.file), set())
        known |= {str(units[used].file) for used in unit.uses if used in units}
    edges = {file: sorted(used) for file, used in uses.items()}
    return [Path(file) for group in components(edges) for file in sorted(group)]
