"""Recorded runs and debug sessions."""
