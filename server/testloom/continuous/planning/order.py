"""An order for a run over a project."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

from testloom.continuous.planning.allotment import Resources
from testloom.continuous.planning.strategies import STRATEGIES, Strategy
from testloom.model.settings import Settings


@dataclass(frozen=True, slots=True)
class Order:
    """Run generation over the project in `folder`.

    Attributes:
        folder: an absolute path.
        python: the project's interpreter.
        resources: cores, and the seconds after which the run ends.
        strategy: how the time is spent.
        asked: ids of the units that may be run; None: all.
        out: the folder for test files; None: where the project keeps its tests.
        state: the file of the store; None: that of the user.
        recording: of a run of the project, whose calls searches begin with.
        write: put tests into their files; else they are only offered, and are not expected to be there.
        settings: of each search; its budget is the run's concern.
    """

    folder: Path
    python: Path
    resources: Resources
    strategy: Strategy = STRATEGIES["history"]
    asked: Collection[str] | None = None
    out: Path | None = None
    state: Path | None = None
    recording: Path | None = None
    write: bool = True
    settings: Settings = field(default_factory=Settings)
