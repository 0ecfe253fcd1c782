"""Executes test cases, which are data, against the loaded subject.

The zygote loads the subject once and forks runners; a runner interprets test cases and leaves results in
shared memory. Start reading at `zygote`, then `runner` and `performing.interpreter`.

* `observing`, `watching`, `assessing`: other ways to run a test case, for what each statement produced, which
  comparisons were made, and which mutants make a difference;
* `reporting`: values and exceptions as plain data; `performing`: the statements; `isolation`: keeps test
  cases apart.
"""
