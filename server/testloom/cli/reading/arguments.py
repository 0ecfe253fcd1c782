"""Parsing of the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from testloom import __version__
from testloom.cli.reading import shared, values
from testloom.model.errors import UsageError
from testloom.model.settings import STRATEGIES

_EXITS = """\
exit status:
  0  tests were written, or nothing was left to cover
  1  nothing could be generated; the reasons are listed
  2  invalid command line
"""

RECORDING = "recording.testloom"
"""The default name of the file that calls are recorded into."""


class _Parser(argparse.ArgumentParser):
    """An argument parser that raises errors instead of printing them, so that every error reads alike."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}.", f"See `{self.prog} --help`.")


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command and its options, `command` naming the command.

    Raises:
        UsageError: if there is no such command or option, or a value is invalid.
        SystemExit: after `--help` and `--version`.
    """
    parser = _Parser(
        prog="testloom",
        description="Generate the unit tests that Python code is missing, as plain pytest files.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"testloom {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for add in (
        _add_generate,
        _add_integrate,
        _add_continuous,
        _add_record,
        _add_carve,
        _add_coverage,
        _add_test,
        _add_explain,
        _add_doctor,
        _add_serve,
    ):
        add(commands)
    return parser.parse_args(argv)


_Commands = argparse._SubParsersAction


def _add_generate(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "generate",
        help="write tests for files, classes, functions or lines",
        description="Write pytest tests for files, classes, functions or lines.",
        epilog=_EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "targets",
        nargs="+",
        metavar="TARGET",
        help="FILE, FILE::Class, FILE::Class.method or FILE::function; append :LINE for the code on one "
        "line, :LINE:true or :LINE:false for one outcome of its condition",
    )
    _add_options(parser)


def _add_integrate(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "integrate",
        help="write integration tests for a caller and a callee",
        description="Write pytest integration tests for a caller and a callee. They target the branches of\n"
        "the caller that lead to a call, and the branches of the callee that the call may take.",
        epilog=_EXITS,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    for name in ("caller", "callee"):
        parser.add_argument(
            "targets",
            action="append",
            metavar=name.upper(),
            help="FILE::Class or FILE::function; FILE for the functions of a module",
        )
    _add_options(parser)


def _add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of all commands that search for tests."""
    shared.add_python(parser)
    parser.add_argument(
        "--root",
        metavar="DIR",
        help="project's import root (the folder that imports are resolved from; default: detected)",
    )
    shared.add_out(parser)
    parser.add_argument(
        "--recording", metavar="FILE", help="seed the search with calls recorded by `testloom record`"
    )
    parser.add_argument(
        "--budget",
        type=values.seconds,
        metavar="SECONDS",
        help="seconds for a file once it is imported, most of them for the search (default: 20); the proof "
        "takes up to a third more",
    )
    shared.add_seed(parser)
    parser.add_argument(
        "--executions",
        type=values.executions,
        metavar="N",
        help="instead of --budget: stop after N test cases",
    )
    shared.add_without(parser)
    shared.add_allow(parser)
    parser.add_argument(
        "--findings",
        action="store_true",
        default=None,
        help="also write tests for undocumented exceptions, instead of only reporting them",
    )
    shared.add_json(parser)


def _add_continuous(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "continuous",
        help="keep the tests of a whole project up to date, within a time budget",
        description="Generate tests for the functions and classes of a project. Results are remembered: the\n"
        "next run spends its time on code that is new, has changed or can be covered better.",
        epilog="exit status:\n  0  the run finished\n  1  the coverage is below the floor\n"
        "  2  invalid command line\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "root", nargs="?", default=".", metavar="ROOT", help="project folder (default: current folder)"
    )
    amount = parser.add_mutually_exclusive_group(required=True)
    amount.add_argument(
        "--budget", type=values.minutes, metavar="MINUTES", help="stop after this many minutes"
    )
    amount.add_argument(
        "--executions",
        type=values.executions,
        metavar="N",
        help="instead of --budget: run N test cases per function or class, on average, however long it takes",
    )
    parser.add_argument(
        "--strategy",
        choices=STRATEGIES,
        default=STRATEGIES[-1],
        help=f"how to divide the budget (default: {STRATEGIES[-1]})",
    )
    parser.add_argument(
        "--executor",
        type=values.workers,
        metavar="local[:N]|dask://HOST:PORT",
        help="N parallel jobs (default: one per core), or the workers of a Dask cluster",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="after the run, wait for changes and run again for the code that has changed, until Ctrl+C; "
        "the budget applies to each run",
    )
    parser.add_argument(
        "--offer",
        action="store_true",
        help="do not write tests; with --json, report them as candidates, along with the resulting files",
    )
    parser.add_argument(
        "--since", metavar="REV", help="run only for code that has changed since the branch diverged from REV"
    )
    shared.add_exclude(parser)
    _add_files(parser)
    shared.add_floor(parser)
    shared.add_python(parser)
    shared.add_seed(parser)
    shared.add_without(parser)
    shared.add_allow(parser)
    shared.add_json(parser)


