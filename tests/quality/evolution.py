"""Run tests of a release on ten later ones, and tell false alarms from changes of behaviour.

A failing test is no false alarm where evolving/changes.json says that what it tests behaves differently from
that release on, and why. Tests that skip are counted apart.

python -m tests.quality.evolution [--budget SECONDS] [--publish] [PACKAGE …]
"""

from __future__ import annotations

import argparse
import json
import sys

from .evolving.alarms import CHANGES, LAST_RESORT, PLAIN, Tally, alarm_rate, follow
from .evolving.releases import MODULES, releases
from .reporting.page import aligned, markdown, put_on_page

HEADER = (
    "tests",
    "number",
    "runs",
    "passed",
    "skipped",
    "behaviour changed",
    "false alarms",
    "false alarm rate",
)


def main() -> int:
    """Run it; exit 1 if tests with doubles or private access give more false alarms than those without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packages", nargs="*", default=list(MODULES))
    parser.add_argument("--budget", type=float, default=10.0, help="seconds a module")
    parser.add_argument("--publish", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    changes = json.loads(CHANGES.read_text(encoding="utf-8"))
    tallies = {LAST_RESORT: Tally(), PLAIN: Tally()}
    for package in options.packages:
        follow(releases(package), MODULES[package], options.budget, changes, tallies)
    rows = [tally.cells(kind) for kind, tally in tallies.items()]
    print(aligned(HEADER, rows))
    if options.publish:
        put_on_page("evolution", [markdown(HEADER, rows)])
    rates = [alarm_rate(tallies[kind]) for kind in (LAST_RESORT, PLAIN)]
    return 0 if rates[0] <= rates[1] else 1


if __name__ == "__main__":
    sys.exit(main())
