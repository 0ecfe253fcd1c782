"""Executes test cases, which are data, against the loaded subject.

The zygote loads the subject once and forks runners; a runner interprets test cases and writes the
results to shared memory. Start reading at `zygote`, then `runner` and `performing.interpreter`.

* `observing`, `watching`, `assessing`: other ways to run a test case, to find out the result of each
  statement, the comparisons that were made, and the mutants that make a difference;
* `reporting`: values and exceptions as plain data; `performing`: the statements; `isolation`: keeps test
  cases apart.
"""