def _add_files(parser: argparse.ArgumentParser) -> None:
    """Add the options for files that a run over a project reads and writes."""
    shared.add_out(parser)
    parser.add_argument(
        "--recording",
        metavar="FILE",
        help="seed the search with calls recorded by `testloom record` "
        f"(default: {RECORDING} in the project, if it exists)",
    )
    parser.add_argument(
        "--state", metavar="FILE", help="remember results in this file (default: in your user data folder)"
    )
    parser.add_argument("--junit", metavar="FILE", help="write a JUnit report")


def _add_record(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "record",
        help="run a program and record its calls, to generate tests from them",
        usage="testloom record [-o FILE] [--include GLOB] [--python PY] -- (SCRIPT | -m MODULE) [ARGS ...]",
        description="Run a program normally and record the calls to the project's functions and methods.",
        epilog="The exit status is that of the program.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "-o",
        dest="journal",
        metavar="FILE",
        default=RECORDING,
        help=f"recording file; if it exists, calls are added to it (default: {RECORDING})",
    )
    parser.add_argument(
        "--include",
        action="append",
        default=[],
        metavar="GLOB",
        help="record only these files, relative to the project folder (default: all but tests)",
    )
    parser.add_argument("--in-editor", action="store_true", help=argparse.SUPPRESS)
    shared.add_python(parser)
    parser.add_argument("program", nargs="*", metavar="PROGRAM", help="what to run, after --")


def _add_carve(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "carve",
        help="generate tests from a recording",
        description="Generate pytest tests from recorded calls, using the smallest for each behaviour.",
        allow_abbrev=False,
    )
    parser.add_argument("journal", metavar="FILE", help="recording written by `testloom record`")
    shared.add_out(parser)
    parser.add_argument(
        "--depth",
        metavar="N",
        type=values.depth,
        default=1,
        help="distance from the tested object at which doubles are used if needed: 1 (default) for its "
        "direct collaborators, 0 for no doubles",
    )
    parser.add_argument(
        "--check-doubles",
        action="store_true",
        help="also test that the project's real objects return what their doubles return",
    )
    parser.add_argument(
        "--budget",
        type=values.seconds,
        metavar="SECONDS",
        help="time limit in seconds (default: about 8 per module and 0.25 per call)",
    )
    shared.add_python(parser)
    shared.add_json(parser)


def _add_coverage(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "coverage",
        help="measure what the project's own tests cover",
        description="Run the project's own tests under coverage.py and report the coverage of its files.",
        epilog="exit status:\n  0  coverage was measured, even if tests failed\n"
        "  1  nothing could be measured (the reasons are listed), or the coverage is below the floor\n"
        "  2  invalid command line\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "root",
        nargs="?",
        default=".",
        metavar="ROOT",
        help="project folder, or a subfolder: all tests run, but only files in the subfolder are reported "
        "(default: current folder)",
    )
    shared.add_env_file(parser)
    shared.add_exclude(parser)
    shared.add_floor(parser)
    shared.add_python(parser)
    shared.add_json(parser)


def _add_test(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "test",
        help="run the project's own tests, or those that changes affect",
        description="Run the project's own tests and remember what each of them depends on, so that later\n"
        "runs can be limited to the tests that changes affect.",
        epilog="exit status:\n  0  all tests that ran passed\n  1  a test failed, or none could be run\n"
        "  2  invalid command line\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "root", nargs="?", default=".", metavar="ROOT", help="project folder (default: current folder)"
    )
    parser.add_argument(
        "--affected",
        nargs="?",
        const="",
        metavar="REV",
        help="run only tests that are new, failed the last time, or depend on code that has changed since "
        "they passed; with REV, also since the branch diverged from it",
    )
    shared.add_env_file(parser)
    shared.add_python(parser)
    shared.add_json(parser)


def _add_explain(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "explain",
        help="tell what became of the goals on a line",
        description="Tell what the last runs found out about the goals on a line: which test covers each, or "
        "why none does, and what the search tried.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "place", metavar="FILE:LINE", help="a line of a source file, or a file for all its goals"
    )
    shared.add_json(parser)


def _add_doctor(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "doctor",
        help="check whether Testloom can work here",
        description="Check the project's interpreter and tools, and how well this machine isolates runs.",
        allow_abbrev=False,
    )
    shared.add_python(parser)
    parser.add_argument("--json", action="store_true", help="print checks as JSON, one per line")


def _add_serve(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="run the language server",
        description="Run the language server on stdin and stdout, or on a TCP port.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--tcp",
        type=values.own_address,
        metavar="HOST:PORT",
        help="listen on this loopback address instead of using stdin and stdout, for one client that knows "
        "the token in TESTLOOM_TOKEN (default: a new one, which is printed)",
    )
