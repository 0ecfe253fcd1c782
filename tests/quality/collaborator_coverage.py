"""Print the coverage of modules that depend on collaborators, with doubles and private access and without.

python -m tests.quality.collaborator_coverage [--budget SECONDS] [--python PY] [--keep DIR] [MODULE …]
"""

from __future__ import annotations

import sys

from .environments.checkout import SUBJECTS
from .judgement.ablation import Ablation, harmful, options


def main() -> int:
    """Run the measurement; exit 1 if a test fails or is unstable."""
    with_them, without = Ablation(SUBJECTS / "collaborators", "doubles,private", options(__doc__)).print()
    return 1 if harmful(with_them + without) else 0


if __name__ == "__main__":
    sys.exit(main())
