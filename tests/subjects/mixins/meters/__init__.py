"""Meters, which are read from outside."""

from ._station import Station

__all__ = ["Station"]
