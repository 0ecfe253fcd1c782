"""Where a run of Testloom spends its time (`python -m tests.quality.bench profile`).

`processes` looks at what runs, `ledger` adds up by process and phase what that costs, `functions` are those
that py-spy saw, and `report` runs it all and makes tables.
"""
