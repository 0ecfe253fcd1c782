"""Measure what operators and value providers win (`python -m tests.quality.credit`).

`trial` searches, with all of them or without one; `tables` sums up what was counted and compares.
"""
