"""Inserts probes into the syntax tree of a module.

* `control`: places probes among statements; `runs`: statements that are executed together; `fallible`:
  statements that may raise;
* `conditions`: conditions that keep their operands; `matching`: `match` statements;
* `places`, `exclusion`: lines as coverage.py counts them, and lines that it excludes.
"""
