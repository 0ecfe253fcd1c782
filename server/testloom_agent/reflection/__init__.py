"""Describes a loaded module: what may be called, with which types, and the constants in its source.

`describe.describe` is the way in, and `parts` tells which modules there are. From there downwards:

* `members`: callables and classes in source order, with types reduced to plain data;
* `modules`: what a module holds and reads, such as constants, paths and documents;
* `bodies`: what functions do with their parameters, with their own object and with what calls return;
* `sources`, `identities`, `resolution`: syntax trees of live objects, ids of classes, annotations evaluated.

A callable that cannot be described costs that callable only.
"""
