"""User actions on candidates, findings and stale tests."""
