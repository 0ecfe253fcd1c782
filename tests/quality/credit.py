"""Tell what each operator and value provider of the search wins, and what is lost without it.

    python -m tests.quality.credit --part 4/6                    modules drawn from a part of the packages
    python -m tests.quality.credit --folder tests/subjects       the modules below a folder
    python -m tests.quality.credit --part 4/6 --only-credit      without the ablation

Each module is searched for so many executions with each seed, without assertions and files of tests. Then one
operator or provider at a time is left out, on the modules where it reached most goals first.
"""

from __future__ import annotations

import argparse
import operator
import sys
from collections.abc import Sequence
from pathlib import Path

from .crediting.tables import ABLATION, CREDIT, ablation_rows, credit_rows, to_ablate
from .crediting.trial import Place, Run, Trial
from .drawing.choice import Part
from .drawing.selection import drawn
from .environments.cache import CACHE
from .environments.cores import cores, each_on_a_core
from .environments.options import command_line
from .environments.packages import interpreter
from .environments.subjects import module_file
from .reporting.page import aligned, markdown, put_on_page


def main() -> None:
    """Print the page."""
    options = _options()
    places = _places(options)
    seeds = range(1, options.seeds + 1)
    whole = _run([Trial(place, seed, options.executions) for place in places for seed in seeds], options)
    whole = [run for run in whole if not run.error]
    about = (
        f"{len({run.place for run in whole})} modules, {len(whole)} searches of {options.executions:,} "
        f"executions: {sum(run.covered for run in whole):,} of {sum(run.goals for run in whole):,} goals"
    )
    tables = [(CREDIT, credit_rows(whole), 2)]
    if not options.only_credit:
        left_out = to_ablate(whole, options.most)
        trials = [
            Trial(place, seed, options.executions, name)
            for name, chosen in left_out.items()
            if not options.name or name in options.name
            for place in chosen
            for seed in seeds
        ]
        tables.append((ABLATION, ablation_rows(whole, _run(trials, options)), 1))
    print("\n\n".join([about, *(aligned(header, rows, texts) for header, rows, texts in tables)]))
    if options.page:
        tables[0] = (CREDIT, [row for row in tables[0][1] if row[3] != "0"], 2)
        put_on_page("credit", [about, *(markdown(header, rows) for header, rows, _ in tables)])


def _options() -> argparse.Namespace:
    parser = command_line("credit", __doc__)
    chosen = parser.add_mutually_exclusive_group(required=True)
    chosen.add_argument("--part", type=Part.parse, metavar="K/N", help="modules drawn of the K-th of N parts")
    chosen.add_argument("--folder", type=Path, metavar="DIR", help="the modules below a folder")
    parser.add_argument("--draw", type=int, default=1, metavar="N", help="seed of the drawing (default: 1)")
    parser.add_argument("--count", type=int, default=10, metavar="N", help="modules drawn (default: 10)")
    parser.add_argument("--executions", type=int, default=2_000, metavar="N", help="default: 2000")
    parser.add_argument("--seeds", type=int, default=3, metavar="N", help="searches a module (default: 3)")
    parser.add_argument(
        "--most", type=int, default=4, metavar="N", help="modules to leave one out on (default: 4)"
    )
    parser.add_argument("--name", action="append", help="leave out this one only; can be repeated")
    parser.add_argument("--only-credit", action="store_true", help="leave nothing out")
    parser.add_argument("--jobs", type=int, metavar="N", help="searches at a time (default: one a processor)")
    parser.add_argument("--python", type=interpreter, help="with the modules")
    parser.add_argument("--page", action="store_true", help="write the tables into docs/benchmarks.md")
    return parser.parse_args()


def _places(options: argparse.Namespace) -> Sequence[Place]:
    if options.folder:
        root = options.folder.absolute()
        python = options.python or Path(sys.executable)
        return [Place(file, root, python) for file in sorted(root.rglob("[!_]*.py"))]
    found = drawn(options.part, options.draw, "", options.count, CACHE, options.python)
    root, python = found.place.root, found.place.python
    return [Place(module_file(root, module), root, python) for module in found.modules]


def _run(trials: Sequence[Trial], options: argparse.Namespace) -> list[Run]:
    """Make the searches, and tell of those that could not be made."""
    runs: list[Run] = []
    for run in each_on_a_core(trials, operator.methodcaller("run"), cores(options.jobs)):
        runs.append(run)
        told = run.error.partition("\n")[0] if run.error else f"{run.covered}/{run.goals}"
        without = f" without {run.without}" if run.without else ""
        print(
            f"{len(runs)}/{len(trials)} {run.place} {run.seed}{without}: {told}", file=sys.stderr, flush=True
        )
    return runs


if __name__ == "__main__":
    main()
