"""Functions whose results say more than can be written down."""

import logging


def report(lines):
    """A text that is too long to be written down."""
    title = f"Report of {lines} lines"
    return "\n".join([title, "=" * len(title), *(f"line {number:>60}" for number in range(10))])


def entry(text):
    return logging.makeLogRecord({"msg": text})
