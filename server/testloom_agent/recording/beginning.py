"""The start of a recording: normally, under a debugger, or patiently if others limit the program's time."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from testloom_agent.recording.calls.callees import Call, Callee
from testloom_agent.recording.calls.sampling import OF_EACH_SHAPE
from testloom_agent.recording.imports import Finder, RecordedFiles, wrap_imported
from testloom_agent.recording.journal import Journal
from testloom_agent.recording.recorder import PLAIN, Recorder, Result
from testloom_agent.recording.values.recipes import MAIN
from testloom_agent.redaction.places import AGENT, Places
from testloom_agent.redaction.secrets import without_secrets

VARIABLE = "TESTLOOM_RECORD"
"""The environment variable with the recording: JSON with `journal`, `root`, `include`, `ignored`."""
ELSEWHERE = tuple(
    os.path.join(*parts)
    for parts in (("debugpy", "adapter"), ("debugpy", "launcher"), ("testloom_agent", "record.py"))
)
"""Scripts of processes that are not part of the program, or that start their own recording."""


def begin(
    journal: str,
    root: str,
    include: Sequence[str],
    program: Sequence[str],
    main: str = "__main__",
    ignored: str | None = None,
) -> Finder:
    """Record what files below a root define, if they match one of the patterns where there are any.

    What is imported already, the main program apart, and what is from now on is recorded; the finder that is
    returned sees to the latter. `main` is the name under which tests import what the main program defines.
    The file `ignored` lists what git ignores, which is private.

    Raises:
        OSError: if that file cannot be read; then nothing is recorded.
    """
    own = program[:1]
    places = Places(os.path.realpath(root), _ours(), _ignored(ignored), own, is_guarded=False)
    recorder = recorder_for(_journal(journal, root, program), main, places)
    return _begun(RecordedFiles(os.path.realpath(root), tuple(include)), recorder)


def begin_patiently(journal: str, root: str, sandbox: str, ignored: str) -> Mapping[str, int]:
    """Record what files below a root define so that the same run gives the same recording.

    It takes the time that it takes; whoever asks for it limits that. What lies in the sandbox is not private.
    What is returned goes on counting the calls of each module that were kept.
    """
    opened = _journal(journal, root, sys.argv)
    places = Places(os.path.realpath(root), [*_ours(), sandbox], _ignored(ignored or None), own=())
    _begun(RecordedFiles(os.path.realpath(root), ()), PatientRecorder(opened, MAIN, places))
    return opened.kept


def begin_as_told() -> None:
    """Record what the environment asks for."""
    told = os.environ.get(VARIABLE)
    if told and not any(part.endswith(ELSEWHERE) for part in sys.orig_argv):
        options = json.loads(told)
        ignored = options.get("ignored")
        begin(options["journal"], options["root"], options["include"], sys.orig_argv[1:], ignored=ignored)


def _journal(file: str, root: str, program: Sequence[str]) -> Journal:
    about = {"root": os.path.realpath(root), "program": without_secrets(program), "python": sys.executable}
    return Journal(file, about)


def _begun(scope: RecordedFiles, recorder: Recorder) -> Finder:
    finder = Finder(scope, recorder)
    wrap_imported(finder)
    sys.meta_path.insert(0, finder)
    sys.setrecursionlimit(2 * sys.getrecursionlimit())  # for Python, each recorded call is two calls
    return finder


def _ignored(file: str | None) -> list[str]:
    if file is None:
        return []
    with open(file, encoding="utf-8") as stream:
        places: list[str] = json.load(stream)
    return places


def _ours() -> list[str]:
    """List the folders of the recorder, and of a debugger that does not belong to the program."""
    debugger = getattr(sys.modules.get("debugpy"), "__file__", None)
    return [AGENT] if debugger is None else [AGENT, os.path.dirname(os.path.dirname(debugger))]


class UnseenRecorder(Recorder):
    """A recorder that tells the debugger, by `look`, whether to trace the calling thread.

    Users do not want to step through the recorder. It is not enough for the debugger to hide the recorder's
    files: the recorder also calls the standard library, into which a user may want to step elsewhere.
    """

    def __init__(self, journal: Journal, main: str, places: Places, look: Callable[[bool], object]) -> None:
        super().__init__(journal, main, places)
        self._look = look

    def aside(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Do what is none of the program's work, and nothing to step through."""
        self._look(False)
        try:
            return work(*arguments)
        finally:
            self._look(True)

    def enter(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        """Take the values as they are; None if the call is of no interest."""
        return self.aside(super().enter, callee, args, kwargs)

    def leave(self, call: Call, result: Any, error: BaseException | None) -> None:
        """Write the call down with how it ended."""
        self.aside(super().leave, call, result, error)


def recorder_for(journal: Journal, main: str, places: Places) -> Recorder:
    """Create a recorder that takes account of the debugger if this process has one."""
    look = getattr(sys.modules.get("debugpy"), "trace_this_thread", None)
    if look is None:
        return Recorder(journal, main, places)
    return UnseenRecorder(journal, main, places, look)


class PatientRecorder(Recorder):
    """A recorder for programs whose time others limit: the same run gives the same recording.

    Which calls are skipped depends only on how many there are, not on the time that it takes to inspect them.
    Of calls with objects of the same shape it keeps only the first, as these take long to inspect.
    """

    def _taken(self, callee: Callee, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Call | None:
        given = args[1:] if callee.is_constructor or callee.of_class is not None else args
        is_plain = all(type(value) in PLAIN for value in (*given, *kwargs.values()))
        callee.sampler.of_each_shape = OF_EACH_SHAPE if is_plain else 1
        return super()._taken(callee, args, kwargs)

    def _missing(self, more: int) -> float:
        return 0.0

    def _tire(self, callee: Callee, call: Call | None, nanoseconds: int) -> None:
        """Do nothing, so that the next call is recorded like this one, however long that took."""

    def _pause(self, callee: Callee) -> None:
        """Skip calls if there has been nothing new for long, but let no wrapper sleep."""
        callee.quiet = callee.sampler.pause
