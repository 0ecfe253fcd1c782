"""The audit hook: decides which operations the subject may perform.

The hook is closed over everything it needs, so that changing a module's globals does not disarm it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import get_ident
from types import FrameType
from typing import Any, TypeAlias

from testloom_agent.guard.allowance import NOTHING, Allowance
from testloom_agent.guard.answers import answer_imports, is_importing
from testloom_agent.guard.back_doors import watch_back_doors, watch_sockets
from testloom_agent.guard.databases import make_sqlite_rule
from testloom_agent.guard.events import (
    CHANGES_ENTRY,
    CHANGES_TARGET,
    IN_MEMORY,
    LONGEST_NAME,
    LOOK_UPS,
    NAMED,
    OF_TERMINALS,
    REFUSED,
    TYPE_INTO_TERMINAL,
)
from testloom_agent.guard.folders import Folders, watch_folders
from testloom_agent.guard.hosts import is_numeric
from testloom_agent.guard.semaphores import within_process
from testloom_agent.guard.shared_memory import redirect
from testloom_agent.platform import processes

Rule: TypeAlias = Callable[[tuple[Any, ...]], "str | None"]
"""Returns what is refused about an event with these arguments, or None if the event is allowed."""
Reading: TypeAlias = Callable[[Any], "str | None"]
"""Takes a path that is read, and returns what is refused about reading it."""
Refusal: TypeAlias = Callable[[str, "tuple[Any, ...]", FrameType], object]
"""Takes a refused event, its arguments and the frame that caused it."""
Inside: TypeAlias = Callable[..., bool]
"""Whether a path is below the scratch folder.

The path is relative to the open folder given second, if any.
"""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_TRUNC
STANDARD_STREAMS = frozenset({0, 1, 2})
"""Descriptors that may be passed as a path by accident: opening and closing one closes it for everyone."""
HARMLESS = (os.devnull,)
OF_SYSTEM = ("/proc/", "/sys/", "/usr/", "/etc/mime.types/", "/etc/localtime/", "/etc/timezone/")
"""System paths that libraries read for themselves, such as the available memory; real paths, with a slash."""
MOST_DENIALS = 50
AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIBRARY = os.path.dirname(os.__file__)
INSTALLED = "site-packages"
OF_TYPES = "mimetypes.py"
"""The module of Python's library that reads the types of files from the system."""
FINDERS = "<frozen importlib"
"""The prefix of the file of code that lists a folder to find modules."""


class Denied(PermissionError):
    """The subject tried an operation that the guard refuses."""


