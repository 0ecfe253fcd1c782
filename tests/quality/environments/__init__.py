"""Where everything runs.

`checkout` is Testloom itself, as it is here, `revisions` are other commits of it; `packages` makes
environments of what `pinned` lists; `subjects` are modules of one of them that tests are written for.
`process` runs a program with limits, `events` also reads its events, `cores` runs a job on each processor.
`cache` is where all checkouts on a machine keep what is made once, `circumstances` says what a reader must
know of the machine, `errors` what a user can put right.
"""
