"""Inputs: literals, strings in formats and matching patterns, plausible types."""
