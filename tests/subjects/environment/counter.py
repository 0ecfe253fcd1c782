"""Counts for the whole program, up to a limit that can be set."""

LIMIT = 1000
VERBOSE = False
count = 0


def increment(step: int = 1) -> int:
    global count
    if step < 0:
        raise ValueError("count up")
    count += step
    if VERBOSE:
        print("count is", count)
    if count > LIMIT:
        count = 0
        return LIMIT
    return count
