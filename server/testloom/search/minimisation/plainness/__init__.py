"""Plainness: which values a person would write down in a test.

* `plain`: the plainest values of each type; `suitability`: which of them suit a parameter;
* `simplicity`: literals in order, the simplest first; `documents`: tables and JSON likewise.
"""
