"""Replay the history of projects: what each strategy of `testloom continuous` spends, and what it covers.

Sixty consecutive commits of each project are pinned in replaying/histories.json, first parents only, oldest
first. Each strategy gets a folder of its own: commit after commit of the package is put there, the tests that
Testloom wrote stay, and `testloom continuous --executions N` runs, one job at a time. At the end, once
`history` has nothing left to try, the package gets another line length and nothing else: what does that cost?

Runs are measured in seconds of a processor, as others may want it, too. A processor that is shared is
slower: the strategies take their turns commit by commit. A strategy that remembers nothing does the same
again for a commit that leaves the package as it was: this is measured once, and counts each time.

Clone the repositories of the projects into one folder, each under the name that it has in that file:

    git clone https://github.com/theskumar/python-dotenv REPOSITORIES/python-dotenv

Each result is appended to a file at once; the same command goes on where it was stopped.

python -m tests.quality.replay REPOSITORIES [--projects NAME …] [--strategies NAME …] [--publish]
"""

from __future__ import annotations

import argparse
import compileall
import sys
from pathlib import Path

from .environments.checkout import BUILD, SERVER
from .environments.options import command_line
from .environments.packages import environment, interpreter
from .replaying.histories import History, histories
from .replaying.steps import FORMATTED, RESULTS, Replay, Step
from .reporting import records
from .reporting.page import aligned, markdown, put_on_page

STRATEGIES = ("simple", "history")
HEADER = (
    "project",
    "strategy",
    "commits",
    "commits that change the package",
    "CPU seconds",
    "relative to simple",
    "units run",
    "mean coverage",
    "final coverage",
    "formatting run, relative to simple",
)


def main() -> int:
    """Run it; exit 1 if `history` is not worth it for a project."""
    options = _options()
    compileall.compile_dir(SERVER, quiet=1)  # as an installed program is
    for name in options.projects:
        _replay(name, options)
    steps = records.read(RESULTS, Step)
    rows = [row for name in options.projects for row in _rows(name, histories()[name], steps)]
    print(aligned(HEADER, rows, texts=2))
    if options.publish:
        put_on_page("replay", [markdown(HEADER, rows)])
    return 0 if all(is_worth_it(steps, name) for name in options.projects) else 1


def _options() -> argparse.Namespace:
    parser = command_line("replay", __doc__)
    parser.add_argument("repositories", type=Path, help="the folder of the clones")
    parser.add_argument("--projects", nargs="+", choices=histories(), default=list(histories()))
    parser.add_argument("--strategies", nargs="+", choices=STRATEGIES, default=STRATEGIES)
    parser.add_argument("--executions", type=int, default=300, help="of the search for each unit")
    parser.add_argument("--python", type=interpreter, help="an interpreter with what the projects import")
    parser.add_argument("--work", type=Path, default=BUILD / "replay", help="where the projects grow")
    parser.add_argument("--publish", action="store_true", help="put the table into docs/benchmarks.md")
    options = parser.parse_args()
    options.python = options.python or environment("replay")
    return options


def _replay(name: str, options: argparse.Namespace) -> None:
    """Run the strategies on each commit in turn: a machine that is busier by then is so for all of them."""
    history, repository = histories()[name], options.repositories / name
    replays = [
        Replay(name, strategy, options.executions, place.resolve(), options.python, RESULTS)
        for strategy, place in ((strategy, options.work / name / strategy) for strategy in options.strategies)
    ]
    for number in range(len(history.commits)):
        for replay in replays:
            replay.go_on(history, repository, number + 1)
    for replay in replays:
        replay.conclude()


def _rows(name: str, history: History, steps: list[Step]) -> list[tuple[str, ...]]:
    """A line of the table for each strategy; over the commits that all of them have reached."""
    found = {strategy: _of(steps, name, strategy) for strategy in STRATEGIES}
    common = min(len(of) for of in found.values())
    if not common:
        return []
    full = found["simple"][common - 1]
    whole = sum(step.cpu for step in found["simple"][:common])
    return [
        (
            name,
            strategy,
            str(common),
            str(len({step.package for step in of[:common]})),
            f"{(spent := sum(step.cpu for step in of[:common])):.0f}",
            f"{100 * spent / whole:.1f}%",
            str(sum(step.units for step in of[:common])),
            f"{sum(step.coverage for step in of[:common]) / common:.1f}",
            f"{of[common - 1].coverage:.1f}",
            _formatting(steps, name, full) if strategy == "history" else "",
        )
        for strategy, of in found.items()
    ]


def _formatting(steps: list[Step], name: str, full: Step) -> str:
    found = [step for step in steps if (step.project, step.commit) == (name, FORMATTED)]
    return f"{100 * found[-1].cpu / full.cpu:.2f}%" if found else ""


def is_worth_it(steps: list[Step], name: str) -> bool:
    """Whether `history` costs a fifth of `simple` at most, covers as much, and formatting is free."""
    simple, history = (_of(steps, name, strategy) for strategy in STRATEGIES)
    if not simple or len(simple) != len(history):
        return False
    spent, whole = (sum(step.cpu for step in of) for of in (history, simple))
    formatting = [step.cpu for step in steps if (step.project, step.commit) == (name, FORMATTED)]
    is_free = bool(formatting) and formatting[-1] < 0.01 * simple[-1].cpu
    return spent <= 0.2 * whole and history[-1].coverage >= simple[-1].coverage and is_free


def _of(steps: list[Step], name: str, strategy: str) -> list[Step]:
    """The commits of a project under a strategy, in their order."""
    return [step for step in steps if step.is_commit and (step.project, step.strategy) == (name, strategy)]


if __name__ == "__main__":
    sys.exit(main())
