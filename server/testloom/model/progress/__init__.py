"""How far the tests of a project have come: what they reach, what was left open, what waits for its user."""
