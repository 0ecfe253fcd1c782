"""Run a program and record the calls of the project's functions.

Usage: `python -B record.py OPTIONS -- SCRIPT ARGS` or `-- -m MODULE ARGS`. OPTIONS are `--journal FILE`,
`--root DIR`, any number of `--include GLOB`, `--name MODULE`, the name under which tests import the script,
and `--ignored FILE`, which lists the files that git ignores. The program behaves as it would without this,
and nothing of Testloom is on its import path.
"""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location

HERE = os.path.dirname(os.path.abspath(__file__))
USAGE = 2


def main(arguments: list[str]) -> None:
    """Begin to record, then become the program."""
    if "--" not in arguments or arguments[-1] == "--":
        sys.stderr.write("usage: record.py --journal FILE --root DIR [--include GLOB ...] -- PROGRAM ARGS\n")
        sys.exit(USAGE)
    place = arguments.index("--")
    options = list(zip(arguments[:place:2], arguments[1:place:2], strict=False))
    _leave_no_path()
    _record(
        dict(options),
        [v for n, v in options if n == "--include"],
        arguments[place + 1 :],
    )


def _leave_no_path() -> None:
    """Import the agent as a package without its folder on `sys.path`."""
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != HERE]
    if "testloom_agent" in sys.modules:
        return  # it is imported through the environment's path
    spec = spec_from_file_location(
        "testloom_agent", os.path.join(HERE, "__init__.py"), submodule_search_locations=[HERE]
    )
    assert spec is not None and spec.loader is not None
    package = sys.modules["testloom_agent"] = module_from_spec(spec)
    spec.loader.exec_module(package)


def _record(options: dict[str, str], include: list[str], program: list[str]) -> None:
    known = set(sys.modules)
    from testloom_agent.packages import forget_shadowed
    from testloom_agent.recording.beginning import begin
    from testloom_agent.recording.imports import run_main
    from testloom_agent.recording.tracebacks import hide_recorder

    name = options.get("--name", "__main__")
    finder = begin(options["--journal"], options["--root"], include, program, name, options.get("--ignored"))
    is_module = program[0] == "-m"
    folder = os.getcwd() if is_module else os.path.dirname(os.path.abspath(program[0]))
    sys.path.insert(0, folder)
    forget_shadowed(folder, sys.stdlib_module_names & (set(sys.modules) - known))
    if is_module:
        sys.argv[:] = program[1:]
        file, name, package = _module(program[1])
        sys.argv[0] = file
    else:
        sys.argv[:] = program
        file, package = os.path.join(os.getcwd(), program[0]), None
    try:
        run_main(file, name, package, finder.scope, finder.recorder)
    except BaseException:
        hide_recorder()
        raise


def _module(name: str) -> tuple[str, str, str]:
    """Find the file of a module to run, its full name and its package."""
    spec = find_spec(name)
    if spec is not None and spec.submodule_search_locations is not None:
        name = f"{name}.__main__"
        spec = find_spec(name)
    if spec is None or spec.origin is None:
        sys.stderr.write(f"{sys.executable}: No module named {name}\n")
        sys.exit(1)
    return spec.origin, name, name.rpartition(".")[0]


if __name__ == "__main__":
    main(sys.argv[1:])
