"""Changes that comparisons and type tests suggest by their operands.

* `matching`: input-to-state matching, with `rewriting` of the literals that an operand is derived from,
  and `absent` entries, whose default was compared;
* `stepping` towards a number, by the distance between the operands (`nearness`);
* `turning` to the other outcome; `retyping`: a value of another type, for a type test.
"""
