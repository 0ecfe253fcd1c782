"""Projects and records in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from testloom.continuous.project.definitions import code_of
from testloom.continuous.project.units import Unit, units_of
from testloom.model.progress.history import UnitRecord, UnitRun
from testloom.model.texts.trees import tree_of
from testloom.source.modules import ModuleSource


def units(sources: Mapping[str, str]) -> dict[str, Unit]:
    """The units of modules, by id; a module called `a.__init__` is the package `a`."""
    modules, files = {}, {}
    for path, source in sources.items():
        name = path.removesuffix(".__init__")
        file = Path("/project", f"{path.replace('.', '/')}.py")
        modules[name] = code_of(ModuleSource(name, file, tree_of(source)))
        files[name] = Path("/project", f"{name}.py")
    return {unit.id: unit for unit in units_of(modules, files)}


def unit(
    id: str, size: int = 4, fingerprint: str = "f", content: str = "", uses: frozenset[str] = frozenset()
) -> Unit:
    """A unit of the module that its id names."""
    return Unit(id, Path("/project", f"{id.partition(':')[0]}.py"), content or id, fingerprint, size, uses)


def record(id: str, missed: int = 0, runs: int = 1, *, improved: bool = True, ran_in: int = 1) -> UnitRecord:
    """A unit of four goals that was run, `missed` of them not covered."""
    goals = tuple(f"{id.partition(':')[2]}/branch/{number}" for number in range(4))
    return UnitRecord(
        id,
        content=id,
        fingerprint="f",
        goals=goals,
        reasons=dict.fromkeys(goals[:missed], "needs-value"),
        runs=(UnitRun(4, 4 - missed, 9.0, improved),) * runs,
        ran_in=ran_in,
    )