class Guard:
    """What the guard has observed.

    Attributes:
        denials: refused operations as phrases such as "write to '/x'", and reads outside of `readable`, once
            each.
        at_import: operations refused while a module was imported: libraries try things then, such as whether
            there is a network, and do without.
        wrote: whether the sandbox has changed; whoever restores it resets this.
        moved: whether the working directory has changed; reset likewise.
        folders: folders of the project that code has ensured, but that were not made.
        readable: prefixes of paths that a test may read unreported, each with a slash at its end; empty as
            long as everything may be read.
        project: the folder of the project, with a slash at its end; empty as long as it does not matter who
            reads.
        paths: accesses to the file system since these were last taken: `file`, `listing` or `folder`
            (something was written), and the path as it was given.
        note_refusal: called for each refusal, except while a module is imported.
    """

    __slots__ = (
        "_forks",
        "_served",
        "_trusted",
        "at_import",
        "denials",
        "folders",
        "moved",
        "note_refusal",
        "paths",
        "project",
        "readable",
        "wrote",
    )

    def __init__(self) -> None:
        self.denials: list[str] = []
        self.at_import: list[str] = []
        self.wrote = False
        self.moved = False
        self.folders = Folders()
        self.paths: list[tuple[str, Any]] = []
        self.readable: tuple[str, ...] = ()
        self.project = ""
        self.note_refusal: Refusal = lambda event, arguments, frame: None
        self._forks = False
        self._served = 0
        self._trusted: set[int] = set()
        """The threads in which the agent itself is at work; threads of the subject may run meanwhile."""

    @property
    def is_trusting(self) -> bool:
        """Whether the agent itself is at work in this thread."""
        return get_ident() in self._trusted

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Let this thread read a private file, since it gets other contents."""
        self._served = get_ident()
        try:
            yield
        finally:
            self._served = 0

    @contextmanager
    def trusting(self) -> Iterator[None]:
        """Let the agent itself do in this thread what the subject may not."""
        self._trusted.add(get_ident())
        try:
            yield
        finally:
            self._trusted.discard(get_ident())

    def fork(self) -> int:
        """Fork for the agent itself; what code under test has registered for that moment is guarded."""
        known = len(self.denials)
        self._forks = True
        try:
            return processes.fork()
        finally:
            self._forks = False
            del self.denials[known:]

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Let the agent itself read what is no business of the subject's."""
        known = len(self.paths)
        with self.trusting():
            yield
        del self.paths[known:]

    @contextmanager
    def doubting(self) -> Iterator[Callable[[], bool]]:
        """Try what nobody has asked for: forget what it was refused, and tell only that it was."""
        known = len(self.denials)
        try:
            yield lambda: len(self.denials) > known
        finally:
            del self.denials[known:]

    def deny(self, what: str) -> None:
        """Note what code was refused by others, such as the kernel."""
        if len(self.denials) < MOST_DENIALS and what not in self.denials:
            self.denials.append(what)

    def take_denials(self) -> list[str]:
        """Return the denials since the last call, and forget them."""
        taken = self.denials[:]
        self.denials.clear()
        return taken


def install(sandbox: str, allowance: Allowance = NOTHING, note_reading: Reading = lambda path: None) -> Guard:
    """Watch this process from now on; only below `sandbox` may it change files. There is no way back.

    `allowance` is what the user allows besides; `note_reading` gets the path of each file that is read.
    """
    guard = Guard()
    redirect()
    within_process()
    answer_imports(guard.trusting)
    watch_back_doors()
    watch_sockets()
    real = os.path.realpath(sandbox)
    is_free = _make_inside((real, *allowance.places), follow=False)
    watch_folders(guard.folders, is_free, lambda: guard.is_trusting, guard.unseen)
    sys.addaudithook(_make_hook(guard, _make_rules(guard, real, allowance, note_reading)))
    return guard


def _make_hook(guard: Guard, rules: dict[str, Rule]) -> Callable[[str, tuple[Any, ...]], None]:
    find, denied, size, this_thread, frame_of = rules.get, Denied, len, get_ident, sys._getframe
    outside, at_import, trusted = guard.denials, guard.at_import, guard._trusted

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        rule = find(event)
        if rule is None or (trusted and this_thread() in trusted):
            return
        what = rule(arguments)
        if what is not None:
            denials = at_import if is_importing() else outside
            if size(denials) < MOST_DENIALS and what not in denials:
                denials.append(what)
            if denials is outside:
                guard.note_refusal(event, arguments, frame_of(1))
            raise denied(f"Testloom's guard does not allow the code under test to {what}")

    return hook


def _make_rules(guard: Guard, sandbox: str, allowance: Allowance, note_reading: Reading) -> dict[str, Rule]:
    writable = (sandbox, *allowance.places)
    inside, entry_inside = _make_inside(writable, follow=True), _make_inside(writable, follow=False)
    rules: dict[str, Rule] = {
        "open": _make_open_rule(guard, inside, note_reading),
        "os.chdir": _make_chdir_rule(guard),
    }
    for event, places in CHANGES_ENTRY.items():
        rules[event] = _make_change_rule(guard, entry_inside, event, places)
    for event, places in CHANGES_TARGET.items():
        rules[event] = _make_change_rule(guard, inside, event, places)
    for events, what in REFUSED.items():
        for event in events:
            rules[event] = _refuse(what, event, allowance.exception(event))
    rules["os.fork"] = _make_fork_rule(guard, rules["os.fork"])
    rules["fcntl.ioctl"] = _make_device_rule(rules["fcntl.ioctl"])
    for event in LOOK_UPS:
        rules[event] = _make_look_up_rule(rules[event])
    rules["sqlite3.connect"] = make_sqlite_rule(guard, inside)
    rules["os.listdir"] = rules["os.scandir"] = _make_listing_rule(guard)
    rules["ctypes.cdata/buffer"], rules["ctypes.cdata"] = _make_memory_rules()
    return rules


