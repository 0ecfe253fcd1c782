"""Bookings on accounts."""

from .entries import Entry

__all__ = ["Entry"]
