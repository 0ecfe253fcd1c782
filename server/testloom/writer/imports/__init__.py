"""Imports of a test file: their names and their order."""
