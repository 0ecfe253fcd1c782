"""Checks of values by rules: an engine, and the rules that there are."""
