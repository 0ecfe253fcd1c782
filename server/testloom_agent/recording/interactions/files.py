"""Files that calls under way read, with their contents, so that tests can create them again."""

from __future__ import annotations

import os
import pathlib
import sys
import threading
from collections.abc import Callable
from typing import Any, TypeAlias

from testloom_agent.redaction.placeholders import Placeholders
from testloom_agent.redaction.secrets import Secrets

Content: TypeAlias = str | dict[str, str] | None
AuditHook: TypeAlias = Callable[[str, tuple[Any, ...]], None]
LONGEST = 10_000
NOT_READ = ""
"""The content of a private file that a call has not read."""
MOST_FILES = 20
OF_PYTHON = (".py", ".pyc", ".pyi", ".so", ".pyd")
EVENTS = frozenset({"open", "os.mkdir", "os.listdir", "os.scandir", "os.chdir"})
WRITING = os.O_WRONLY | os.O_RDWR
LOOKING = tuple(
    getattr(module, name)
    for module, names in (
        (os.path, ("exists", "lexists", "isfile", "isdir", "getsize", "getmtime")),
        (os, ("stat", "lstat", "access")),
    )
    for name in names
)
"""Functions that inspect a file without raising an audit event of Python."""
LOOKING_METHODS = ("exists", "is_file", "is_dir", "stat")
BINARY = "reads a private file that is not text; record it with a file that git tracks"
LOOKED_THROUGH = (os, os.path, pathlib, pathlib.Path, *LOOKING)


class Seen:
    """What one call has read: files by their paths from the folder in which the program started, and more.

    A folder in which the call wrote a file has no content. `clock` is the first time that the clock showed,
    in seconds since the epoch. `variables` are environment variables, None if there was none of this name.
    `lost` is the reason why the reads cannot be reproduced.
    """

    def __init__(self) -> None:
        self.contents: dict[str, Content] = {}
        self.variables: dict[str, str | None] = {}
        self.clock: float | None = None
        self.made: set[str] = set()
        self.private: set[str] = set()
        """Files whose content is private, or not recorded because the call has only asked about them."""
        self.is_withheld = False
        self.lost = ""

    @property
    def told(self) -> dict[str, Any]:
        """The reads, as they are recorded."""
        told = {
            "files": self.contents,
            "variables": self.variables,
            "clock": self.clock,
            "withheld": self.is_withheld,
        }
        return {name: value for name, value in told.items() if value}


