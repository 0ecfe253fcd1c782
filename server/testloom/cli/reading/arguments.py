"""Reads the command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import NoReturn

from testloom import __version__
from testloom.cli.reading import values
from testloom.model.errors import UsageError
from testloom.model.settings import PARTS, STRATEGIES

_EXITS = """\
exit status:
  0  tests were written, or nothing was left to cover
  1  nothing could be generated; each reason is listed
  2  the command line is wrong
"""

RECORDING = "recording.testloom"
"""The file that calls are recorded into, unless another is named."""


class _Parser(argparse.ArgumentParser):
    """Raises what argparse would print, so that every error reads alike."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}.", f"`{self.prog} --help` lists what is possible.")


def parse_arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """The command and its options, `command` naming the command.

    Raises:
        UsageError: if there is no such command or option, or a value is not what it takes.
        SystemExit: after `--help` and `--version`.
    """
    parser = _Parser(
        prog="testloom",
        description="Writes the unit tests that Python code is missing, as plain pytest files.",
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
        help="FILE, FILE::Class, FILE::Class.method, FILE::function; with :LINE for the code on one line",
    )
    _add_options(parser)


def _add_integrate(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "integrate",
        help="write tests in which one class or module calls another",
        description="Write pytest tests of what a caller and a callee do together: for the branches\n"
        "of the caller that lead to a call, and for those of the callee that the call may take.",
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
    """What all commands take that search for tests."""
    _add_python(parser)
    parser.add_argument("--root", metavar="DIR", help="the folder that imports start from (default: found)")
    _add_out(parser)
    parser.add_argument(
        "--recording", metavar="FILE", help="begin with the calls that `testloom record` has written"
    )
    parser.add_argument(
        "--budget", type=values.seconds, metavar="SECONDS", help="seconds to search (default: 20)"
    )
    _add_seed(parser)
    parser.add_argument(
        "--executions", type=values.count, metavar="N", help="end the search after N test cases instead"
    )
    _add_without(parser)
    parser.add_argument(
        "--findings",
        action="store_true",
        default=None,
        help="write tests of exceptions that nothing announces, too, instead of only reporting them",
    )
    _add_json(parser)


def _add_continuous(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "continuous",
        help="keep the tests of a whole project up to date, as far as the time goes",
        description="Generate tests for the functions and classes of a project. What was found is\n"
        "remembered: the next run spends its time on what is new, has changed, or may be covered better.",
        epilog="exit status:\n  0  the run has ended\n  1  the coverage is below the floor\n"
        "  2  the command line is wrong\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "root", nargs="?", default=".", metavar="ROOT", help="the project's folder (default: the current one)"
    )
    amount = parser.add_mutually_exclusive_group(required=True)
    amount.add_argument(
        "--budget", type=values.minutes, metavar="MINUTES", help="minutes after which the run ends"
    )
    amount.add_argument(
        "--executions",
        type=values.count,
        metavar="N",
        help="instead: N test cases in the search for each function or class, whatever that takes",
    )
    parser.add_argument(
        "--strategy", choices=STRATEGIES, default=STRATEGIES[-1], help=f"default: {STRATEGIES[-1]}"
    )
    parser.add_argument(
        "--executor",
        type=values.workers,
        metavar="local[:N]|dask://HOST:PORT",
        help="N jobs at once (default: one for each core), or the workers of a Dask cluster",
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="after that, wait, and run again what has changed, each time for that long; Ctrl+C ends it",
    )
    parser.add_argument(
        "--offer",
        action="store_true",
        help="write no tests: with --json, they are reported as candidates, with the files as they would be",
    )
    parser.add_argument("--since", metavar="REV", help="only what has changed since the branch left REV")
    _add_exclude(parser)
    _add_files(parser)
    _add_floor(parser)
    _add_python(parser)
    _add_seed(parser)
    _add_without(parser)
    _add_json(parser)


def _add_files(parser: argparse.ArgumentParser) -> None:
    """What a run over a project reads and writes."""
    _add_out(parser)
    parser.add_argument(
        "--recording",
        metavar="FILE",
        help="begin with the calls that `testloom record` has written "
        f"(default: {RECORDING} in the project, if there is one)",
    )
    parser.add_argument(
        "--state", metavar="FILE", help="keep what is remembered in this file (default: in your data folder)"
    )
    parser.add_argument("--junit", metavar="FILE", help="write a report in the format of JUnit")


def _add_record(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "record",
        help="run a program and record its calls, to make tests of them",
        usage="testloom record [-o FILE] [--include GLOB] [--python PY] -- (SCRIPT | -m MODULE) [ARGS ...]",
        description="Run a program as ever, and record the calls of the project's functions and methods.",
        epilog="The exit status is that of the program.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "-o",
        dest="journal",
        metavar="FILE",
        default=RECORDING,
        help=f"where the calls go; an existing recording is continued (default: {RECORDING})",
    )
    parser.add_argument(
        "--include",
        action="append",
        default=[],
        metavar="GLOB",
        help="record these files only, relative to the project's folder (default: all but tests)",
    )
    _add_python(parser)
    parser.add_argument("program", nargs="*", metavar="PROGRAM", help="behind --: what to run")


def _add_carve(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "carve",
        help="make tests of a recording",
        description="Make pytest tests of recorded calls: the smallest of each behaviour that was seen.",
        allow_abbrev=False,
    )
    parser.add_argument("journal", metavar="FILE", help="what `testloom record` has written")
    _add_out(parser)
    parser.add_argument(
        "--depth",
        metavar="N",
        type=values.natural,
        default=1,
        help="how far from the tested object doubles stand, where some have to: 1 (default) is next to it, "
        "0 makes no doubles",
    )
    parser.add_argument(
        "--check-doubles",
        action="store_true",
        help="also test, with the project's real objects, what their doubles answer",
    )
    parser.add_argument(
        "--budget",
        type=values.seconds,
        metavar="SECONDS",
        help="cut short what takes longer (default: about 8 seconds a module and 0.25 a call)",
    )
    _add_python(parser)
    _add_json(parser)


def _add_coverage(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "coverage",
        help="measure what the project's own tests reach",
        description="Run the project's own tests under coverage.py and tell what they reach of its files.",
        epilog="exit status:\n  0  it was measured, also if tests failed\n"
        "  1  nothing could be measured, each reason is listed; or the coverage is below the floor\n"
        "  2  the command line is wrong\n",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "root",
        nargs="?",
        default=".",
        metavar="ROOT",
        help="the project's folder, or one in it: all tests run, and the files in it are told of "
        "(default: the current one)",
    )
    _add_exclude(parser)
    _add_floor(parser)
    _add_python(parser)
    _add_json(parser)


def _add_doctor(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "doctor",
        help="check whether Testloom can work here",
        description="Check the project's interpreter and its tools, and how well this machine shields runs.",
        allow_abbrev=False,
    )
    _add_python(parser)
    parser.add_argument("--json", action="store_true", help="print what was looked at as JSON, one a line")


def _add_serve(commands: _Commands[_Parser]) -> None:
    parser = commands.add_parser(
        "serve",
        help="run the language server",
        description="Run the language server on stdin and stdout, or on a TCP port.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "--tcp", type=values.address, metavar="HOST:PORT", help="listen there instead of on stdin"
    )


def _add_python(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--python",
        metavar="PY",
        help="the project's interpreter (default: the active environment, the project's .venv, python3)",
    )


def _add_exclude(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--exclude", action="append", default=[], metavar="GLOB", help="leave these files out"
    )


def _add_floor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--floor",
        type=values.percent,
        metavar="PERCENT",
        help="end with status 1 if less is covered at the end",
    )


def _add_out(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--out", metavar="DIR", help="the folder for tests (default: where the project has them)"
    )


def _add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=values.integer, metavar="N", help="the seed of everything random (default: 1)"
    )


def _add_without(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--without", type=values.parts, metavar="PART,…", help=f"switch techniques off: {', '.join(PARTS)}"
    )


def _add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one event a line as JSON")
