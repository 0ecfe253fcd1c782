"""Tells what is wrong with texts that were read."""


def explain(error: UnicodeDecodeError) -> str:
    """Say which bytes could not be read."""
    if error.start >= len(error.object):
        return f"{error.encoding}: nothing there"
    wrong = error.object[error.start : error.end]
    if len(wrong) > 1:
        return f"{error.encoding}: {wrong.hex(' ')} from {error.start} on"
    return f"{error.encoding}: {wrong.hex()} at {error.start}"
