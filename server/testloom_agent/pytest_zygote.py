"""A process that has loaded pytest, and forks for each run of a test file that is requested.

The client writes a line of JSON for each run: `run` (its number), `program` (as on a command line of
`guarded.py`), `directory`, `variables`, `output` (the file for all of its output), `sandbox`,
`background` (whether it runs at low priority) and `fresh`; or, to end a run, `end` with its number. The
process answers with a line for each run that is over: `ended` and `status`, as in `subprocess`. When
its standard input ends, it ends with all of its runs. It becomes the run that is to be `fresh` itself, which
is possible once, while a fork serves the following ones.

A run is as in a fresh interpreter except for settings made when Python starts: the hash seed and the
locale.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import random
import select
import sys
import tempfile
import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from importlib import metadata
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from testloom_agent.platform import processes
from testloom_agent.platform.landlock import restrict_writes

if TYPE_CHECKING:
    from testloom_agent.guard import Guard

SECONDS_BETWEEN_LOOKS = 0.01
INSTALLED = "site-packages"
"""The folder of installed packages, which are not part of the project; other plugins may be."""
PRELOADED = ("pytest", "coverage.cmdline", "coverage.jsonreport")
"""Modules that each run imports before anything of the project, besides pytest's own plugins."""
PLUGINS = "pytest11"
"""The group of entry points by which pytest finds its plugins."""
UNUSED = ("randomly",)
"""Installed plugins, by their names, that each run is told to leave out: this one imports all of NumPy."""


class _Runs:
    """The runs under way, and the pipes to the client that requests them."""

    def __init__(self, guard: Guard) -> None:
        self._guard = guard
        self._requests = os.dup(0)
        self._answers = os.dup(1)
        self._unread = b""
        self._pids: dict[int, int] = {}
        devnull = os.open(os.devnull, os.O_RDWR)
        for standard in (0, 1):
            os.dup2(devnull, standard)
        os.close(devnull)

    def next(self) -> dict[str, Any] | None:
        """The next request, in the meantime telling what has ended; None if nobody asks any more."""
        while b"\n" not in self._unread:
            ready = select.select([self._requests], [], [], SECONDS_BETWEEN_LOOKS if self._pids else None)[0]
            if ready:
                chunk = os.read(self._requests, 1 << 16)
                if not chunk:
                    return None
                self._unread += chunk
            self._reap()
        line, _, self._unread = self._unread.partition(b"\n")
        request: dict[str, Any] = json.loads(line)
        return request

    def fork(self, number: int) -> int:
        """Fork for a run; 0 in the process of the run, which has none of the pipes."""
        pid = self._guard.fork()
        if pid:
            self._pids[number] = pid
        else:
            self.close()
        return pid

    def hand_over(self) -> bool:
        """Have a fork serve from now on; True in this process, which has none of the pipes any more."""
        if self._guard.fork():
            self.close()
            return True
        with self._guard.trusting():
            processes.lead_group()
        return False

    def close(self) -> None:
        """Leave the pipes: nobody is answered from here any more."""
        os.close(self._requests)
        os.close(self._answers)

    def end(self, number: int) -> None:
        """Kill a run, with all that it has started."""
        if (pid := self._pids.get(number)) is not None:
            self._end(pid)

    def end_all(self) -> None:
        """Kill all runs."""
        for pid in self._pids.values():
            self._end(pid)

    def _reap(self) -> None:
        for number, pid in list(self._pids.items()):
            status = processes.status_of(pid, wait=False)
            if status is not None:
                del self._pids[number]
                self._kill(pid)
                code = os.waitstatus_to_exitcode(status)
                os.write(self._answers, json.dumps({"ended": number, "status": code}).encode() + b"\n")

    def _end(self, pid: int) -> None:
        self._kill(pid)
        with self._guard.trusting():
            processes.kill(pid)  # a process that was just forked may not lead a group yet

    def _kill(self, pid: int) -> None:
        with self._guard.trusting():
            processes.kill_group(pid)


