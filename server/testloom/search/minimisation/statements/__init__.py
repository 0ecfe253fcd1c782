"""Fewer statements, and fewer parts of each.

* `at_once` and `fitting`: large steps, which remove most or make most plain in one execution;
* `cutting`: single statements; `parts`: arguments, items, answers and steps of a statement.
"""
