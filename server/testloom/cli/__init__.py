"""The command line: the same product without the editor, and the contract that benchmarks and CI use.

`main` is the program. `arguments` reads the command line, `wishes` turns it into a wish; `generate`,
`continuous`, `record`, `carve`, `coverage` and `doctor` are the commands; `report`, `table` and `reached`
hold the words that people read. Libraries are imported where they are used: `testloom serve` must be up
within a second.
"""

from testloom.cli.program import main

__all__ = ["main"]
