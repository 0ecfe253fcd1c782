"""Directed changes: a value wanted by a comparison, a type test or an exception is put into the test.

What suggests a change, and how:

* a comparison: `comparisons` (input-to-state matching), with `rewriting` of the literals that its operand
  is derived from, `stepping` towards a number, `answers` of doubles, `absent` entries, `turning` to the
  other outcome; `nearness` is the distance of its operands;
* a type test: `retyping`;
* an exception: `repair`, which chooses among `awaiting`, `blaming`, `command_lines`, `entries`,
  `expecting`, `keeping`, `keywords`, `lacking` and `members`; a capability adds a `guide`; `failing_tests`
  are those worth repairing;
* a goal: `handlers` makes calls fail that an exception handler is meant for, `violating` breaks a limit.
"""
