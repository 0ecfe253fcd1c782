"""How long users wait for the whole command, what it does meanwhile, and what they get.

    python -m tests.quality.waiting --part 3/6                  on a processor each, budgets of 3, 10 and 30 s
    python -m tests.quality.waiting --part 3/6 --busy 8         on two, alone and beside eight busy loops

Modules are drawn as those of `tests.quality.bench`, and measurements kept as there. With 1 it ends if a
command took longer than it may, or a busy machine cost too much.
"""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import nullcontext

from .drawing.choice import Part
from .drawing.selection import Selection, drawn
from .environments.busy import busy
from .environments.circumstances import load
from .environments.cores import cores, each_on_a_core
from .environments.errors import BenchError
from .environments.options import add_cache, add_measurements, command_line
from .environments.revisions import WORK_TREE, check_out, resolve
from .measuring.generators import Testloom
from .measuring.shelf import Shelf
from .measuring.trial import Trial
from .measuring.waits import (
    BUSY_COVERAGE,
    BUSY_DELIVERED,
    Contrast,
    Wait,
    budget_table,
    contrast_shares,
    contrast_table,
    wait_remarks,
    wait_table,
)

BUDGETS = (3.0, 10.0, 30.0)
BUSY_BUDGET = 10.0
BUSY_CORES = 2


def main() -> int:
    """Measure, and print the tables."""
    options = _options()
    try:
        chosen = drawn(options.part, options.seed, options.only, options.count, options.cache, options.python)
        print(f"{chosen.about}; load average {load()}", flush=True)
        return _beside(chosen, options) if options.busy else _alone(chosen, options)
    except BenchError as error:
        print(f"waiting: {error}", file=sys.stderr)
        return 2


def _alone(chosen: Selection, options: argparse.Namespace) -> int:
    groups = []
    for budget in options.budgets or BUDGETS:
        trial = _trial(chosen, budget, options, "")
        done = each_on_a_core(chosen.modules, trial.measure, cores(options.jobs))
        waits = sorted((Wait(budget, each) for each in done), key=lambda wait: wait.done.module)
        print(f"\nBudget {budget:g} s; load average {load()}\n\n{wait_table(waits)}\n", flush=True)
        print(*wait_remarks(waits), sep="\n", flush=True)
        groups.append(waits)
    print(f"\n{budget_table(groups)}")
    return int(any(wait.share > 1 for waits in groups for wait in waits))


def _beside(chosen: Selection, options: argparse.Namespace) -> int:
    """Each module twice in turn, so that whatever else the machine does concerns both."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:BUSY_CORES])
    budget = options.budgets[0] if options.budgets else BUSY_BUDGET
    quiet = _trial(chosen, budget, options, f"-on-{BUSY_CORES}")
    loaded = _trial(chosen, budget, options, f"-on-{BUSY_CORES}-beside-{options.busy}")
    pairs = []
    for module in chosen.modules:
        alone = Wait(budget, quiet.measure(module))
        known = not options.again and loaded.shelf.read(module) is not None
        with nullcontext() if known else busy(options.busy):
            pairs.append(Contrast(alone, Wait(budget, loaded.measure(module))))
        print(contrast_table(pairs[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    print(f"\n{contrast_table(pairs)}\n")
    print(*wait_remarks([pair.busy for pair in pairs]), sep="\n")
    delivered, coverage = contrast_shares(pairs)
    print(
        f"Beside {options.busy} busy loops, {delivered:.1f}% of the tests that were found are delivered, and "
        f"coverage is {coverage:.1f}% of that of a quiet machine."
    )
    return int(delivered < BUSY_DELIVERED or coverage < BUSY_COVERAGE)


def _trial(chosen: Selection, budget: float, options: argparse.Namespace, where: str) -> Trial:
    revision = resolve(options.rev)
    generator = Testloom(revision.commit, check_out(revision, options.cache))
    shelf = Shelf.of(options.cache, generator.key, chosen.place.key + where, budget, options.seed)
    return Trial(generator, chosen.place, budget, options.seed, shelf, options.again)


def _options() -> argparse.Namespace:
    parser = command_line("waiting", __doc__)
    parser.add_argument("--rev", default=WORK_TREE, help="a commit (default: the work tree)")
    parser.add_argument("--part", type=Part.parse, default=Part(3, 6), metavar="K/N", help="default: 3/6")
    add_measurements(parser)
    parser.add_argument("--count", type=int, default=40, metavar="N", help="modules (default: 40)")
    parser.add_argument("--budgets", type=float, nargs="+", metavar="SECONDS", help="default: 3 10 30")
    parser.add_argument("--busy", type=int, default=0, metavar="N", help="loops beside it; the first budget")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="modules at a time (default: 1)")
    add_cache(parser)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
