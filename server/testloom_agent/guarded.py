"""Run a program under the guard: `python -SB guarded.py --sandbox DIR -- -m pytest ARGS`, or `-- SCRIPT`.

With `-- --zygote`, it loads pytest and waits for programs to fork for (`pytest_zygote.py`).

Written tests are verified this way: they may write below DIR only, and use no network and no processes,
except for what each `--allow ENTRY` before `--` permits. Like the agent, it puts nothing of Testloom on
the program's import path. Python is started without packages, which are added once the guard is active.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from testloom_agent.guard import Guard
    from testloom_agent.guard.allowance import Allowance
    from testloom_agent.redaction.withheld import Imitate, WithheldValues

HERE = os.path.dirname(os.path.abspath(__file__))
MEMORY_BYTES = 4 << 30
USAGE = 2
Trusting: TypeAlias = Callable[[], AbstractContextManager[None]]
"""Returns a context in which the guard allows everything."""
APART = "--testloom-apart"
"""The option of pytest, from a plugin of Testloom, to run each test in a fork."""
ROOT, IGNORED, EVENTS = "--testloom-root=", "--testloom-ignored=", "--testloom-events="
"""Prefixes of pytest options: for the import root, the ignored files, and the events of the run.

The root may be a copy beside the sandbox. A plugin puts it on the path; the second option has the list of
files that git ignores there; the events contain nothing that was read from private files.
"""
MARK = ".private"
"""The suffix, after the name of the events file, of a file that exists if private files were read.

It is empty until the values read are removed from the events: the process may end before.
"""
ZYGOTE = "--zygote"
FORK, RECORD = "_testloom_fork", "_testloom_record"
"""The names in `sys` of the functions that fork this process and that begin to record calls.

