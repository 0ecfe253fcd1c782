"""The project's own tests: measured, debugged, recorded.

* `project_tests`: the command that runs them under coverage.py; `project_run`: a complete run;
* `gone`: tests that a measurement counts, although they are no longer there;
* `debugged_tests`: the same tests in a debugger;
* `suite_run`: some of them under the guard, and the calls that they make.
"""