def _refuse(what: str, event: str, is_allowed: Callable[[tuple[Any, ...]], bool]) -> Rule:
    """Make the rule that refuses an event, and tells what it is about: the program, the host, the address."""
    place, show, kind_of, texts, longest = NAMED.get(event), repr, type, (str, bytes), LONGEST_NAME

    def rule(arguments: tuple[Any, ...]) -> str | None:
        if is_allowed(arguments):
            return None
        named = None if place is None else arguments[place]
        if kind_of(named) in (list, tuple) and named:
            named = named[0]
        if kind_of(named) in texts and named:
            return f"{what} ({event}: {show(named)[:longest]})"
        return f"{what} ({event})"

    return rule


def _make_fork_rule(guard: Guard, refuse: Rule) -> Rule:
    def rule(arguments: tuple[Any, ...]) -> str | None:
        is_ours, guard._forks = guard._forks, False
        return None if is_ours else refuse(arguments)

    return rule


def _make_look_up_rule(refuse: Rule) -> Rule:
    """Make the rule for looking up hosts: numeric addresses need no network."""
    harmless = is_numeric

    def rule(arguments: tuple[Any, ...]) -> str | None:
        return None if harmless(arguments[0]) else refuse(arguments)

    return rule


def _make_device_rule(refuse: Rule) -> Rule:
    """Make the rule for controlling devices: only terminals, but nothing is typed into them."""
    harmless, typing = OF_TERMINALS, TYPE_INTO_TERMINAL

    def rule(arguments: tuple[Any, ...]) -> str | None:
        request = arguments[1]
        return None if request in harmless and request != typing else refuse(arguments)

    return rule


def _make_inside(places: Iterable[str], follow: bool) -> Inside:
    """Make the check of paths; without `follow`, it checks a symbolic link itself, not its target."""
    realpath, decode, join, readlink = os.path.realpath, os.fsdecode, os.path.join, os.readlink
    split, number, kind_of = os.path.split, int, isinstance
    below = tuple([place + os.sep for place in places])

    def locate(path: Any, folder: Any) -> str:
        text = decode(path)
        if kind_of(folder, number) and folder >= 0:
            text = join(readlink(f"/proc/self/fd/{folder}"), text)
        if follow:
            return realpath(text)
        parent, name = split(text.rstrip("/"))
        return join(realpath(parent or "."), name)

    def inside(path: Any, folder: Any = None) -> bool:
        try:
            if kind_of(path, number):  # an open file, perhaps outside and open for reading
                path = readlink(f"/proc/self/fd/{path}")
                if path.startswith(IN_MEMORY):
                    return True
            return path in HARMLESS or (locate(path, folder) + "/").startswith(below)
        except (OSError, TypeError, ValueError):
            return False

    return inside


def _make_reading_note(guard: Guard) -> Callable[[Any], None]:
    """Make the hook for reading, which is allowed anywhere, but reported outside of `guard.readable`."""
    realpath, decode, kind_of, number = os.path.realpath, os.fsdecode, isinstance, int
    system, of_project = OF_SYSTEM, _is_read_by

    def note(path: Any) -> None:
        if not guard.readable or kind_of(path, number):
            return
        try:
            text = decode(path or ".")
            place = realpath(text) + "/"
        except (OSError, TypeError, ValueError):
            return
        if INSTALLED in text and ".." not in text and text.startswith(guard.readable):
            return  # installers may link packages into a cache
        if place.startswith(guard.readable) or len(guard.denials) >= MOST_DENIALS or is_importing():
            return
        if place.startswith(system) and not of_project(guard.project):
            return
        what = f"read {path!r} on this machine"
        if what not in guard.denials:
            guard.denials.append(what)

    return note


