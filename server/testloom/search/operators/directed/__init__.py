"""Directed changes: a value wanted by a comparison, a type test or an exception is put into the test.

What suggests a change:

* `comparisons` and type tests, by their operands;
* `exceptions`, by their messages; a capability adds a `guide`;
* a goal: `handlers` makes calls fail that an exception handler is meant for, `violating` breaks a limit.

Where they put values is told by what takes them: `answers` of doubles, `keywords` of calls, `entries` of
documents, and `keeping` for entries that an earlier call stores.
"""