Plugins of the tests find them there and remove them.
"""
JOURNAL, PROJECT = "--testloom-journal=", "--testloom-project="
"""Prefixes of pytest options: for the file that calls are recorded into, and the recorded folder."""


def main(arguments: list[str]) -> None:
    """Guard this process, then become the program."""
    options, program = _parted(arguments)
    if not program or options[:1] != ["--sandbox"] or set(options[2::2]) > {"--allow"}:
        sys.stderr.write(
            "usage: guarded.py --sandbox DIR [--allow ENTRY ...] -- (-m MODULE | SCRIPT) [ARG ...]\n"
        )
        sys.exit(USAGE)
    _leave_no_path()
    sandbox, withheld = os.path.realpath(options[1]), _withheld()
    allowance = _allowance(options[3::2])
    guard = _close_in(sandbox, allowance, withheld)
    _add_packages()
    if program == [ZYGOTE]:
        sandbox, program = _forked_for(guard, allowance)
    _admit_project(program)
    if root := _given(ROOT, program):
        guard.folders.project = os.path.join(os.path.realpath(root), "")
    _watch(withheld, sandbox, guard, program)
    _prepare_to_record(withheld, sandbox, guard, program)
    if APART in program and hasattr(os, "fork"):
        setattr(sys, FORK, guard.fork)
    try:
        _become(program)
    finally:
        _clean(withheld, program)


def _parted(arguments: list[str]) -> tuple[list[str], list[str]]:
    """Split the arguments into those before and those after `--`."""
    place = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:place], arguments[place + 1 :]


def _leave_no_path() -> None:
    """Import the agent as a package without its folder on `sys.path`."""
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != HERE]
    initial = os.path.join(HERE, "__init__.py")
    spec = spec_from_file_location("testloom_agent", initial, submodule_search_locations=[HERE])
    assert spec is not None and spec.loader is not None
    package = module_from_spec(spec)
    sys.modules["testloom_agent"] = package
    spec.loader.exec_module(package)


def _withheld() -> WithheldValues:
    from testloom_agent.redaction.withheld import WithheldValues

    return WithheldValues()


def _allowance(allowed: list[str]) -> Allowance:
    from testloom_agent.guard.allowance import allowance_of

    return allowance_of(allowed, os.getcwd())


def _close_in(sandbox: str, allowance: Allowance, withheld: WithheldValues) -> Guard:
    from testloom_agent.guard import install
    from testloom_agent.platform.landlock import restrict_writes
    from testloom_agent.platform.limits import limit_resources
    from testloom_agent.platform.processes import die_with_parent
    from testloom_agent.platform.seccomp import restrict_calls

    die_with_parent(os.getppid())
    temporary = os.path.join(sandbox, "tmp")
    os.makedirs(temporary, exist_ok=True)
    os.environ.update(TMPDIR=temporary, TEMP=temporary, TMP=temporary)
    limit_resources(MEMORY_BYTES)
    restrict_writes((sandbox, *allowance.places), network=bool(allowance.hosts))
    restrict_calls(network=bool(allowance.hosts), programs=bool(allowance.programs))
    return install(sandbox, allowance, withheld.note)


def _forked_for(guard: Guard, allowance: Allowance) -> tuple[str, list[str]]:
    """Serve programs; returns, in the process of each, its sandbox and the program to become."""
    from testloom_agent.pytest_zygote import serve

    return serve(guard, allowance.places, network=bool(allowance.hosts))


def _add_packages() -> None:
    from testloom_agent.packages import add_packages

    add_packages(())


def _admit_project(program: list[str]) -> None:
    """Make room for modules of the project, and let pytest find it for the filters of its configuration.

    It comes after all packages, so that it replaces nothing that pytest itself imports. A plugin moves it to
    the front later.
    """
    from testloom_agent.packages import forget_shadowed

    if root := _given(ROOT, program):
        forget_shadowed(root)
        sys.path.append(root)


def _watch(withheld: WithheldValues, sandbox: str, guard: Guard, program: list[str]) -> None:
    """Note what is read from private files, if the program says where the project is."""
    from testloom_agent.redaction.places import Places

    ignored = []
    if file := _given(IGNORED, program):
        with open(file, encoding="utf-8") as stream:
            ignored = json.load(stream)
    if root := _given(ROOT, program):
        withheld.tell = _marking(guard, _given(EVENTS, program))
        imitate = _imitation() if _given(JOURNAL, program) else None
        is_moved = root.startswith(os.path.join(os.path.dirname(sandbox), ""))
        project, ours = (_given(PROJECT, program), (sandbox, root)) if is_moved else (root, (sandbox,))
        withheld.watch(Places(project, ours, ignored, ()), guard.unseen, imitate)


def _imitation() -> Imitate:
    from testloom_agent.redaction.private_modules import imitated

    return partial(imitated, is_cautious=True)


def _prepare_to_record(withheld: WithheldValues, sandbox: str, guard: Guard, program: list[str]) -> None:
    """Let a plugin record calls, if the program names a file for them.

    Then private files have other contents: nothing that is derived from these is recorded.
    """
    if journal := _given(JOURNAL, program):
        from testloom_agent.guard.reading import serve_readers
        from testloom_agent.recording.beginning import begin_patiently

        serve_readers(guard, sandbox, withheld.contents)
        project, ignored = _given(PROJECT, program), _given(IGNORED, program)
        setattr(sys, RECORD, partial(begin_patiently, journal, project, sandbox, ignored))


def _marking(guard: Guard, events: str) -> Callable[[str], None]:
    """Create the function that leaves a mark beside the events when a private file is read."""
    path, opening, closing = events + MARK, os.open, os.close

    def mark(_source: str) -> None:
        if events:
            with guard.unseen():
                closing(opening(path, os.O_WRONLY | os.O_CREAT, 0o600))

    return mark


def _clean(withheld: WithheldValues, program: list[str]) -> None:
    """Remove withheld values from the events, and mark that this is done."""
    events = _given(EVENTS, program)
    if os.path.exists(events) and os.path.exists(events + MARK):
        with open(events, encoding="utf-8", errors="replace") as stream:
            lines = stream.read().split("\n")[:-1]
        with open(events, "w", encoding="utf-8") as stream:
            stream.writelines(_shown(line, withheld) for line in lines)
        with open(events + MARK, "w", encoding="utf-8") as stream:
            stream.write("clean\n")


def _shown(line: str, withheld: WithheldValues) -> str:
    """Return an event without withheld values; nothing for a line that is not an event, written by a test."""
    try:
        return json.dumps(withheld.answer(json.loads(line))) + "\n"
    except ValueError:
        return "\n"


def _given(option: str, program: list[str]) -> str:
    """Return the value of an option of the program; empty if it is missing."""
    return next((word.removeprefix(option) for word in program if word.startswith(option)), "")


def _become(program: list[str]) -> None:
    if program[0] == "-m":
        sys.argv[:] = program[1:]
        sys.path.insert(0, os.getcwd())
        runpy.run_module(program[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv[:] = program
        sys.path.insert(0, os.path.dirname(os.path.abspath(program[0])))
        runpy.run_path(program[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
