"""The description of a loaded module: what may be called, with which types, and the constants in its source.

`describe.describe` is the entry point, and `parts` tells which modules are loaded. From there downwards:

* `members`: callables and classes in source order, with types reduced to plain data;
* `modules`: what a module holds and reads, such as constants, paths and documents;
* `bodies`: what functions do with their parameters, with their own object and with the results of calls;
* `sources`, `identities`, `resolution`: syntax trees of live objects, ids of classes, evaluated annotations.

A callable that cannot be described is left out; everything else is still described.
"""
