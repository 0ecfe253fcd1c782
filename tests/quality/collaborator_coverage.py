"""Print the coverage of modules that depend on collaborators, with doubles and private access and without.

What counts is what the emitted tests cover when pytest runs them in fresh processes.

python -m tests.quality.collaborator_coverage [--budget SECONDS] [--python PY] [--keep DIR] [MODULE …]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import mean

from tests.quality.environment_coverage import SUBJECTS, measure

FOLDER = SUBJECTS / "collaborators"
WITHOUT = ("--without", "doubles,private")


def main() -> int:
    """Run the measurement."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("modules", nargs="*", help="names of modules (default: all)")
    parser.add_argument("--budget", type=float, default=5.0)
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    parser.add_argument("--keep", type=Path, help="a folder for the tests")
    options = parser.parse_args()
    names = options.modules or sorted(path.stem for path in FOLDER.glob("[!_]*.py"))
    print(f"{'':24}{'with: tests, discarded':28}without doubles and private access")
    rows = []
    for name in names:
        row = [measure(FOLDER / f"{name}.py", options, more) for more in ((), WITHOUT)]
        print(f"{name:24}{row[0]}  {row[1]}", flush=True)
        rows.append(row)
    means = [mean(outcome.coverage for outcome in column) for column in zip(*rows, strict=True)]
    print(f"{'mean':24}{means[0]:7.1f} %{'':21}{means[1]:7.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
