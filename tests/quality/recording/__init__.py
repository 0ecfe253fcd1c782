"""Real programs that are recorded (`python -m tests.quality.recorded_programs`).

`programs` says which, `bench` records one of them and measures what that costs and what comes of it.
"""
