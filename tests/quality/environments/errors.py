"""What can go wrong that the user of a measurement can put right."""

from __future__ import annotations


class BenchError(Exception):
    """One sentence: what, where, and what to do."""
