"""Options that several command lines of the measurements take."""

from __future__ import annotations

import argparse
from pathlib import Path

from .cache import CACHE
from .packages import interpreter


def command_line(name: str, about: str | None) -> argparse.ArgumentParser:
    """Return a parser without options for a module of this package, which says what it is about."""
    return argparse.ArgumentParser(
        prog=f"python -m tests.quality.{name}",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )


def add_generation(parser: argparse.ArgumentParser, each: str, budget: float, requirements: str) -> None:
    """Add how tests are written and judged for each of some functions or modules."""
    parser.add_argument("--python", type=interpreter, required=True, help=f"has {requirements}")
    parser.add_argument(
        "--budget", type=float, default=budget, metavar="SECONDS", help=f"{each} (default: {budget:g})"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--mutants", type=int, default=0, metavar="N", help=f"{each} (default: none)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="an empty folder for code and tests")


def add_measurements(parser: argparse.ArgumentParser) -> None:
    """Add which modules of a selection are measured, and when one is measured again."""
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="to draw and to search (default: 1)")
    parser.add_argument("--only", default="", metavar="PREFIX", help="only modules whose names begin so")
    parser.add_argument("--python", type=interpreter, help="with the modules (default: an own environment)")
    parser.add_argument("--again", action="store_true", help="measure what is known, too")


def add_cache(parser: argparse.ArgumentParser) -> None:
    """Add the folder where environments and measurements are kept."""
    parser.add_argument("--cache", type=_absolute, default=CACHE, metavar="DIR", help=f"default: {CACHE}")


def _absolute(folder: str) -> Path:
    return Path(folder).absolute()
