"""Tests that kill the mutants that survive.

* `strengthening`: finds them, from test to test; `variation` makes them; `observers` adds calls that
  query the objects that a test holds.
"""
