"""The command line: the same product without the editor, and the contract that benchmarks and CI use.

`main` is the program. `reading` turns a command line into a request, `commands` has one file for each of
them, and `showing` holds the words that people and programs read. Libraries are imported where they are
used: `testloom serve` must be up within a second.
"""

from testloom.cli.program import main

__all__ = ["main"]
