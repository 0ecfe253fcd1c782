"""Simpler values in the place of those that a test does not need as they are.

* `simpler`: literals and the environment; `nesting`: values that are nested less; `sharing`: separate
  objects for values that share one;
* `conformance`: values of the declared types; `arguments`: arguments that a call does not need;
* `fields` of dataclasses; `answers`: explicit return values of doubles.
"""
