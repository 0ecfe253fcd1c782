"""Journeys by train."""

from . import tickets
