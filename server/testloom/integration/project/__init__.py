"""The functions that the calls of a project run, as far as its source shows.

* `scopes`: the scope of an expression;
* `types`: the classes of values; `calls`: the functions that a call runs; `results`: returned classes;
* `units`: callers and callees with the graphs of their functions, joined at the calls;
* `observed`: callees seen in runs, for calls that the source leaves open.
"""
