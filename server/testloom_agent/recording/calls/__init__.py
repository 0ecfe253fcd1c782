"""Calls and the wrappers that record them: which calls are worth keeping, and what a wrapper costs."""
