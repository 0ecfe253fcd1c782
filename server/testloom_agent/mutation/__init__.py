"""Mutants: small changes to the subject, all of them compiled once and switched on one at a time.

`schema.mutate` turns source into code that holds every chosen mutant; `switch.Switch` selects the
active mutant and records which places were reached. Start reading in `operators`, which defines the
mutants; `proposals` finds where they apply, `schema.choose` limits their number. `infection` and
`switch` determine without running a mutant where it makes no difference.
"""
