"""Tests for a whole project, in the background: changes, priorities, budgets. Empty as yet."""
