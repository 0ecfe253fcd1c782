"""Events of the operating system about changed files of a project."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from testloom.model.errors import UsageError
from testloom.subject import may_have_sources

_NO_CHANGE = frozenset({"opened", "closed_no_write"})


@contextmanager
def file_events(folder: Path, note: Callable[[], None]) -> Iterator[None]:
    """Call `note`, in another thread, whenever a source file below a folder changes, while the context lasts.

    Raises:
        UsageError: if the system cannot watch so much.
    """
    from watchdog.events import FileSystemEvent, FileSystemEventHandler
    from watchdog.observers import Observer

    observer = Observer()

    class Noting(FileSystemEventHandler):
        def on_any_event(self, event: FileSystemEvent) -> None:
            if event.event_type in _NO_CHANGE or (event.is_directory and event.event_type == "modified"):
                return
            paths = [Path(os.fsdecode(path)) for path in (event.src_path, event.dest_path) if path]
            for path in paths if event.is_directory else ():
                if path.parent == folder and path.is_dir() and _is_watched(path):
                    observer.schedule(self, str(path), recursive=True)
            if any(_is_about(path, folder) for path in paths):
                note()

    handler = Noting()
    try:
        observer.schedule(handler, str(folder), recursive=False)
        for entry in sorted(folder.iterdir()):
            if entry.is_dir() and _is_watched(entry):
                observer.schedule(handler, str(entry), recursive=True)
        observer.start()
    except OSError as error:
        what = f"{folder} cannot be watched: {error.strerror or error}."
        raise UsageError(
            what, "Raise the system's limit for watched files (fs.inotify.max_user_watches)."
        ) from None
    try:
        yield
    finally:
        observer.stop()
        observer.join()


def _is_about(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder) and may_have_sources(path.relative_to(folder))


def _is_watched(folder: Path) -> bool:
    """Check whether a folder may contain sources; environments and build folders have far too many files."""
    is_elsewhere = folder.is_symlink() or (folder / "pyvenv.cfg").exists()
    return may_have_sources(Path(folder.name)) and not is_elsewhere