class Files:
    """Notes the files that are opened, from Python's audit events, for the innermost call of a thread."""

    def __init__(self, secrets: Secrets, placeholders: Placeholders) -> None:
        self._secrets = secrets
        self._placeholders = placeholders
        self._start = os.getcwd()
        self._thread = threading.local()

    def watch(self) -> None:
        """Begin to hear."""
        sys.addaudithook(_passing_on(EVENTS, self._heard))

    def relative(self, text: str) -> str:
        """Convert a path below the program's start folder to a relative one; return other text unchanged."""
        inner = text.removeprefix(self._start + os.sep)
        return inner if inner else text

    def begin(self) -> Seen:
        """Begin to note the reads of a call; `end` must follow in the same thread."""
        seen = Seen()
        self._calls().append(seen)
        return seen

    def end(self, seen: Seen) -> None:
        """End the notes of a call, and hide all secrets known by now in what it has read."""
        for place, content in seen.contents.items():
            if isinstance(content, str):
                is_private = place in seen.private
                hidden = self._placeholders.document if is_private else self._secrets.document
                seen.contents[place] = hidden(content)
        for name, value in seen.variables.items():
            if value:
                seen.variables[name] = shown = self._placeholders.variable(name, value)
                seen.is_withheld = seen.is_withheld or shown != value
        calls = self._calls()
        if seen in calls:
            calls.remove(seen)

    @property
    def under_way(self) -> list[Seen]:
        """The calls of this thread that have begun."""
        calls: list[Seen] = getattr(self._thread, "calls", [])
        return calls

    def note_looked(self, path: Any) -> None:
        """Note that a call asks about a file or folder; a test needs nothing for one that does not exist."""
        try:
            place = self._place(os.fspath(path) if isinstance(path, pathlib.PurePath) else path)
        except Exception:  # a failure of the recorder must not affect the program
            return
        self._thread.is_deaf = True
        try:
            if place is not None and place != os.curdir:
                for seen in self._calls():
                    self._note_asked(seen, place, path)
        except OSError:
            return
        finally:
            self._thread.is_deaf = False

    def _calls(self) -> list[Seen]:
        try:
            calls: list[Seen] = self._thread.calls
        except AttributeError:
            calls = self._thread.calls = []
        return calls

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        calls = self.under_way
        if getattr(self._thread, "is_deaf", False) or not (calls or event == "open"):
            return
        self._thread.is_deaf = True
        try:
            private = self._private(arguments) if event == "open" else None
            place = self._place(arguments[0]) if calls else None
            for seen in calls:
                seen.is_withheld = seen.is_withheld or private is not None
                if place is not None:
                    self._note(seen, place, event, arguments, private)
        except Exception:  # a failure of the recorder must not affect the program
            return
        finally:
            self._thread.is_deaf = False

    def _private(self, arguments: tuple[Any, ...]) -> str | None:
        """Find the private file that is being opened, and remember its content; None if it is not private."""
        path, mode, flags = arguments
        place = self._placeholders.private(path)
        if place is None:
            return None
        is_made = bool(flags & WRITING) and (bool(flags & os.O_TRUNC) or not os.path.exists(place))
        if is_made or "x" in (mode or ""):
            self._placeholders.note_written(place)
            return None
        self._placeholders.note_file(place)
        return place

    def _note(
        self, seen: Seen, place: str, event: str, arguments: tuple[Any, ...], private: str | None
    ) -> None:
        if event == "os.mkdir":
            seen.made.add(place)
        elif event == "open" and private is not None:
            self._note_private(seen, place, private)
        elif event == "open":
            _note_opened(seen, place, arguments)
        elif place != os.curdir and place not in seen.made:
            self._note_folder(seen, place, arguments[0])

    def _note_private(self, seen: Seen, place: str, file: str) -> None:
        """Note a private file that is read: it now has a content, even if it was only inspected before."""
        is_new = place not in seen.contents and len(seen.contents) < MOST_FILES
        is_known = seen.contents.get(place) == NOT_READ and place in seen.private
        if place in seen.made or not (is_new or is_known):
            return
        if os.path.isfile(file) and os.path.getsize(file) <= LONGEST:
            content = _content(file)
            if not isinstance(content, str):
                seen.lost = BINARY
                return
            seen.contents[place] = content
            seen.private.add(place)

    def _note_asked(self, seen: Seen, place: str, path: Any) -> None:
        if place in seen.contents or place in seen.made or len(seen.contents) >= MOST_FILES:
            return
        if os.path.isfile(path) and os.path.getsize(path) <= LONGEST:
            self._note_there(seen, place, path)
        elif os.path.isdir(path) and not any(known.startswith(place + os.sep) for known in seen.contents):
            seen.contents[place] = None

    def _note_there(self, seen: Seen, place: str, path: Any) -> None:
        """Note an existing file, with its content unless that is private, as it has not been read yet."""
        if self._placeholders.private(path) is None:
            seen.contents[place] = _content(path)
        else:
            seen.contents[place] = NOT_READ
            seen.private.add(place)

    def _note_folder(self, seen: Seen, place: str, path: Any) -> None:
        """Note a folder that a call lists, with its files."""
        with os.scandir(path) as entries:
            for entry in list(entries)[:MOST_FILES]:
                inner = os.path.join(place, entry.name)
                if inner in seen.contents or inner in seen.made or entry.name.endswith(OF_PYTHON):
                    continue
                if entry.is_dir():
                    seen.contents[inner] = None
                elif entry.stat().st_size <= LONGEST:
                    self._note_there(seen, inner, entry.path)
        if not any(known.startswith(place + os.sep) for known in seen.contents):
            seen.contents.setdefault(place, None)

    def _place(self, path: Any) -> str | None:
        """Return a file's path relative to the start folder; None if it is elsewhere or belongs to Python."""
        if type(path) is bytes:
            path = os.fsdecode(path)
        if type(path) is not str or path.endswith(OF_PYTHON):
            return None
        place = os.path.relpath(os.path.abspath(path), self._start)
        return None if place.startswith(os.pardir) else place


def _passing_on(events: frozenset[str], hear: Callable[[str, tuple[Any, ...]], None]) -> AuditHook:
    """Create an audit hook that passes on some events.

    Each `id(x)` is an event. Python looks for an attribute of the hook before calling it, which takes so much
    longer with a method that programs that copy much would take half as long again.
    """

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if event in events:
            hear(event, arguments)

    return hook


def _note_opened(seen: Seen, place: str, arguments: tuple[Any, ...]) -> None:
    folder = os.path.dirname(place)
    is_written = bool(arguments[2] & WRITING) or any(mode in (arguments[1] or "") for mode in "wax")
    if place in seen.contents or place in seen.made or len(seen.contents) >= MOST_FILES:
        return
    if os.path.isfile(arguments[0]) and os.path.getsize(arguments[0]) <= LONGEST:
        seen.contents[place] = _content(arguments[0])
    elif is_written and folder and folder not in seen.made and not os.path.exists(arguments[0]):
        seen.contents.setdefault(folder, None)
    if is_written:
        seen.made.add(place)


def _content(path: Any) -> Content:
    with open(path, "rb") as stream:
        data = stream.read()
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {"bytes": data.decode("latin-1")}
