"""What is reported while work is under way.

`jobs` is what one request for tests reports, with the `reasons` why goals are not reached and the `nearness`
of tests to them; `units` what those report who remember functions and classes from run to run; `coverage`
what a run of the project's own tests does.
"""
