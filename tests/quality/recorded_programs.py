"""Record real programs, make tests of what they called, and print what that cost and what came of it.

python -m tests.quality.recorded_programs --python PY [--keep DIR] [--rounds N] [PROGRAM …]

PY needs docstring_parser, isort, tqdm, cookiecutter, httpie, flask, pytest and coverage. Each program runs
in a folder with a copy of the package that is recorded: plainly, with one module recorded, with all of the
package recorded, and with a profile function that does nothing; the fastest of three runs each counts
(with `--rounds 0` all of the package is recorded once, and the cost is not measured). The
tests that `testloom carve` makes are judged in fresh processes. Their branch coverage is that of the recorded
modules, as a part of what the recorded run covered of them. A call is shown if it became a test, or
does what a smaller one does that became one; lost are the other distinct calls, each with a reason.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from .environments.packages import interpreter
from .recording.bench import Bench, Outcome
from .recording.programs import PROGRAMS, Program

ROUNDS = 3


def main() -> int:
    """Print a row for each program; exit 1 if a test fails or is unstable."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("programs", nargs="*", metavar="PROGRAM")
    parser.add_argument("--python", type=interpreter, required=True)
    parser.add_argument("--keep", type=Path, help="a folder for what is recorded and made")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often the cost is measured")
    options = parser.parse_args()
    chosen = [program for program in PROGRAMS if not options.programs or program.name in options.programs]
    columns = "program | one module | all | setprofile | distinct calls | shown | tests | lost | unrecorded"
    print(f"| {columns} | branches |")
    print(f"|{' --- |' * 10}")
    with tempfile.TemporaryDirectory() as name:
        place = (options.keep or Path(name)).resolve()
        outcomes = [_measured(program, options.python, place, options.rounds) for program in chosen]
    return 1 if any(outcome.failing + outcome.unstable for outcome in outcomes) else 0


def _measured(program: Program, python: Path, place: Path, rounds: int) -> Outcome:
    outcome = Bench(program, python, place / program.name).measure(rounds)
    cells: Sequence[object] = (
        outcome.name,
        *([f"{cost:.1f} x" for cost in outcome.costs] or [""] * 3),
        outcome.distinct,
        f"{100 * outcome.shown / max(outcome.distinct, 1):.0f}%",
        f"{outcome.tests} ({outcome.failing} failing, {outcome.unstable} unstable)",
        outcome.lost,
        outcome.unrecorded,
        f"{outcome.branches:.0f}%",
    )
    print(f"| {' | '.join(map(str, cells))} |", flush=True)
    for reason, count in sorted(outcome.reasons.items(), key=lambda entry: -entry[1]):
        print(f"    {count}: {reason}", file=sys.stderr)
    return outcome


if __name__ == "__main__":
    sys.exit(main())
