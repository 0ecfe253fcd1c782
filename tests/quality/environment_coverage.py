"""Print the coverage of small modules that depend on their environment, with it as an input and without.

python -m tests.quality.environment_coverage [--budget SECONDS] [--python PY] [--keep DIR] [MODULE …]
"""

from __future__ import annotations

import sys
from statistics import mean

from .environments.checkout import SUBJECTS
from .judgement.ablation import Ablation, harmful, options

REQUIRED = 90.0


def main() -> int:
    """Run the measurement; exit 1 if the mean is too low, or if a test fails or is unstable."""
    with_it, without = Ablation(SUBJECTS / "environment", "environment", options(__doc__)).print()
    is_enough = mean(outcome.verdict.percent for outcome in with_it) >= REQUIRED
    return 0 if is_enough and not harmful(with_it + without) else 1


if __name__ == "__main__":
    sys.exit(main())
