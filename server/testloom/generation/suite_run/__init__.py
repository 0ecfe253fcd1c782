"""Suite runs: runs of the project's own tests, under the guard, that record calls of the module under test.

A search begins with these calls: the values in users' tests are hard to find. The store keeps the
recorded calls until the tests, the module or the interpreter change.

* `files`: the test files that are about a module, found without parsing any of them;
* `fingerprint`: all that a run depends on;
* `calls`: selection of recorded calls;
* `running`: the run, in parallel with the other work.

Start reading in `running`.
"""

from testloom.generation.suite_run.running import RunningSuite, running_suite

__all__ = ["RunningSuite", "running_suite"]
