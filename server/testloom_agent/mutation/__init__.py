"""Mutants: small faults put into the subject, all of them compiled once and switched on one at a time.

`schema.mutate` turns source into code that holds every chosen mutant; `switch.Switch` says which one is on
and which places were reached. Start reading in `operators`, which says what mutants there are; `proposals`
finds where they fit, `schema.choose` keeps their number within bounds. `infection` and `switch` tell without
running a mutant where it makes no difference.
"""
