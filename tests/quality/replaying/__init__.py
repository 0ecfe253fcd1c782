"""The history of projects, commit after commit (`python -m tests.quality.replay`).

`histories` are the pinned commits, `steps` runs one strategy on them, and `results.jsonl` is what came of it.
"""
