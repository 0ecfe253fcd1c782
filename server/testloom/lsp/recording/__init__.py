"""Runs and debug sessions that are recorded."""
