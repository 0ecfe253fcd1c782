"""Calls and the wrappers that record them: which are worth keeping, and the cost of a wrapper."""
