"""The pinned projects, which the environment in `environments/pinned/affected.txt` has all imports of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PINS = Path(__file__).with_name("projects.json")


@dataclass(frozen=True, slots=True)
class Project:
    """The last of the commits that are measured, and the folder that imports start from."""

    repository: str
    commit: str
    path: str


def pinned_projects() -> Mapping[str, Project]:
    """The projects by name."""
    pins = json.loads(PINS.read_text(encoding="utf-8"))
    return {name: Project(**pin) for name, pin in pins.items()}
