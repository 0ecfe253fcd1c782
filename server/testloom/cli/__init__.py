"""The command line: the same product without the editor, and the interface for benchmarks and CI.

`main` is the program. `reading` turns a command line into a request, `commands` has a file for each
command, and `showing` holds the output for people and programs. Libraries are imported where they are
used: `testloom serve` must be up within a second.
"""

from collections.abc import Sequence

from testloom.cli.interrupt import INTERRUPTED
from testloom.platform.interrupts import interrupts_kept

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    with interrupts_kept():
        try:
            from testloom.cli.program import run
        except KeyboardInterrupt:
            return INTERRUPTED
        return run(argv)
