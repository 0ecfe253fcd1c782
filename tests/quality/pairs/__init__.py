"""Measure what tests of a caller and a callee are worth (`python -m tests.quality.coupling`).

`choice` finds the pairs of packages, `trial` searches for tests of one pair and measures them, `mutants` says
which small faults tests notice, and `results` sums up what was measured.
"""
