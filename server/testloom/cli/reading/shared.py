"""Options that several commands share."""

from __future__ import annotations

import argparse

from testloom.cli.reading import values
from testloom.model.settings import PARTS


def add_python(parser: argparse.ArgumentParser) -> None:
    """Add the option for the project's interpreter."""
    parser.add_argument(
        "--python",
        metavar="PY",
        help="project interpreter (default: active environment, the project's own, python3)",
    )


def add_exclude(parser: argparse.ArgumentParser) -> None:
    """Add the option for files to leave out."""
    parser.add_argument("--exclude", action="append", default=[], metavar="GLOB", help="exclude these files")


def add_floor(parser: argparse.ArgumentParser) -> None:
    """Add the option for the minimum coverage."""
    parser.add_argument(
        "--floor",
        type=values.percent,
        metavar="PERCENT",
        help="exit with status 1 if the coverage is lower",
    )


def add_out(parser: argparse.ArgumentParser) -> None:
    """Add the option for the folder of tests."""
    parser.add_argument(
        "--out", metavar="DIR", help="folder for tests (default: where the project keeps them)"
    )


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add the option for the random seed."""
    parser.add_argument("--seed", type=values.seed, metavar="N", help="random seed (default: 1)")


def add_without(parser: argparse.ArgumentParser) -> None:
    """Add the option for techniques to disable."""
    parser.add_argument(
        "--without", type=values.parts, metavar="PART,…", help=f"disable techniques: {', '.join(PARTS)}"
    )


def add_allow(parser: argparse.ArgumentParser) -> None:
    """Add the option for exemptions from the guard."""
    parser.add_argument(
        "--allow",
        action="append",
        type=values.allowance,
        default=[],
        metavar="ENTRY",
        help="let the code under test do this: write:PATH, run:PROGRAM or connect:HOST; repeatable",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """Add the option to print events as JSON."""
    parser.add_argument("--json", action="store_true", help="print events as JSON, one per line")


def add_env_file(parser: argparse.ArgumentParser) -> None:
    """Add the option for a file with variables for the project's own tests."""
    parser.add_argument("--env-file", metavar="FILE", help="run the tests with these environment variables")
