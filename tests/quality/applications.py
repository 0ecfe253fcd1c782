"""Measure tests for small applications: what they cover, which of them fail, what they cost, what they kill.

    python -m tests.quality.applications --python PYTHON [NAME …] [--budget SECONDS] [--mutants N]

An application is a folder of `tests/subjects/applications` with a BRIEF.md, and the interpreter has what the
requirements of all say. Each of its modules gets tests as a user would have them written, beside what tests
it has; then its own pytest runs the new ones alone, with warnings as errors. With cosmic-ray in that
environment, `--mutants` says how many mutants of each module are tried.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from pathlib import Path
from statistics import mean

from .environments.checkout import SUBJECTS
from .environments.options import add_generation, command_line
from .judgement.application import Application, Worth

APPLICATIONS = SUBJECTS / "applications"
BRIEF = "BRIEF.md"
_HEADER = f"{'':40}{'coverage':>9}{'tests':>6}{'failing':>8}{'lines':>6}{'seconds':>8}{'killed':>9}"


def main() -> int:
    """Print a line a module, and the mean; exit 1 if a test fails."""
    options = _options()
    print(_HEADER)
    found: list[Worth] = []
    for name in options.names or applications():
        keeping = nullcontext(options.keep.absolute()) if options.keep else tempfile.TemporaryDirectory()
        with keeping as place:
            application = Application.copied(APPLICATIONS / name, Path(place) / name, options.python)
            for worth in _measured(application, options):
                print(_line(f"{name} {worth.module}", worth), flush=True)
                found.append(worth)
    print(_line(f"mean of {len(found)}, sums", _whole(found)))
    return 1 if any(worth.failing for worth in found) else 0


def applications() -> list[str]:
    """The names of all applications."""
    return sorted(brief.parent.name for brief in APPLICATIONS.glob(f"*/{BRIEF}"))


def _measured(application: Application, options: argparse.Namespace) -> Iterator[Worth]:
    for module in application.modules():
        yield application.worth(module, options.budget, options.seed, options.mutants)


def _whole(found: Sequence[Worth]) -> Worth:
    sums = {
        name: sum(getattr(worth, name) for worth in found)
        for name in ("tests", "failing", "lines", "seconds", "tried", "killed")
    }
    return Worth(module="", percent=mean(worth.percent for worth in found), **sums)


def _line(name: str, worth: Worth) -> str:
    killed = f"{worth.killed}/{worth.tried}" if worth.tried else "-"
    counts = f"{worth.tests:6}{worth.failing:8}{worth.lines:6}{worth.seconds:8.1f}{killed:>9}"
    return f"{name:40}{worth.percent:8.1f}%{counts}  {worth.note}".rstrip()


def _options() -> argparse.Namespace:
    parser = command_line("applications", __doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of applications (default: all)")
    add_generation(parser, "a module", 10, "all requirements")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