def serve(guard: Guard, places: Iterable[str], *, network: bool) -> tuple[str, list[str]]:
    """Serve runs until nobody asks for any; returns, in the process of each run, its sandbox and program.

    The process of a run may write below its own sandbox and in these `places` only, as the kernel sees to it.
    """
    preload()
    runs = _Runs(guard)
    client, serving = os.getppid(), os.getpid()
    while (request := runs.next()) is not None:
        if "end" in request:
            runs.end(request["end"])
        elif request["fresh"]:
            if runs.hand_over():
                _become_run(request, guard, client, places, network=network)
                return request["sandbox"], request["program"]
            serving = os.getpid()
        elif runs.fork(request["run"]) == 0:
            with guard.trusting():
                processes.lead_group()
            _become_run(request, guard, serving, places, network=network)
            return request["sandbox"], request["program"]
    runs.end_all()
    os._exit(0)  # there is nothing to tidy up, and whoever ends it waits


def preload() -> None:
    """Import what runs begin with; collections of garbage in them then have less to look through.

    There are none in between: next to nothing of what is made here becomes garbage.
    """
    gc.disable()
    searched, known = tuple(sys.path), with_plugins()
    for name in (*PRELOADED, *modules_of_plugins(known)):
        with suppress(Exception):  # the run itself reports the error
            importlib.import_module(name)
    narrow_search(searched, known)
    gc.collect()
    gc.freeze()
    gc.enable()


def with_plugins() -> list[metadata.Distribution]:
    """Find the installed distributions that have plugins of pytest."""
    return [
        installed
        for installed in metadata.distributions()
        if any(entry.group == PLUGINS for entry in installed.entry_points)
    ]


def narrow_search(searched: Collection[str], known: Sequence[metadata.Distribution]) -> None:
    """Let searches for all distributions go through no searched folder, and give the known ones instead.

    Pytest searches several times in each run; reading what is noted of all installed packages takes a third
    of it. A plugin of Testloom ends this before code of the project could search.
    """
    search = metadata.distributions

    @wraps(search)
    def distributions(**context: Any) -> Iterator[metadata.Distribution]:
        if context:
            yield from search(**context)
        else:
            yield from known
            yield from search(path=[folder for folder in sys.path if folder not in searched])

    vars(metadata)["distributions"] = distributions


def modules_of_plugins(distributions: Iterable[metadata.Distribution]) -> Iterator[str]:
    """Name the modules of pytest's own plugins, and the packages that come with those of distributions."""
    with suppress(ImportError):
        yield from (f"_pytest.{name}" for name in importlib.import_module("_pytest.config").default_plugins)
    packages, modules = list[str](), list[str]()
    for installed in distributions:
        used = [entry for entry in installed.entry_points if entry.group == PLUGINS]
        if used := [entry for entry in used if entry.name not in UNUSED]:
            packages += _packages_of(installed)
            modules += (entry.module for entry in used)
    for name in dict.fromkeys([*packages, *modules]):
        found = find_spec(name.partition(".")[0])
        if found is not None and INSTALLED in (found.origin or "").split(os.sep):
            yield name


def _packages_of(installed: metadata.Distribution) -> list[str]:
    """List the names by which a distribution is imported, from its metadata or its files.

    `metadata.packages_distributions` reads the metadata of all distributions, which takes a third of the
    start.
    """
    if declared := (installed.read_text("top_level.txt") or "").split():
        return declared
    files = (file for file in installed.files or () if file.suffix == ".py")
    names = (file.parts[0] if len(file.parts) > 1 else file.stem for file in files)
    return [name for name in dict.fromkeys(names) if name.isidentifier()]


def _become_run(
    request: dict[str, Any], guard: Guard, parent: int, places: Iterable[str], *, network: bool
) -> None:
    """Make this process what an interpreter started for this run would be."""
    with guard.trusting():
        if request["background"]:
            processes.lower_priority()
        processes.die_with_parent(parent)
        restrict_writes((request["sandbox"], *places), network=network)
        output = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        for standard in (1, 2):
            os.dup2(output, standard)
        os.close(output)
        os.chdir(request["directory"])
    os.environ.clear()
    os.environ.update(request["variables"])
    time.tzset()
    tempfile.tempdir = None
    random.seed()
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
