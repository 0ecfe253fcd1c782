"""Minimisation: kept tests become as small and as plain as possible.

* `minimise`: the loop over the `passes`; `together`: the first step, which many tests take at once;
* `replacing`: which variants may take the place of a test; `endings`: whether two executions end alike;
* `statements`: fewer statements, and fewer parts of each; `removal` is what all of them use;
* `objects`: plainer values in place of doubles, functions and classes of the test;
* `values`: simpler values, of the declared types; `handing` puts them in the place of arguments;
* `plainness`: what is plain, and what is plainer.
"""
