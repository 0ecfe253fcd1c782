"""Minimisation: kept tests become as small and as plain as possible.

* `minimise`: the loop over the `passes`; `together`: the first step, which many tests take at once;
* `cutting`, `parts`, `values`: fewer statements, fewer parts of each, simpler values;
* `replacing`: which variants may take the place of a test.
"""
