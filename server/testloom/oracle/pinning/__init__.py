"""What a test sets of its environment, so that it passes everywhere.

* `pinning`: sets the parts that the outcome depends on; `pins`: those that come into question, and the
  aspect of capabilities; `drives`: the values that show the dependence;
* `threads`: ends the threads that a test starts;
* `releasing`: removes pins of parts that the test does not assert.
"""
