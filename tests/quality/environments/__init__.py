"""Where everything runs.

`checkout` is Testloom itself, as it is here; `packages` makes environments of what `pinned` lists; `subjects`
are modules of one of them that tests are written for. `process` runs a program with limits, `circumstances`
says what a reader must know of the machine.
"""
