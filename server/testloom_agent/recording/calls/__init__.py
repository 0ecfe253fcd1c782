"""Calls and the wrappers that see them: which are worth keeping, and what a wrapper costs."""
