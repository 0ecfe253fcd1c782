"""What affected tests leave out (`python -m tests.quality.affected`).

`projects` are the pinned commits of public projects, `repository` is a clone of one with its tests, `faults`
are put into the functions of a commit so that tests fail.
"""
