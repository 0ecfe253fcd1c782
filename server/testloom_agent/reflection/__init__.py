"""Describes a loaded module: what may be called, with which types, and the constants in its source.

`describe.describe` is the way in; `callables` and `classes` walk the module in source order, `annotations`
reduces annotations to plain data, `uses` and `raises` read bodies, `constants` collects literals.
A callable that cannot be described costs that callable only.
"""
