"""Reachability within callees, given the arguments of calls.

`facts` are known properties of a value without running anything, `variables` those of a function's
variables at each step. `contexts` determines the branches of a callee that a call can reach, `lines`
the lines.
"""
