"""What a user does with tests that wait, with findings and with stale tests."""
