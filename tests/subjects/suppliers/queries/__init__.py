"""Queries of a small language: `python, newest, limit 3`."""

from .reading import parse

__all__ = ["parse"]
