"""Events that are reported while work is under way.

`jobs` are the events of one request for tests, with the `reasons` why goals are not reached and the
`nearness` of tests to them; `units` those about functions and classes that are remembered from run to
run; `coverage` those of a run of the project's own tests.
"""
