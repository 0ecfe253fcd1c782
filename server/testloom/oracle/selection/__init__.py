"""Which of its possible assertions a test keeps, by the mutants that they kill.

* `assessment`: runs the tests with mutants of the subject; `kills` and `visibility`: which of the
  differences an assertion detects; `returns`: whose kills count for a function's return value;
* `choice`: the fewest assertions that kill as many mutants as all of them;
* `refining`: assertions that say more in place of chosen ones; `origins`: tests of the calls that set
  attributes, in place of assertions about attributes that a call left unchanged.
"""
