"""What the calls of a project run, as far as its source tells.

* `scopes`: where an expression stands;
* `types`: what values are instances of; `calls`: which function a call runs; `results`: what it returns;
* `units`: callers and callees with the graphs of their functions, joined at the calls;
* `observed`: what runs show of calls that the source leaves open.
"""
