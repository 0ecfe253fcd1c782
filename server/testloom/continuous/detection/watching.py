"""Functions and classes of a project that change while it is watched.

Files change one by one when somebody types, and by the hundred when somebody switches to another
branch: nothing is examined before the changes have stopped for a moment.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from testloom.continuous.project.scan import scan_project
from testloom.repository import read_text

SECONDS_OF_QUIET = 1.0


@dataclass(slots=True)
class Quiet:
    """Detects the end of a series of events: none was noted for some seconds. Any thread may note one."""

    seconds: float = SECONDS_OF_QUIET
    clock: Callable[[], float] = time.monotonic
    _last: float | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self) -> None:
        """Note an event."""
        with self._lock:
            self._last = self.clock()

    def take(self) -> bool:
        """Check whether a series of events is over; True only once for each series."""
        with self._lock:
            if self._last is None or self.clock() - self._last < self.seconds:
                return False
            self._last = None
            return True


@dataclass(slots=True)
class Changes:
    """The functions and classes of a project that have changed since a run began.

    Attributes:
        folder: of the project.
        exclude: patterns of files that do not belong to it.
        quiet: noted by the observer of file changes.
        names: the ids of new and changed units.
        gone: whether units have disappeared.
    """

    folder: Path
    exclude: Collection[str] = ()
    quiet: Quiet = field(default_factory=Quiet)
    names: frozenset[str] = frozenset()
    gone: bool = False
    _before: Mapping[str, str] = field(default_factory=dict)

    def begin(self) -> None:
        """Begin with the present state of the project: later differences are changes."""
        self._before = self._now()
        self.names, self.gone = frozenset(), False

    def are_there(self) -> bool:
        """Check whether there are changes.

        Scan the project only when files have changed and come to rest.
        """
        if is_git_at_work(self.folder):
            self.quiet.note()
        elif self.quiet.take():
            now = self._now()
            self.names = frozenset(id for id, print_ in now.items() if self._before.get(id) != print_)
            self.gone = not self._before.keys() <= now.keys()
        return bool(self.names) or self.gone

    def _now(self) -> dict[str, str]:
        """Compute the fingerprint of each unit; if its module is invalid now, keep the previous one."""
        scan = scan_project(self.folder, self.exclude)
        kept = {id: known for id, known in self._before.items() if id.partition(":")[0] in scan.unseen}
        return {**kept, **{unit.id: unit.fingerprint for unit in scan.units}}


def is_git_at_work(folder: Path) -> bool:
    """Check whether git is changing the files of the repository that a folder lies in."""
    place = next((above / ".git" for above in (folder, *folder.parents) if (above / ".git").exists()), None)
    if place is None:
        return False
    if place.is_file():  # in a worktree, `.git` is a file
        place = Path(place.parent, read_text(place).removeprefix("gitdir:").strip())
    return (place / "index.lock").exists()
