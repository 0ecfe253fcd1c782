"""Which modules a measurement is about: those of a list, or drawn ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..environments.errors import BenchError
from ..environments.packages import Installation, installation
from ..environments.subjects import module_file
from .choice import MOST_OF_A_PACKAGE, Part, draw_from_packages
from .manifest import DRAWN, Manifest, read


@dataclass(frozen=True, slots=True)
class Selection:
    """Modules, and where they are installed."""

    about: str
    place: Installation
    modules: tuple[str, ...]


def listed(path: Path, only: str, count: int | None, cache: Path, python: Path | None = None) -> Selection:
    """The modules of a file whose names begin so; so many of them, all by default.

    Raises:
        BenchError: if it is no such file, or if its modules are not installed.
    """
    chosen = read(path).only(only).spread(count)
    return _selection(chosen, installation(chosen.environment, cache, python))


def drawn(part: Part, seed: int, only: str, count: int, cache: Path, python: Path | None = None) -> Selection:
    """So many modules of a part of the packages, those whose names begin so; what was drawn once is known."""
    place = installation(DRAWN, cache, python)
    known = cache / "drawn" / place.key / f"part-{part.which}-of-{part.of}-seed-{seed}-count-{count}.json"
    if not known.is_file():
        draw_from_packages(place.python, part, seed, count, MOST_OF_A_PACKAGE).save(known)
    return _selection(read(known).only(only), place)


def _selection(chosen: Manifest, place: Installation) -> Selection:
    modules = tuple(entry.module for entry in chosen.modules)
    missing = [module for module in modules if not module_file(place.root, module).is_file()]
    if missing:
        raise BenchError(
            f"Not installed for {place.python}: {', '.join(missing)}. Take the list's own environment."
        )
    return Selection(chosen.about, place, modules)
