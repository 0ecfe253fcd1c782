"""Isolation of test cases: the output, files, changes and threads of a test case affect no other.

* `state`: changes to modules and to the process, which are undone;
* `threads`: those that a test case starts;
* `sandbox`: the scratch folder; `output`: the standard streams; `randomness`: the same for each.
"""
