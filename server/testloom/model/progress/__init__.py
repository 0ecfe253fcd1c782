"""The progress of a project's tests: coverage, uncovered goals, and tests that wait for the user."""
