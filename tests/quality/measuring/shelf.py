"""Where measurements are kept: a folder for each, with all that was said and written.

A measurement is there as a whole or not at all, so a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .measurement import Measurement, load

RECORD = "measurement.json"


@dataclass(frozen=True, slots=True)
class Shelf:
    """The measurements of one generator: in `measured/KEY/ENVIRONMENT/budget-B-seed-S/MODULE` of a cache."""

    folder: Path

    @classmethod
    def of(cls, cache: Path, key: str, environment: str, budget: float, seed: int) -> Shelf:
        """The shelf for these circumstances."""
        return cls(everything(cache, key) / environment / f"budget-{budget:g}-seed-{seed}")

    def place(self, module: str) -> Path:
        """The folder of a module's measurement."""
        return self.folder / module

    def read(self, module: str) -> Measurement | None:
        """What was measured of a module, if it was."""
        record = self.place(module) / RECORD
        return load(record) if record.is_file() else None

    @contextmanager
    def making(self, module: str) -> Iterator[Path]:
        """A folder to put a measurement into, which takes the place of an older one once it is complete."""
        place = self.place(module)
        draft = place.with_name(f".{module}-{os.getpid()}")
        draft.mkdir(parents=True)
        try:
            yield draft
            shutil.rmtree(place, ignore_errors=True)
            draft.rename(place)
        finally:
            shutil.rmtree(draft, ignore_errors=True)


def everything(cache: Path, key: str) -> Path:
    """The folder of all that was measured of a generator."""
    return cache / "measured" / key


def found(cache: Path, key: str, module: str) -> list[Path]:
    """The folders of all measurements of a generator on a module, the newest last."""
    places = [record.parent for record in everything(cache, key).glob(f"*/*/{module}/{RECORD}")]
    return sorted(places, key=lambda place: load(place / RECORD).began)
