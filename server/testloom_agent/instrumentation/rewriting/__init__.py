"""The syntax tree of a module with probes in it.

* `control`: where probes stand among statements; `runs`: statements that are executed together; `fallible`:
  which of them may raise;
* `conditions`: conditions that keep their operands; `matching`: `match` statements;
* `places`, `exclusion`: lines as coverage.py counts them, and those that it leaves out.
"""
