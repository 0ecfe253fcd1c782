"""Directed changes: a value wanted by a comparison, a type test or an exception is put into the test.

What suggests a change:

* `comparisons` and type tests, by their operands;
* `exceptions`, by their messages; a capability adds a `guide`;
* a goal: `handlers` makes calls fail that an exception handler is meant for, `violating` breaks a limit.

They put values into `answers` of doubles, `keywords` of calls and `entries` of documents, and with
`keeping` into entries that an earlier call stores.
"""
