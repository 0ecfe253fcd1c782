"""Whole test files: rendered, merged into what a user has, and saved."""
