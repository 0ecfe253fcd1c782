"""The known state of the code: uncovered goals, findings, coverage and stale tests."""