def _is_read_by(
    project: str, library: str = LIBRARY, agent: str = AGENT, own: str = os.path.join(LIBRARY, OF_TYPES)
) -> bool:
    """Check whether the project's code reads, perhaps through Python's library, and not another library.

    Nor does it read what a module of Python's library reads for itself, such as the types of files.
    """
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        file = frame.f_code.co_filename
        is_between = file.startswith(("<", agent)) or (file.startswith(library) and INSTALLED not in file)
        is_between = is_between and file != own
        if not is_between:
            return file.startswith(project) and INSTALLED not in file
        frame = frame.f_back
    return True


def _make_listing_rule(guard: Guard) -> Rule:
    note, paths, size, frame_of = _make_reading_note(guard), guard.paths, len, sys._getframe
    of_project = _is_read_by

    def rule(arguments: tuple[Any, ...]) -> str | None:
        known = size(paths)
        place = arguments[0] or "."
        note(arguments[0])
        is_finder = frame_of(2).f_code.co_filename.startswith(FINDERS)
        is_told = guard.folders.is_listed(place) and not (is_finder or is_importing())
        if is_told and of_project(guard.project):
            guard.denials.append(f"list {place!r}, where a folder was to be made")
        paths[known:] = [("listing", place)]
        return None

    return rule


def _make_open_rule(guard: Guard, inside: Inside, note_reading: Reading) -> Rule:
    writing, standard, kind_of, number, size = WRITING, STANDARD_STREAMS, isinstance, int, len
    this_thread = get_ident
    note, paths = _make_reading_note(guard), guard.paths

    def rule(arguments: tuple[Any, ...]) -> str | None:
        path, _mode, flags = arguments
        if kind_of(path, number):
            return f"take over the open file {path!r}" if path in standard else None
        known = size(paths)
        if not flags & writing:
            note(path)
            refused = None if guard._served == this_thread() else note_reading(path)
            paths[known:] = [("file", path)]
            return refused
        is_inside = inside(path)
        paths[known:] = [("folder", path)]
        guard.wrote = guard.wrote or is_inside
        return None if is_inside else f"write to {path!r}"

    return rule


def _make_change_rule(
    guard: Guard, inside: Inside, event: str, places: tuple[tuple[int, int | None], ...]
) -> Rule:
    action, paths, size = event.partition(".")[2], guard.paths, len

    def rule(arguments: tuple[Any, ...]) -> str | None:
        guard.wrote = True
        known = size(paths)
        for path, folder in places:
            if not inside(arguments[path], None if folder is None else arguments[folder]):
                paths[known:] = [("folder", arguments[path])]
                return f"{action} {arguments[path]!r}"
        paths[known:] = [("folder", arguments[places[0][0]])]
        return None

    return rule


def _make_chdir_rule(guard: Guard) -> Rule:
    def rule(arguments: tuple[Any, ...]) -> str | None:
        guard.moved = True
        return f"enter {arguments[0]!r}" if guard.folders.is_ensured(arguments[0]) else None

    return rule


def _make_memory_rules() -> tuple[Rule, Rule]:
    """Make the rules for memory: C data may be in a buffer, as in `multiprocessing`, but not at an address.

    The first kind raises both events, one right after the other; the second kind only the last.
    """
    buffers: list[None] = []

    def in_buffer(_arguments: tuple[Any, ...]) -> str | None:
        buffers.append(None)
        return None

    def at_address(_arguments: tuple[Any, ...]) -> str | None:
        if buffers:
            buffers.clear()
            return None
        return "access raw memory (ctypes.cdata)"

    return in_buffer, at_address
