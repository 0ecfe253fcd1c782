"""A run of the project's own tests, under the guard, and the calls of the module under test in it.

A search begins with them: what users have written into their tests is hard to find. The store keeps what a
run has recorded until the tests, the module or the interpreter become others.

* `files`: which test files are about a module, found without parsing any of them;
* `fingerprint`: all that a run depends on;
* `calls`: what is taken of a recording;
* `running`: the run, beside whatever else there is to do.

Start reading in `running`.
"""

from testloom.generation.suite_run.running import RunningSuite, running_suite

__all__ = ["RunningSuite", "running_suite"]
