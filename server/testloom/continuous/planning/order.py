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
        recording: a recording of the project, whose calls seed the searches.
        write: whether tests are written to their files; otherwise, they are only offered, and not expected in
            the files.
        settings: the settings of each search, except for its budget, which the run determines.
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
