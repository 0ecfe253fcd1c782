"""Compare Testloom with Pynguin on pinned public modules.

Each tool writes tests for each module within the same budget, one tool after the other; then pytest and
coverage.py judge the files alone. Results go to the terminal and, as JSON, to build/quality/.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import testloom

from .comparison import report
from .comparison.rows import Comparison, Row
from .comparison.tools import Pynguin, Testloom, Tool, is_own
from .environments.checkout import BUILD, commit
from .environments.circumstances import Circumstances, command_line, load, machine, today
from .environments.packages import environment, libraries, version_of
from .environments.subjects import MODULES, Subject
from .reporting.page import aligned, put_on_page

IN_PROCESS = "-in-process"
SHORTER = (1.0, 3.0, 10.0)
"""Budgets in seconds at which it is seen how soon Testloom has what another tool ends with."""
PEERS = ("pynguin-0.48", "pynguin-0.45", "pynguin-0.45" + IN_PROCESS)


def main() -> int:
    """Run the benchmark; exit 1 if a test that Testloom wrote fails or is unstable."""
    options = _options()
    subjects_python = environment("subjects")
    tools, versions = _tools(options, subjects_python)
    source = libraries(subjects_python)
    subjects = [Subject(module, source) for module in options.modules]
    comparison = Comparison(tools, subjects_python, options.budget, options.seed, BUILD / "runs")
    start, load_before = time.monotonic(), load()
    rows = comparison.rows(subjects, options.jobs, _tell)
    circumstances = Circumstances(
        date=today(),
        command=command_line("tests.quality"),
        budget=options.budget,
        seed=options.seed,
        jobs=options.jobs,
        machine=machine(),
        versions=versions,
        load={
            moment: value
            for moment, value in (("before", load_before), ("at the end", load()))
            if value is not None
        },
        minutes=round((time.monotonic() - start) / 60, 1),
    )
    _publish(options, rows, circumstances)
    own = [row.verdict for row in rows if is_own(row.tool)]
    return 1 if any(verdict.failing or verdict.unstable for verdict in own) else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.quality",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--budget", type=float, default=30, metavar="SECONDS", help="of search (default: 30)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="for all tools (default: 1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="modules at a time (default: 1)")
    parser.add_argument("--peers", nargs="*", choices=PEERS, default=PEERS, help="default: all")
    parser.add_argument(
        "--modules", nargs="+", choices=MODULES, default=MODULES, metavar="MODULE", help="default: all"
    )
    parser.add_argument(
        "--assertions",
        choices=("MUTATION_ANALYSIS", "SIMPLE"),
        default="MUTATION_ANALYSIS",
        help="Pynguin's way to assertions (default: MUTATION_ANALYSIS, as Pynguin's)",
    )
    parser.add_argument(
        "--shorter",
        type=float,
        nargs="*",
        default=SHORTER,
        metavar="SECONDS",
        help="budgets at which Testloom runs, too (default: 1 3 10)",
    )
    parser.add_argument("--page", action="store_true", help="put the results into docs/benchmarks.md, too")
    parser.add_argument("--json", type=Path, default=BUILD / "results.json", metavar="FILE")
    return parser.parse_args()


def _tools(options: argparse.Namespace, subjects_python: Path) -> tuple[list[Tool], list[str]]:
    """The tools, each in its environment, and the versions of all that matters."""
    tools: list[Tool] = [Testloom(subjects_python)]
    tools += (Testloom(subjects_python, budget) for budget in options.shorter if budget < options.budget)
    versions = [f"Testloom {testloom.__version__} ({commit()})"]
    for peer in options.peers:
        release = peer.removesuffix(IN_PROCESS)
        python = environment(release)
        variant = " in-process" if peer != release else ""
        name = release.replace("pynguin-", "Pynguin ") + variant
        tools.append(Pynguin(python, name, options.assertions, peer != release))
        versions.append(f"Pynguin {version_of('pynguin', python)}{variant} ({options.assertions})")
    versions.append(f"Python {platform.python_version()}")
    versions += (f"{package} {version_of(package, subjects_python)}" for package in ("pytest", "coverage"))
    return tools, versions


def _tell(row: Row) -> None:
    print(" ".join(filter(None, report.cells(row))), file=sys.stderr, flush=True)


def _publish(options: argparse.Namespace, rows: Sequence[Row], circumstances: Circumstances) -> None:
    report.save(options.json, rows, circumstances)
    print(report.table(rows))
    for line in (report.SUMMARY_HEADER, *report.summary(rows)):
        print(" · ".join(line))
    for ratio in report.ratios(rows):
        print(ratio)
    print(aligned(*report.catching_up(rows)))
    if options.page:
        put_on_page(report.RESULTS, [*report.paragraphs(rows, circumstances)])


if __name__ == "__main__":
    sys.exit(main())
